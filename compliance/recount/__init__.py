"""Finished rounds recomputed without the engine: `game` implements the rules' text independently, `services` compares nightly."""
