"""The faults in their order. Each is a function of its stage; money is reconciled after it."""
