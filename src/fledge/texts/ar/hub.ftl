## data/corpus/hub.py

hub-needs = القراءة من Hugging Face hub تحتاج إلى huggingface_hub، وهي غير مثبتة.
hub-no_address = { $word } ليس عنوانًا على hub: { $reason }
hub-address_form = شكله { $form }.
hub-other_type = { $word } على hub نوعه { $type }، وليس مجموعة بيانات.
hub-dataset_address = لمجموعة بيانات اكتب hf://datasets/{ $repo }.
hub-dots = في مسار { $word } نقطتان '..'.
hub-endpoint = HF_ENDPOINT={ $endpoint } ليس عنوان وب.
hub-https = أوله https://
hub-no_match = لا شيء في { $name } يطابق { $path }.
hub-no_path = لا يوجد { $path } في { $name }.{ $near }
hub-no_folder = لا يوجد مجلد { $folder } في { $name }.{ $near }
hub-empty = هو فارغ.
hub-listed_missing = سرد hub العنوان { $address } ثم لم يوجد عنده.
hub-run_again = نفذ الأمر نفسه مرة أخرى.
hub-proxy = هل HF_ENDPOINT صحيح، أم يجيب وسيط (proxy) بدلًا منه؟
hub-not_hub = الخادم الذي يجيب عن { $name } ليس hub: { $reason }.
hub-unreachable = لا يمكن الوصول إلى hub من أجل { $name }
hub-unset_offline = ألغ ضبطه، أو سمِّ ملفات موجودة هنا.
hub-offline = HF_HUB_OFFLINE مضبوط، فلا يمكن الوصول إلى { $name }.
hub-gated = الوصول إلى { $name } مقيد: يريد أصحابه قبول شروطهم أولًا.
hub-accept_terms = اقبلها في { $page } واضبط HF_TOKEN على token لذلك الحساب (أو اكتب: `hf auth login`).
hub-no_dataset = لا توجد على hub مجموعة بيانات { $repo }، أو هي خاصة.{ $near }
hub-spelling_or_private = تحقق من الكتابة؛ وللخاصة اضبط HF_TOKEN (أو اكتب: `hf auth login`).
hub-no_revision = ليس في { $repo } إصدار { $revision }.
hub-valid_token = اضبط HF_TOKEN على token صالح، أو ألغ ضبطه لما هو متاح للجميع.
hub-token_refused = لا يقبل hub قيمة token من أجل { $name } (HTTP 401).
hub-token_rights = هل يحق لصاحب HF_TOKEN قراءتها، وهل قُبلت الشروط في { $page }؟
hub-refused = يرفض hub إعطاء { $name } (HTTP 403).
hub-answers = يجيب hub عن { $name }: HTTP { $status }.
hub-check_endpoint = تحقق من العنوان ومن HF_ENDPOINT.
hub-spelling = تحقق من الكتابة.
hub-there_are = الموجود: { COMMAS($names) }.
hub-there_are_more =
    الموجود: { COMMAS($names) }، و{ $more ->
        [zero] { NUMBER($more) } غيرها
        [one] واحد آخر
        [two] اثنان آخران
        [few] { NUMBER($more) } أخرى
        [many] { NUMBER($more) } غيرها
       *[other] { NUMBER($more) } غيرها
    }.
hub-no_file = لا يوجد ملف تمكن قراءته في { $place }.
hub-says = يقول hub إن الحالة HTTP { $status }
hub-too_many = يقول hub إن الحالة HTTP 429 (طلبات أكثر من اللازم)
