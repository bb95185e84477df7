"""A transcript taken apart: its form is checked here, its truth in `verification`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from blackjack import keys
from blackjack.amounts import AmountError, decimal_text, parse_amount
from blackjack.bets import Behind, Bet, Choice, exact_places
from blackjack.fairness import SeedError, check_seat_seed, check_server_seed
from blackjack.public_log import read_line
from blackjack.rules import FIELDS, Rules, RulesError
from blackjack.strict_json import (
    MalformedError,
    load_json,
    read_list,
    read_object,
    read_text,
    read_whole,
)
from blackjack.transcript import CANCELLED, COMPLETED, HOUSE, PLAYER, VERSION

_KEYS = (
    "version",
    "shoe",
    "decks",
    "reshuffle",
    "cut",
    "commitment",
    "server_seed",
    "rules",
    keys.DEALS,
)
_OPTIONAL = ("rest", "log", "digest")
_DEAL_KEYS = ("nonce", "seat_seeds", "status", "cards", "bets", "decisions", "settlement")
_DRAWN_KEYS = ("nonce", "entropy", "cards")
_SHOE = re.compile(r"[A-Za-z0-9._:-]{1,64}", re.ASCII)
_BOX = re.compile(r"[1-7]", re.ASCII)


@dataclass(frozen=True, slots=True)
class DrawnCards:
    """Cards drawn outside a deal: burned ones, or the rest of the shoe."""

    nonce: int
    entropy: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ListedDeal:
    """One deal as it is listed; stakes are units of the reading `Transcript.places`.

    `by_house` are the numbers, from 1, of the decisions that the house made for an absent player.
    """

    nonce: int
    seat_seeds: Mapping[int, str]
    cancelled: bool
    cards: tuple[str, ...]
    bets: tuple[Bet, ...]
    decisions: tuple[str, ...]
    by_house: tuple[int, ...]
    settlement: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Transcript:
    """A document in the form of a transcript; `raw` is the document itself."""

    raw: Mapping[str, Any]
    rules: Rules
    places: int
    burned: DrawnCards | None
    deals: tuple[ListedDeal, ...]
    rest: DrawnCards | None
    log: tuple[Mapping[str, Any], ...]


def read_transcript(data: str | bytes | Mapping[str, Any]) -> Transcript:
    """Return the transcript in `data`, JSON text or its value; what is no transcript is a MalformedError."""
    raw = read_object(
        load_json(data) if isinstance(data, (str, bytes)) else data, "transcript", _KEYS, _OPTIONAL
    )
    _read_head(raw)
    rules = _read_rules(raw["rules"])
    places = exact_places(rules)
    listed = read_list(raw[keys.DEALS], keys.DEALS)
    burned = _read_drawn(listed[0], f"{keys.DEALS}[0]") if listed and _is_burn(listed[0]) else None
    start = 0 if burned is None else 1
    deals = [
        _read_deal(value, f"{keys.DEALS}[{place}]", places)
        for place, value in enumerate(listed[start:], start)
    ]
    rest = _read_drawn(raw["rest"], "rest") if "rest" in raw else None
    return Transcript(raw, rules, places, burned, tuple(deals), rest, _read_log(raw))


def _read_head(raw: Mapping[str, Any]) -> None:
    if read_whole(raw["version"], "version") != VERSION:
        raise MalformedError("version", f"{VERSION} is expected")
    if _SHOE.fullmatch(read_text(raw["shoe"], "shoe")) is None:
        raise MalformedError("shoe", "1 to 64 letters, digits and . _ : - are expected")
    if raw["decks"] != "infinite":
        read_whole(raw["decks"], "decks")
    if raw["cut"] is not None:
        read_whole(raw["cut"], "cut")
    for key in ("reshuffle", "commitment", *(["digest"] if "digest" in raw else [])):
        read_text(raw[key], key)
    _read_seed(check_server_seed, raw["server_seed"], "server_seed")


def _read_seed(checked: Any, value: object, where: str) -> str:
    try:
        return str(checked(value))
    except SeedError as error:
        raise MalformedError(where, f"{error.allowed} expected") from error


def _read_rules(value: object) -> Rules:
    try:
        return Rules.from_dict(read_object(value, "rules", FIELDS))
    except RulesError as error:
        raise MalformedError("rules", str(error)) from error


def _is_burn(value: object) -> bool:
    return isinstance(value, dict) and "entropy" in value


def _read_drawn(value: object, where: str) -> DrawnCards:
    drawn = read_object(value, where, _DRAWN_KEYS)
    nonce, entropy = (
        read_whole(drawn["nonce"], f"{where}.nonce"),
        read_text(drawn["entropy"], f"{where}.entropy"),
    )
    return DrawnCards(nonce, entropy, _read_cards(drawn["cards"], where))


def _read_cards(value: object, where: str) -> tuple[str, ...]:
    return tuple(read_text(card, f"{where}.cards") for card in read_list(value, f"{where}.cards"))


def _read_deal(value: object, where: str, places: int) -> ListedDeal:
    listed = read_object(value, where, _DEAL_KEYS)
    if listed["status"] not in (COMPLETED, CANCELLED):
        raise MalformedError(f"{where}.status", f"{COMPLETED!r} or {CANCELLED!r} is expected")
    bets = read_list(listed["bets"], f"{where}.bets")
    made = read_list(listed["decisions"], f"{where}.decisions")
    if not isinstance(listed["settlement"], dict):
        raise MalformedError(f"{where}.settlement", "an object is expected")
    decisions = [_read_decision(one, f"{where}.decisions[{i}]") for i, one in enumerate(made)]
    return ListedDeal(
        read_whole(listed["nonce"], f"{where}.nonce"),
        _read_seat_seeds(listed["seat_seeds"], f"{where}.seat_seeds"),
        listed["status"] == CANCELLED,
        _read_cards(listed["cards"], where),
        tuple(_read_bet(bet, f"{where}.bets[{i}]", places) for i, bet in enumerate(bets)),
        tuple(action for action, _ in decisions),
        tuple(number for number, (_, by) in enumerate(decisions, 1) if by == HOUSE),
        listed["settlement"],
    )


def _read_seat_seeds(value: object, where: str) -> dict[int, str]:
    if not isinstance(value, dict) or not value:
        raise MalformedError(where, "an object with at least one seat is expected")
    for box in value:
        if _BOX.fullmatch(box) is None:
            raise MalformedError(where, f"{box!r:.40} is no seat")
    return {
        int(box): _read_seed(check_seat_seed, seed, f"{where}.{box}") for box, seed in value.items()
    }


def _read_bet(value: object, where: str, places: int) -> Bet:
    bet = read_object(value, where, (keys.BOX, "stake"), ("side_bets", "behind"))
    side_bets = bet.get("side_bets", {})
    if not isinstance(side_bets, dict):
        raise MalformedError(f"{where}.side_bets", "an object is expected")
    stakes = {
        name: _read_amount(side_bets[name], f"{where}.side_bets", places) for name in side_bets
    }
    stake = _read_amount(bet["stake"], f"{where}.stake", places)
    followers = read_list(bet.get("behind", []), f"{where}.behind")
    behind = [_read_behind(one, f"{where}.behind[{i}]", places) for i, one in enumerate(followers)]
    return Bet(read_whole(bet[keys.BOX], f"{where}.{keys.BOX}"), stake, stakes, tuple(behind))


def _read_behind(value: object, where: str, places: int) -> Behind:
    follower = read_object(value, where, ("stake", "choice"))
    if follower["choice"] not in get_args(Choice):
        raise MalformedError(f"{where}.choice", "'follow', 'left' or 'right' is expected")
    return Behind(_read_amount(follower["stake"], f"{where}.stake", places), follower["choice"])


def _read_amount(value: object, where: str, places: int) -> int:
    try:
        units = parse_amount(value, places)
    except AmountError as error:
        raise MalformedError(where, str(error)) from error
    if decimal_text(units, places) != value:
        raise MalformedError(where, f"{value!r} is to be written {decimal_text(units, places)!r}")
    return units


def _read_decision(value: object, where: str) -> tuple[str, str]:
    """Return the action and who made it."""
    decision = read_object(value, where, ("action", "by"))
    by = decision["by"]
    if by not in (PLAYER, HOUSE):
        raise MalformedError(f"{where}.by", f"{PLAYER!r} or {HOUSE!r} is expected")
    return read_text(decision["action"], f"{where}.action"), by


def _read_log(raw: Mapping[str, Any]) -> tuple[Mapping[str, Any], ...]:
    lines = read_list(raw.get("log", []), "log")
    if "log" in raw and len(lines) not in (1, 2):
        raise MalformedError("log", "the announcing and the opening line are expected")
    return tuple(read_line(line, f"log[{place}]") for place, line in enumerate(lines))
