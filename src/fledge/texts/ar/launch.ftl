## What `fledge launch` says.

launch-which = يكتب fledge launch نوعًا واحدًا من المهام. حدد أيها: --slurm أو --k8s أو --ssh أو --skypilot.
launch-exists = الملف { $file } موجود بالفعل ولا يُستبدل. احذفه، أو اكتب في مكان آخر باستخدام --out.
launch-written = كُتب { $file }. لتشغيله: { $command }
launch-image = يحتاج --k8s إلى صورة الحاوية التي فيها fledge: --image=NAME.
launch-hosts = يحتاج --ssh إلى أسماء الحواسيب: --hosts=node1,node2.
launch-host = ليس { $host } اسم حاسوب. أعط أسماء أو عناوين تفصل بينها فواصل: --hosts=node1,user@node2.
launch-time = القيمة --time={ $time } ليست حدًا زمنيًا في Slurm. اكتب الساعات والدقائق والثواني: --time=24:00:00.
launch-unprintable = في { $word } نهاية سطر أو رمز تحكم آخر، ولا يمكن لملف مهمة أن يحمله بأمان. أعد تسميته.
launch-resume = تتابع المهمة تشغيلها وحدها في كل مرة تُشغَّل. احذف --init_from=resume وأعط --out_dir الخاص بالتشغيل.
