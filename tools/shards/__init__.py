"""Two shards: a prototype of money between two ledgers, and its rehearsal."""
