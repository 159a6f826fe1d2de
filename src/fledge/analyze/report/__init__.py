"""The report: a run, or several, as one HTML file; its curves as CSV, its plots as PNG."""
