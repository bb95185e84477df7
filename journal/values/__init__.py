"""What the journal is told in: kinds of events, findings, transaction ids, files of lines."""
