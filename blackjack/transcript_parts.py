"""Parsing and validation of parts of a transcript: seeds, exchanges of seals, bets.

All functions raise MalformedError.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from blackjack import keys
from blackjack.amounts import AmountError, decimal_text, parse_amount
from blackjack.bets import FIRST, Behind, Bet
from blackjack.choices import KEYS, choices_from
from blackjack.exchange import Exchange
from blackjack.fairness import SeedError, check_seal, check_seat_seed
from blackjack.strict_json import MalformedError, read_list, read_object, read_whole

_EXCHANGE_KEYS = ("seals", "plain", "openings", "failed")
_BOX = re.compile(r"[1-7]", re.ASCII)
_LAST_BOX = 7

Bettor = tuple[int, int]
"""(box, number of a bettor on it)."""


class Amounts(NamedTuple):
    """Format of amounts: their decimals, and the units that stand for null; None if null is not allowed."""

    places: int
    unknown: int | None


def read_seed(checked: Callable[[object], str], value: object, where: str) -> str:
    """Return a seed or seal validated by `checked`."""
    try:
        return checked(value)
    except SeedError as error:
        raise MalformedError(where, f"{error.allowed} expected") from error


def read_by_box(
    checked: Callable[[object], str], value: object, where: str, *, may_be_empty: bool = True
) -> dict[int, str]:
    """Return seeds or seals by box, each validated by `checked`."""
    if not isinstance(value, dict) or not (value or may_be_empty):
        raise MalformedError(where, "an object with at least one seat is expected")
    for box in value:
        if _BOX.fullmatch(box) is None:
            raise MalformedError(where, f"{box!r:.40} is no seat")
    return {int(box): read_seed(checked, value[box], f"{where}.{box}") for box in value}


def read_boxes(value: object, where: str) -> tuple[int, ...]:
    """Return a list of boxes, each once and in ascending order."""
    boxes = [read_whole(box, where) for box in read_list(value, where)]
    if boxes != sorted({*boxes}) or not all(1 <= box <= _LAST_BOX for box in boxes):
        raise MalformedError(where, f"seats from 1 to {_LAST_BOX} are expected, ascending")
    return tuple(boxes)


def read_aborted(value: object, where: str) -> Exchange:
    listed = read_object(value, where, _EXCHANGE_KEYS)
    return Exchange(
        seals=read_by_box(check_seal, listed["seals"], f"{where}.seals"),
        plain=read_boxes(listed["plain"], f"{where}.plain"),
        openings=read_by_box(check_seat_seed, listed["openings"], f"{where}.openings"),
        failed=read_boxes(listed["failed"], f"{where}.failed"),
    )


def read_bet(value: object, where: str, amounts: Amounts) -> tuple[Bet, set[Bettor]]:
    """Return a bet, and those of its bettors whose amounts are null because the reader may not see them."""
    bet = read_object(value, where, (keys.BOX, "stake"), ("side_bets", "behind"))
    box = read_whole(bet[keys.BOX], f"{where}.{keys.BOX}")
    side_bets = bet.get("side_bets", {})
    if not isinstance(side_bets, dict):
        raise MalformedError(f"{where}.side_bets", "an object is expected")
    own = amounts if bet["stake"] is None else amounts._replace(unknown=None)
    stakes = {name: _read_side_bet(bet, name, f"{where}.side_bets", amounts) for name in side_bets}
    stake = read_amount(bet["stake"], f"{where}.stake", own)
    followers = read_list(bet.get("behind", []), f"{where}.behind")
    behind = [_read_behind(one, f"{where}.behind[{i}]", amounts) for i, one in enumerate(followers)]
    listed = [bet, *followers]
    unknown = {(box, bettor) for bettor, one in enumerate(listed, FIRST) if one["stake"] is None}
    return Bet(box, stake, stakes, tuple(behind)), unknown


def _read_side_bet(bet: Mapping[str, Any], name: str, where: str, amounts: Amounts) -> int:
    """Return the stake of a side bet; it must be null exactly if the stake on the hand is."""
    stake = bet["side_bets"][name]
    if (stake is None) != (bet["stake"] is None):
        raise MalformedError(where, "null is expected with a stake of null, and only there")
    return read_amount(stake, where, amounts)


def _read_behind(value: object, where: str, amounts: Amounts) -> Behind:
    is_newer = isinstance(value, dict) and amounts.unknown is not None and "split" in value
    follower = read_object(value, where, ("stake", *(KEYS if is_newer else ("choice",))))
    choices = choices_from(follower)
    if not choices.are_known or choices.document() != _without_stake(follower):
        raise MalformedError(
            f"{where}.choice",
            "choices of a bet behind are expected, in one word where that says it all",
        )
    return Behind(read_amount(follower["stake"], f"{where}.stake", amounts), *choices)


def _without_stake(follower: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in follower.items() if key != "stake"}


def read_amount(value: object, where: str, amounts: Amounts) -> int:
    """Return an amount in units; only the canonical text is accepted."""
    if value is None and amounts.unknown is not None:
        return amounts.unknown
    try:
        units = parse_amount(value, amounts.places)
    except AmountError as error:
        raise MalformedError(where, str(error)) from error
    text = decimal_text(units, amounts.places)
    if text != value:
        raise MalformedError(where, f"{value!r} is to be written {text!r}")
    return units
