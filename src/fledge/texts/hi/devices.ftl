## cli/commands/devices.py

devices-measure_here = --measure इस मशीन के लिए है, { QUOTED($name) } के लिए नहीं।
devices-leave_one_out = दोनों में से एक हटा दें।
devices-measuring = इस मशीन के matmuls लगभग एक सेकंड तक मापे जा रहे हैं ...
