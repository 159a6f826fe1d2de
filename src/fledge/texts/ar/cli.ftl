## The command `fledge` itself

cli-about =
    fledge { $version }: يدرب نموذج GPT صغيرًا على العتاد الذي لديك، ويخبرك الحقيقة عن
    التشغيل.

    بيانات وتدريب وعينة خلال دقائق:
      fledge demo
    نصك مجموعة بيانات:
      fledge prepare my_book.txt
    التدريب؛ وتعمل أوامر nanoGPT أيضًا:
      fledge train config/demo.py
    ماذا حدث؛ ويقرأ سجلات برامج أخرى أيضًا:
      fledge explain
    التشغيلات في المتصفح مباشرة:
      fledge watch
    نص من أحدث تشغيل:
      fledge sample
cli-commands = الأوامر (يشرح كلًا منها `fledge COMMAND --help`):
# after "fledge: ", which stands before every line of an error
cli-stopped = توقف.
cli-unknown_command = أمر غير معروف { QUOTED($name) }.{ $near }
cli-lists_commands = الأمر `fledge --help` يعرضها.
cli-unknown_subcommand = ليس في fledge { $command } الأمر { QUOTED($word) }.{ $near }
cli-subcommands = فيه { $names }.
cli-needs_package = يحتاج fledge { $command } إلى { $package }، وهي غير مثبتة.
cli-windows = يعمل fledge على Linux وmacOS.
cli-use_wsl = على Windows استخدمه داخل WSL: `wsl --install`

## Commands of other tools: what does the same here

cli-instead-finetune = الضبط الدقيق (fine-tuning) تدريب يبدأ من أوزان معطاة: fledge train --init_from=gpt2 --dataset=NAME
cli-instead-resume = لمتابعة تشغيل: fledge train --init_from=resume --out_dir=RUN
cli-instead-eval = لتقييم تشغيل: fledge train --init_from=resume --eval_only --out_dir=RUN
cli-instead-generate = لكتابة نص: `fledge sample RUN --start='Once upon a time'`
cli-instead-chat = لتكلم نموذجًا: في fledge serve RUN صفحة لذلك. النموذج يكمل النص: لا يدرب fledge نماذج محادثة.
cli-instead-export_hf = الأمر fledge export RUN --to=hf يكتب مجلدًا تقرؤه transformers.
cli-instead-convert = الأمر fledge export RUN --to=hf يكتب مجلدًا تقرؤه transformers؛ ويقرأ `fledge train` و`fledge sample` مجلدات كهذه.
cli-instead-init = لا حاجة إلى أي إعداد: fledge demo، أو fledge prepare YOUR_TEXT.txt ثم fledge train
cli-instead-run = لبدء تشغيل: fledge train config/demo.py
cli-instead-download = لتنزيل بيانات وتقسيمها إلى tokens: fledge prepare NAME
cli-instead-preprocess = لتقسيم نص إلى tokens: fledge prepare YOUR_TEXT.txt
cli-instead-benchmark = لقياس هذا الحاسوب: fledge bench speed
cli-instead-log = لقراءة تشغيل أو سجل: fledge explain LOG
cli-instead-doctor = لرؤية هذا الحاسوب: fledge devices
