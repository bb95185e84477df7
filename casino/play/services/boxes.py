"""Parsing of the values typed for each box, and checks against the table's boxes."""

from collections.abc import Collection, Mapping

from django.utils.translation import gettext_lazy as _

from blackjack.rules import Rules
from casino.refusals import BetRefused
from casino.values.boxes import BoxBet, BoxInput, side_field, stake_field
from wallet.money.refusals import InvalidAmount, UnknownCurrency
from wallet.money.values import Money


def read_boxes(words: Mapping[int, BoxInput], currency: str) -> list[BoxBet]:
    """Return the boxes with a bet, in ascending order. Raises `BetRefused`, which names the field."""
    alone = len(words) == 1
    boxes = [
        _read(seat, typed, currency)
        for seat, typed in sorted(words.items())
        if alone or not typed.empty
    ]
    if not boxes:
        raise BetRefused(_("Place a bet on at least one box."), code="no_bet")
    return boxes


def _read(seat: int, typed: BoxInput, currency: str) -> BoxBet:
    side_bets = {
        name: _amount(text, currency, side_field(seat, name))
        for name, text in sorted(typed.side_bets.items())
        if text
    }
    if side_bets and not typed.stake:
        raise BetRefused(
            _("A side bet needs a bet on the same box."),
            code="no_stake",
            field=stake_field(seat),
        )
    return BoxBet(seat, _amount(typed.stake, currency, stake_field(seat)), side_bets)


def _amount(text: str, currency: str, where: str) -> Money:
    try:
        return Money.parse(text, currency)
    except (InvalidAmount, UnknownCurrency) as error:
        raise BetRefused(error.message, code=error.code, field=where) from error


def check_boxes(rules: Rules, boxes: list[BoxBet], offered: Collection[int]) -> None:
    """Raise `BetRefused` for a box that is not `offered`, or a side bet that the rules do not have."""
    for box in boxes:
        if box.seat not in offered:
            raise BetRefused(
                _("This table has no box %(n)d for you.") % {"n": box.seat}, code="no_such_box"
            )
        if not box.side_bets.keys() <= rules.side_bets.keys():
            raise BetRefused(_("This table does not have that side bet."), code="no_such_side_bet")
