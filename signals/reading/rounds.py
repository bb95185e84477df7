"""Rounds as a file gives them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from blackjack.cards import Card, CardError
from blackjack.presets import rules_from
from blackjack.rules import Rules, RulesError
from blackjack.strict_json import MalformedError, read_list, read_object, read_text, read_whole
from signals.columns import DealMark, DecisionMark
from signals.reading.fields import (
    UNKNOWN_TIME,
    read_choice,
    read_flag,
    read_moment,
    read_money,
    read_name,
    read_optional,
    read_stake,
)

UNKNOWN_CARD: Final = "??"
"""Stands for a hole card that nobody saw."""

_REQUIRED: Final = ("time", "table", "rules", "shoe", "nonce", "cards")
_OPTIONAL: Final = (
    "ended",
    "live",
    "box",
    "stake",
    "stakes",
    "side_bets",
    "others",
    "behind",
    "decisions",
    "following",
    "channel",
    "hints",
    "voided",
    "play_money",
)
_BY: Final = {"player": 0, "house": int(DecisionMark.BY_HOUSE), "other": -1}
_LONGEST_BOX: Final = 3
_MOST_DEALS: Final = 10**9
_CHANNELS: Final = {"page": 0, "app": int(DealMark.APP)}


@dataclass(frozen=True, slots=True)
class GivenDecision:
    """A decision; `marks` is None for another player's. Times are NaN if unknown."""

    action: str
    made_at: float
    asked_at: float
    marks: int | None


@dataclass(frozen=True, slots=True)
class GivenRound:
    """A round, or a deal that the player sat out (no bet). Stakes are units of 10^-4 USD by box.

    `behind` are the player's bets on boxes of `others`, which follow each split and double. A card is None where nobody saw it; `following` would have come next.
    """

    place: int
    time: float
    ended: float
    table: str
    rules: Rules
    shoe: str
    nonce: int
    cards: tuple[Card | None, ...]
    following: tuple[Card, ...] = ()
    stakes: Mapping[int, int] = field(default_factory=dict)
    side_bets: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    others: Mapping[int, int] = field(default_factory=dict)
    behind: Mapping[int, int] = field(default_factory=dict)
    decisions: tuple[GivenDecision, ...] = ()
    marks: int = 0
    voided: bool = False


class RulesBook:
    """Rules by the names that the file's rules lines give them, and by preset."""

    def __init__(self) -> None:
        self._named: dict[str, Rules] = {}
        self._known: dict[str, Rules] = {}

    def define(self, given: object) -> None:
        """Take the names of a rules line. Raises MalformedError."""
        if not isinstance(given, dict):
            raise MalformedError("rules", "an object of names is expected")
        named = {name: _build_rules(one, f"rules.{name}") for name, one in given.items()}
        for name, rules in named.items():
            if self._named.setdefault(name, rules) != rules:
                raise MalformedError(f"rules.{name}", "the name stands for other rules already")

    def find(self, given: object, where: str) -> Rules:
        """Return the rules of a name, a preset, or an object of fields. Raises MalformedError."""
        if isinstance(given, str) and given in self._named:
            return self._named[given]
        key = str(given)
        if key not in self._known:
            self._known[key] = _build_rules(given, where)
        return self._known[key]


def _build_rules(given: object, where: str) -> Rules:
    if not isinstance(given, str | dict):
        raise MalformedError(where, "the name of rules, or an object of fields is expected")
    try:
        return rules_from(given)
    except (RulesError, TypeError) as error:
        raise MalformedError(where, f"{error}") from error


def read_round(value: object, where: str, place: int, book: RulesBook) -> GivenRound:
    """Return one item of `rounds`. Raises MalformedError."""
    given = read_object(value, where, _REQUIRED, _OPTIONAL)
    time = read_moment(given["time"], f"{where}.time")
    nonce = read_whole(given["nonce"], f"{where}.nonce")
    if not 1 <= nonce <= _MOST_DEALS:
        raise MalformedError(f"{where}.nonce", "deals of a shoe are numbered from 1")
    stakes = _read_stakes(given, where)
    others = _read_boxes(given.get("others"), f"{where}.others")
    if set(stakes) & set(others):
        raise MalformedError(f"{where}.others", "a box is the player's own")
    behind = _read_boxes(given.get("behind"), f"{where}.behind")
    if not set(behind) <= set(others):
        raise MalformedError(f"{where}.behind", "a bet behind is on a box of others")
    decisions = tuple(
        _read_decision(one, f"{where}.decisions[{number}]")
        for number, one in enumerate(read_list(given.get("decisions") or [], f"{where}.decisions"))
    )
    if decisions and not stakes and not behind:
        raise MalformedError(f"{where}.decisions", "a deal that was sat out has none")
    cards = _read_cards(given["cards"], f"{where}.cards")
    following = _read_cards(given.get("following") or [], f"{where}.following")
    if None in following:
        raise MalformedError(f"{where}.following", f"{UNKNOWN_CARD} is no card")
    return GivenRound(
        place=place,
        time=time,
        ended=read_optional(given, "ended", where, read_moment, _last_time(time, decisions)),
        table=read_name(given["table"], f"{where}.table"),
        rules=book.find(given["rules"], f"{where}.rules"),
        shoe=read_name(given["shoe"], f"{where}.shoe"),
        nonce=nonce,
        cards=cards,
        following=tuple(card for card in following if card is not None),
        stakes=stakes,
        side_bets=_read_side_bets(given.get("side_bets"), f"{where}.side_bets", stakes),
        others=others,
        behind=behind,
        decisions=decisions,
        marks=_read_marks(given, where),
        voided=read_optional(given, "voided", where, read_flag, default=False),
    )


