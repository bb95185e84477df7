"""Finished rounds recomputed without the engine: `game` deals and pays by the rules' text alone, `services` compares every night."""
