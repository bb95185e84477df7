"""Record events, chain them, verify the chain, watch workers."""
