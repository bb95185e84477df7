"""What the pages of every app share, and that knows no model: amounts and times as people write them, long lists, charts, files of cells, answers to forms."""
