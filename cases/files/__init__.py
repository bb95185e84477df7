"""Files of cases: for a regulator, and the draft of a report."""
