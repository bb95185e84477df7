"""`make faults`: every fault that the ledger must survive, made for real against servers of its own."""
