"""Whether the code that stands on the disk is that of the release, and the rules in force those that were approved."""
