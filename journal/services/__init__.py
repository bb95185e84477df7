"""What the journal does: record, chain, verify, watch."""
