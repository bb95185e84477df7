"""What pages read, with a fixed number of queries."""
