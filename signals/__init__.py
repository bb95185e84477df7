"""Fraud signals as a library: statistics over columns of a player's rounds, decisions, money and visits.

No database and no clock: `detection` reads the rows and stores the outcomes, `judge_signals` reads a file, and both
call `signals.judging`. A signal is one file of `signals.catalogue`.
"""
