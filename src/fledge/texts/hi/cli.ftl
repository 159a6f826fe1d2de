## The command `fledge` itself

cli-about =
    fledge { $version }: आपके हार्डवेयर पर छोटा GPT train करता है, और run के बारे में
    सच बताता है।

      fledge demo                    मिनटों में डेटा, training और एक sample
      fledge prepare my_book.txt     आपका अपना टेक्स्ट, dataset के रूप में
      fledge train config/demo.py    train करें; nanoGPT की कमांड भी चलती हैं
      fledge explain                 क्या हुआ; दूसरे trainers के logs भी पढ़ता है
      fledge watch                   आपके ब्राउज़र में runs, live
      fledge sample                  सबसे नए run से टेक्स्ट
cli-commands = कमांड (`fledge COMMAND --help` हर एक को समझाता है):
# after "fledge: ", which stands before every line of an error
cli-stopped = रोका गया।
cli-unknown_command = { QUOTED($name) } नाम की कोई कमांड नहीं है।{ $near }
cli-lists_commands = `fledge --help` में उनकी सूची है।
cli-unknown_subcommand = fledge { $command } में { QUOTED($word) } नहीं है।{ $near }
cli-subcommands = उसमें ये हैं: { $names }।
cli-needs_package = fledge { $command } को { $package } चाहिए, जो install नहीं है।
cli-windows = fledge Linux और macOS पर चलता है।
cli-use_wsl = Windows पर इसे WSL में चलाएँ: `wsl --install`

## Commands of other tools: what does the same here

cli-instead-finetune = fine-tuning दिए हुए weights से training ही है: fledge train --init_from=gpt2 --dataset=NAME
cli-instead-resume = run जारी रखने के लिए: fledge train --init_from=resume --out_dir=RUN
cli-instead-eval = run को evaluate करने के लिए: fledge train --init_from=resume --eval_only --out_dir=RUN
cli-instead-generate = टेक्स्ट लिखने के लिए: `fledge sample RUN --start='Once upon a time'`
cli-instead-chat = मॉडल से बात करने के लिए: `fledge serve RUN` में एक पेज है। वह टेक्स्ट आगे बढ़ाता है: fledge chat मॉडल train नहीं करता।
cli-instead-export_hf = `fledge export RUN --to=hf` transformers के लिए फ़ोल्डर लिखता है।
cli-instead-convert = `fledge export RUN --to=hf` transformers के लिए फ़ोल्डर लिखता है; `fledge train` और `fledge sample` ऐसे फ़ोल्डर पढ़ते हैं।
cli-instead-init = पहले से कुछ तैयार करना ज़रूरी नहीं: `fledge demo`, या `fledge prepare YOUR_TEXT.txt` और `fledge train`
cli-instead-run = run शुरू करने के लिए: fledge train config/demo.py
cli-instead-download = डेटा लाने और tokenize करने के लिए: fledge prepare NAME
cli-instead-preprocess = टेक्स्ट tokenize करने के लिए: `fledge prepare YOUR_TEXT.txt`
cli-instead-benchmark = इस मशीन को मापने के लिए: `fledge bench speed`
cli-instead-log = run या log पढ़ने के लिए: `fledge explain LOG`
cli-instead-doctor = इस मशीन को देखने के लिए: fledge devices
