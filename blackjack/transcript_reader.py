"""Parsing of a transcript and validation of its form; `verification` checks its content."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from blackjack import keys
from blackjack.bets import Bet, exact_places, smallest_unit
from blackjack.exchange import Exchange
from blackjack.fairness import check_seal, check_seat_seed, check_server_seed
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
from blackjack.transcript import (
    CANCELLED,
    COMPLETED,
    HOUSE,
    PLAYER,
    RESTORE,
    SEALED_VERSION,
    VERSIONS,
)
from blackjack.transcript_parts import (
    Amounts,
    Bettor,
    read_aborted,
    read_bet,
    read_boxes,
    read_by_box,
    read_seed,
)

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
_OPTIONAL = ("rest", "log", "digest", "incomplete")
_DEAL_KEYS = ("nonce", "seat_seeds", "status", "cards", "bets", "decisions", "settlement")
_SEALED_KEYS = ("seals", "plain", "aborted")
_DRAWN_KEYS = ("nonce", "entropy", "cards")
_SHOE = re.compile(r"[A-Za-z0-9._:-]{1,64}", re.ASCII)


@dataclass(frozen=True, slots=True)
class DrawnCards:
    """Cards drawn outside a deal: burned ones, or the rest of the shoe."""

    nonce: int
    entropy: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ListedDeal:
    """One deal as listed; stakes are in units of 10^-`Transcript.places`.

    `by_house` are the numbers, from 1, of the decisions made by the house. `exchange` has the seat
    seeds, none if every exchange was `aborted`; `sealed` is True if the deal lists seals. `unknown`
    are the bettors whose amounts are hidden from the reader.
    """

    nonce: int
    exchange: Exchange
    aborted: tuple[Exchange, ...]
    sealed: bool
    cancelled: bool
    cards: tuple[str, ...]
    bets: tuple[Bet, ...]
    decisions: tuple[str, ...]
    by_house: tuple[int, ...]
    settlement: Mapping[str, Any]
    unknown: frozenset[Bettor]


@dataclass(frozen=True, slots=True)
class Transcript:
    """A document in the form of a transcript; `raw` is the document itself.

    `incomplete` is True if a restore from a backup lost the deals after those listed.
    """

    raw: Mapping[str, Any]
    rules: Rules
    places: int
    burned: DrawnCards | None
    deals: tuple[ListedDeal, ...]
    rest: DrawnCards | None
    log: tuple[Mapping[str, Any], ...]
    incomplete: bool

    @property
    def dealt(self) -> list[ListedDeal]:
        return [deal for deal in self.deals if deal.exchange.openings]


def read_transcript(data: str | bytes | Mapping[str, Any]) -> Transcript:
    """Parse a transcript from JSON text or its value. Raises MalformedError."""
    raw = read_object(
        load_json(data) if isinstance(data, (str, bytes)) else data, "transcript", _KEYS, _OPTIONAL
    )
    is_sealed_version = _read_head(raw)
    rules = _read_rules(raw["rules"])
    places = exact_places(rules)
    amounts = Amounts(places, 2 * smallest_unit(rules) if is_sealed_version else None)
    listed = read_list(raw[keys.DEALS], keys.DEALS)
    burned = _read_drawn(listed[0], f"{keys.DEALS}[0]") if listed and _is_burn(listed[0]) else None
    start = 0 if burned is None else 1
    deals = [
        _read_deal(value, f"{keys.DEALS}[{place}]", amounts)
        for place, value in enumerate(listed[start:], start)
    ]
    rest = _read_drawn(raw["rest"], "rest") if "rest" in raw else None
    return Transcript(
        raw, rules, places, burned, tuple(deals), rest, _read_log(raw), "incomplete" in raw
    )


def _read_head(raw: Mapping[str, Any]) -> bool:
    """Validate the head, and return whether the version allows sealed deals."""
    version = read_whole(raw["version"], "version")
    if version not in VERSIONS:
        raise MalformedError("version", f"{VERSIONS[0]} or {VERSIONS[1]} is expected")
    is_sealed_version = version == SEALED_VERSION
    if "incomplete" in raw and not (is_sealed_version and raw["incomplete"] == RESTORE):
        raise MalformedError("incomplete", f"{RESTORE!r} in version {SEALED_VERSION} is expected")
    if _SHOE.fullmatch(read_text(raw["shoe"], "shoe")) is None:
        raise MalformedError("shoe", "1 to 64 letters, digits and . _ : - are expected")
    if raw["decks"] != "infinite":
        read_whole(raw["decks"], "decks")
    if raw["cut"] is not None:
        read_whole(raw["cut"], "cut")
    for key in ("reshuffle", "commitment", *(["digest"] if "digest" in raw else [])):
        read_text(raw[key], key)
    read_seed(check_server_seed, raw["server_seed"], "server_seed")
    return is_sealed_version


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


def _read_deal(value: object, where: str, amounts: Amounts) -> ListedDeal:
    is_sealed = isinstance(value, dict) and amounts.unknown is not None and "seals" in value
    listed = read_object(value, where, (*_DEAL_KEYS, *_SEALED_KEYS) if is_sealed else _DEAL_KEYS)
    if listed["status"] not in (COMPLETED, CANCELLED):
        raise MalformedError(f"{where}.status", f"{COMPLETED!r} or {CANCELLED!r} is expected")
    bets = read_list(listed["bets"], f"{where}.bets")
    made = read_list(listed["decisions"], f"{where}.decisions")
    if not isinstance(listed["settlement"], dict):
        raise MalformedError(f"{where}.settlement", "an object is expected")
    decisions = [_read_decision(one, f"{where}.decisions[{i}]") for i, one in enumerate(made)]
    read = [read_bet(bet, f"{where}.bets[{i}]", amounts) for i, bet in enumerate(bets)]
    exchange, aborted = _read_exchanges(listed, where)
    return ListedDeal(
        read_whole(listed["nonce"], f"{where}.nonce"),
        exchange,
        aborted,
        is_sealed,
        listed["status"] == CANCELLED,
        _read_cards(listed["cards"], where),
        tuple(bet for bet, _ in read),
        tuple(action for action, _ in decisions),
        tuple(number for number, (_, by) in enumerate(decisions, 1) if by == HOUSE),
        listed["settlement"],
        frozenset().union(*(unknown for _, unknown in read)),
    )


def _read_exchanges(listed: Mapping[str, Any], where: str) -> tuple[Exchange, tuple[Exchange, ...]]:
    """Return the exchange that gave the deal's seeds, and those aborted before it."""
    aborted = read_list(listed.get("aborted", []), f"{where}.aborted")
    seeds = read_by_box(
        check_seat_seed,
        listed["seat_seeds"],
        f"{where}.seat_seeds",
        may_be_empty=bool(aborted),
    )
    exchange = Exchange(
        seals=read_by_box(check_seal, listed.get("seals", {}), f"{where}.seals"),
        plain=read_boxes(listed.get("plain", []), f"{where}.plain"),
        openings=seeds,
    )
    read = (read_aborted(one, f"{where}.aborted[{i}]") for i, one in enumerate(aborted))
    return exchange, tuple(read)


def _read_decision(value: object, where: str) -> tuple[str, str]:
    """Return the action, and `PLAYER` or `HOUSE`."""
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
