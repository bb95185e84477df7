"""Player protection: time-out, self-exclusion, reality check."""
