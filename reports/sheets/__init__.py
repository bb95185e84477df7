"""Reports as sheets: the figures of `reports.figures` as words, tables and charts."""
