"""Each report as a sheet: the figures of `reports.figures`, put into words, tables and charts."""
