"""`make faults`: every fault that the ledger must survive, caused for real on disposable servers."""
