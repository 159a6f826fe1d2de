## The command `fledge` itself

cli-about =
    fledge { $version }: يدرب GPT صغيرًا على العتاد الذي لديك، ويقول الحقيقة عن
    التشغيل.

    بيانات وتدريب وعينة خلال دقائق:
      fledge demo
    نصك مجموعة بيانات:
      fledge prepare my_book.txt
    التدريب؛ وأوامر nanoGPT تعمل أيضًا:
      fledge train config/demo.py
    ما حدث؛ ويقرأ سجلات برامج تدريب أخرى أيضًا:
      fledge explain
    التشغيلات في متصفحك، مباشرة:
      fledge watch
    نص من أحدث تشغيل:
      fledge sample
cli-commands = الأوامر (يشرح كلًا منها `fledge COMMAND --help`):
# after "fledge: ", which stands before every line of an error
cli-stopped = أُوقف.
cli-unknown_command = الأمر { QUOTED($name) } غير معروف.{ $near }
cli-lists_commands = تجد الأوامر في `fledge --help`.
cli-unknown_subcommand = ليس للأمر fledge { $command } أمر فرعي { QUOTED($word) }.{ $near }
cli-subcommands = أوامره الفرعية: { $names }.
cli-needs_package = يحتاج fledge { $command } إلى { $package }، وهي غير مثبتة.
cli-windows = يعمل fledge على Linux وmacOS.
cli-use_wsl = على Windows استخدمه داخل WSL: `wsl --install`

## Commands of other tools: what does the same here

cli-instead-finetune = مواصلة تدريب نموذج مدرب (fine-tuning) هي تدريب من أوزان معطاة: fledge train --init_from=gpt2 --dataset=NAME
cli-instead-resume = لمتابعة تشغيل: fledge train --init_from=resume --out_dir=RUN
cli-instead-eval = لتقييم تشغيل: fledge train --init_from=resume --eval_only --out_dir=RUN
cli-instead-generate = لكتابة نص: `fledge sample RUN --start='Once upon a time'`
cli-instead-chat = للحديث إلى نموذج: لدى `fledge serve RUN` صفحة. هو يكمل النص: لا يدرب fledge نماذج محادثة.
cli-instead-export_hf = يكتب `fledge export RUN --to=hf` مجلدًا لمكتبة transformers.
cli-instead-convert = يكتب `fledge export RUN --to=hf` مجلدًا لمكتبة transformers؛ ويقرأ `fledge train` و`fledge sample` مجلدات كهذه.
cli-instead-init = لا حاجة إلى إعداد مسبق: `fledge demo`، أو `fledge prepare YOUR_TEXT.txt` ثم `fledge train`
cli-instead-run = لبدء تشغيل: fledge train config/demo.py
cli-instead-download = لجلب بيانات وتقسيمها إلى tokens: fledge prepare NAME
cli-instead-preprocess = لتقسيم نص إلى tokens: `fledge prepare YOUR_TEXT.txt`
cli-instead-benchmark = لقياس هذا الحاسوب: `fledge bench speed`
cli-instead-log = لقراءة تشغيل أو سجل: `fledge explain LOG`
cli-instead-doctor = لرؤية هذا الحاسوب: fledge devices
