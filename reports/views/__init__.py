"""What staff see of reports."""
