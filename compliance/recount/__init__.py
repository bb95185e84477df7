"""Finished rounds recomputed without the engine.

`game` implements the text of the rules independently; `services` compares the results nightly.
"""
