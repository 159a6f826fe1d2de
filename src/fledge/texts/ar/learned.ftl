## `fledge tokenizer stats`

learned-learning = يجري تعلم مفردات للمقارنة ...
learned-sample = مفردات متعلمة من هذا النص، عدد tokens فيها { NUMBER($size, digits: 0) }: لكل token منها { FIXED($bytes, digits: 2) } بايت ولكل كلمة { FIXED($words, digits: 2) } token، في { PERCENT($share) } من النص لم تتعلم منها؛ وفي { $other } هناك { FIXED($other_bytes, digits: 2) } و{ FIXED($other_words, digits: 2) }.
learned-saves = توفر { PERCENT($saved) } من tokens: مع العدد نفسه من tokens في الخطوة تقل خطوات epoch بمقدار { FIXED($ratio, digits: 1) } مرة، ويتسع سياق من { NUMBER($context, digits: 0) } token لنص من { NUMBER($own, digits: 0) } بايت بدل { NUMBER($less, digits: 0) }.
learned-saves_little = لا تكاد تقلل عدد tokens عن { $other }.
learned-column_words =
    token لكل
    كلمة
