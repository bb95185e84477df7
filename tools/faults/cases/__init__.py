"""The faults, in the order in which they are made. Each is a function of its stage; the settling comes after it."""
