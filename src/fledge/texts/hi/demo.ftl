## What `fledge demo` says.

demo-needs = इस run को क्या चाहिए होगा (`fledge plan`):
demo-training =
    अब { COUNT($parameters) } parameters का GPT (उनमें { COUNT($ngrams) } n-grams की table के)
    tiny Shakespeare पर अक्षर-अक्षर train हो रहा है: { NUMBER($letters) } अक्षरों के { NUMBER($iterations) } iterations।
    शुरू में वह कुछ नहीं जानता: { NUMBER(4.17) } का loss { NUMBER(65) } अक्षरों में से एक का तुक्का है।
demo-happened = क्या हुआ (`fledge explain`):
demo-writes = अब वह यह लिखता है:
demo-ended = { DURATION($seconds) } की training के बाद val loss { FIXED($val, digits: 4) }।
demo-ended_beside = { DURATION($seconds) } की training के बाद val loss { FIXED($val, digits: 4) } (nanoGPT का CPU उदाहरण: { NUMBER(1.88) })।
demo-next = सब कुछ { $run } में है। आगे:
