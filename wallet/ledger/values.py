"""Constants of the ledger."""

from typing import Final

NUMBER_DIGITS: Final = 6
"""Digits of the numbers that people use: D-000012."""
