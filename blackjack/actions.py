"""Decisions as words, with an amount where one may be named: `hit`, `double`, `double:4`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from blackjack.amounts import AmountError, decimal_text, parse_amount

VERBS = ("hit", "stand", "double", "split", "surrender", "insure", "even_money", "decline")
"""Every verb, in the order in which legal ones are listed."""

WITH_AMOUNT = ("double", "insure")


class IllegalAction(ValueError):
    """An action that is not offered: `action` as text, the `legal` verbs, and `amounts` (least, most) if that is it."""

    code: ClassVar[str] = "illegal_action"

    def __init__(
        self, action: str, legal: tuple[str, ...], amounts: tuple[int, int] | None = None
    ) -> None:
        """Say what is legal instead."""
        super().__init__(f"{action:.40}: {_advice(legal, amounts)}")
        self.action, self.legal, self.amounts = action, legal, amounts


def _advice(legal: tuple[str, ...], amounts: tuple[int, int] | None) -> str:
    if amounts is not None:
        return f"the amount must be from {amounts[0]} to {amounts[1]} units"
    return f"legal are {', '.join(legal)}" if legal else "nothing is legal now"


@dataclass(frozen=True, slots=True)
class Action:
    """One decision; `amount`, in units, only of a double or an insurance that names one."""

    verb: str
    amount: int | None = None

    @classmethod
    def parse(cls, text: str, places: int = 0) -> Action:
        """Return the action of "hit" or "double:4"; an amount is a decimal number of 10^`places` units.

        An unknown word, or an amount where no verb takes one, is an IllegalAction.
        """
        verb, colon, amount = text.partition(":")
        if verb not in VERBS or (colon and verb not in WITH_AMOUNT):
            raise IllegalAction(text, VERBS)
        if not colon:
            return cls(verb)
        try:
            return cls(verb, parse_amount(amount, places))
        except AmountError as error:
            raise IllegalAction(text, VERBS) from error

    def text(self, places: int = 0) -> str:
        """Return the words that `parse` reads with the same `places`."""
        return (
            self.verb if self.amount is None else f"{self.verb}:{decimal_text(self.amount, places)}"
        )
