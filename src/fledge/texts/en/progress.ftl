## Lines about long work, where there is no terminal for a bar.

progress-line = { $label }: { $about }
progress-line_left = { $label }: { PERCENT($done) }, about { FIXED($minutes, digits: 0) } min left, { $about }
