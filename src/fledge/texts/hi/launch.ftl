## What `fledge launch` says.

launch-which = fledge launch एक तरह का job लिखता है। बताएँ कौन सा: --slurm, --k8s, --ssh या --skypilot।
launch-exists = { $file } पहले से है, और उसे बदला नहीं जाता। उसे हटाएँ, या --out से दूसरी जगह लिखें।
launch-written = { $file } लिखी गई। शुरू करने के लिए: { $command }
launch-image = --k8s को वह container image चाहिए जिसमें fledge है: --image=NAME।
launch-hosts = --ssh को मशीनें चाहिए: --hosts=node1,node2।
launch-host = { $host } किसी host का नाम नहीं है। नाम या पते comma के साथ दें: --hosts=node1,user@node2।
launch-time = --time={ $time } Slurm की समय सीमा नहीं है। घंटे, मिनट और सेकंड लिखें: --time=24:00:00।
launch-unprintable = { $word } में line break या कोई दूसरा control character है, जिसे कोई job फ़ाइल सुरक्षित नहीं रख सकती। नाम बदलें।
launch-resume = job हर बार शुरू होने पर अपना run खुद आगे चलाता है। --init_from=resume हटा दें और run का --out_dir दें।