def _last_time(time: float, decisions: tuple[GivenDecision, ...]) -> float:
    return max([time, *(one.made_at for one in decisions if one.made_at >= time)])


def _read_marks(given: Mapping[str, Any], where: str) -> int:
    named = {
        "live": DealMark.LIVE,
        "hints": DealMark.HINTED,
        "play_money": DealMark.PLAY_MONEY,
    }
    marks = read_optional(given, "channel", where, _read_channel, 0)
    for name, mark in named.items():
        if read_optional(given, name, where, read_flag, default=False):
            marks |= mark
    return int(marks)


def _read_channel(value: object, where: str) -> int:
    return read_choice(value, where, _CHANNELS)


def _read_by(value: object, where: str) -> int:
    return read_choice(value, where, _BY)


def _read_stakes(given: Mapping[str, Any], where: str) -> dict[int, int]:
    """Return stakes by box: those of `stakes`, or the `stake` on `box` (1 if missing)."""
    if given.get("stake") is None:
        if given.get("stakes") is None and given.get("side_bets"):
            raise MalformedError(f"{where}.side_bets", "there is no stake")
        return _read_boxes(given.get("stakes"), f"{where}.stakes")
    if given.get("stakes") is not None:
        raise MalformedError(f"{where}.stake", "either stake or stakes is expected")
    box = read_optional(given, "box", where, read_whole, 1)
    stake = read_stake(given["stake"], f"{where}.stake")
    return {box: stake} if stake else {}


def _read_boxes(value: object, where: str) -> dict[int, int]:
    if value is None:
        return {}
    given = read_object(value, where, (), value if isinstance(value, dict) else ())
    stakes = {
        _read_box(box, f"{where}.{box}"): read_stake(one, f"{where}.{box}")
        for box, one in given.items()
    }
    return {box: stake for box, stake in stakes.items() if stake}


def _read_box(name: str, where: str) -> int:
    if len(name) > _LONGEST_BOX or not name.isascii() or not name.isdigit():
        raise MalformedError(where, "the number of a box is expected")
    return int(name)


def _read_side_bets(
    value: object, where: str, stakes: Mapping[int, int]
) -> dict[int, dict[str, int]]:
    """Return stakes by box and name of the side bet."""
    if value is None:
        return {}
    given = read_object(value, where, (), map(str, stakes))
    found = {}
    for box, bets in given.items():
        names = bets if isinstance(bets, dict) else ()
        one = read_object(bets, f"{where}.{box}", (), names)
        found[int(box)] = {
            name: read_money(stake, f"{where}.{box}.{name}") for name, stake in one.items()
        }
    return found


def _read_decision(value: object, where: str) -> GivenDecision:
    given = read_object(value, where, ("action",), ("asked_at", "made_at", "by", "early"))
    marks = read_optional(given, "by", where, _read_by, 0)
    if read_optional(given, "early", where, read_flag, default=False):
        marks |= DecisionMark.EARLY
    return GivenDecision(
        read_text(given["action"], f"{where}.action"),
        read_optional(given, "made_at", where, read_moment, UNKNOWN_TIME),
        read_optional(given, "asked_at", where, read_moment, UNKNOWN_TIME),
        None if marks < 0 else int(marks),
    )


def _read_cards(value: object, where: str) -> tuple[Card | None, ...]:
    """Return cards of a text with spaces between them, or of a list."""
    names = value.split() if isinstance(value, str) else read_list(value, where)
    try:
        return tuple(
            None if name in {None, UNKNOWN_CARD} else Card.parse(read_text(name, where))
            for name in names
        )
    except CardError as error:
        raise MalformedError(where, str(error)) from error
