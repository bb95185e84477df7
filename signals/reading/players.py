"""Players of a file, one by one: `read_players`."""

from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

import numpy as np

from blackjack.rules import Rules
from blackjack.strict_json import MalformedError, load_json, read_list, read_object
from signals.columns import (
    Columns,
    DealMark,
    Deals,
    Decisions,
    Deviations,
    EarlyShoeEnds,
    GainChances,
    History,
    Payments,
    Protection,
    ProtectionAct,
    Visits,
)
from signals.pairs import BoxResults
from signals.reading.fields import (
    UNKNOWN_TIME,
    read_choice,
    read_country,
    read_flag,
    read_label,
    read_moment,
    read_money,
    read_name,
    read_optional,
    read_rows,
    read_zone,
)
from signals.reading.rounds import RulesBook, read_round
from signals.reading.shoes import SeenCards, find_shoe_ends, follow_shoes
from signals.traces import digest_value

Rows = TypeVar("Rows", bound=Columns)

_KEYS: Final = (
    "registered_at",
    "closed_at",
    "zone",
    "country",
    "points",
    "phone",
    "document",
    "same_as",
    "visits",
    "deposits",
    "withdrawals",
    "protection",
    "rounds",
)
_ACTS: Final = {act.name.lower(): act.value for act in ProtectionAct if act.name}
_UNITS: Final = 10_000


@dataclass(frozen=True, slots=True)
class Unreplayable:
    """A round that is left out: its place among `rounds`, from 1, and why."""

    round: int
    why: str


@dataclass(frozen=True, slots=True)
class PlayerRead:
    """A player of the file. `late_shoes` counts shoes whose first deals are missing: their count starts at the first one given.

    `person` has what links accounts: "phone", "document", "same_as" (the account that this one duplicates). `boxes` are
    those of rounds at live tables.
    """

    line: int
    history: History
    person: Mapping[str, str] = field(default_factory=dict)
    rounds: int = 0
    voided: int = 0
    late_shoes: int = 0
    unreplayable: tuple[Unreplayable, ...] = ()
    boxes: BoxResults = field(default_factory=BoxResults.empty)


@dataclass(frozen=True, slots=True)
class LineProblem:
    """A line that is not of the format; nothing of it is judged."""

    line: int
    where: str
    problem: str


def read_players(
    lines: Iterable[str | bytes], *, with_deviations: bool = True
) -> Iterator[PlayerRead | LineProblem]:
    """Read a file line by line; no more than one player is kept in memory. Empty lines count but say nothing.

    Deviations from the chart take most of the time; only INT1 reads them.
    """
    book = RulesBook()
    lines_of: dict[str, int] = {}
    for number, text in enumerate(lines, 1):
        line = _strip_mark(text) if number == 1 else text
        if not line.strip():
            continue
        try:
            given = load_json(line)
            if isinstance(given, dict) and set(given) == {"rules"}:
                book.define(given["rules"])
                continue
            read = _read_player(given, number, book, with_deviations=with_deviations)
            first = lines_of.setdefault(read.history.player, number)
            problem = LineProblem(number, "player", f"given on line {first} already")
            yield read if first == number else problem
        except MalformedError as error:
            yield LineProblem(number, error.where, error.problem)


def _strip_mark(line: str | bytes) -> str | bytes:
    """Leave out the mark with which some editors begin a file (BOM)."""
    return line.removeprefix(BOM_UTF8) if isinstance(line, bytes) else line.removeprefix("\ufeff")


def _read_player(value: object, line: int, book: RulesBook, *, with_deviations: bool) -> PlayerRead:
    given = read_object(value, "line", ("player",), _KEYS)
    name = read_name(given["player"], "player")
    person = {
        key: read_name(given[key], key)
        for key in ("phone", "document", "same_as")
        if given.get(key) is not None
    }
    items = enumerate(read_list(given.get("rounds") or [], "rounds"))
    rounds = [read_round(one, f"rounds[{place}]", place + 1, book) for place, one in items]
    rules = tuple(dict.fromkeys(one.rules for one in rounds))
    seen, late = follow_shoes(rounds, with_deviations=with_deviations)
    problems = tuple(Unreplayable(one.given.place, one.problem) for one in seen if one.problem)
    kept = [one for one in seen if not one.given.voided and not one.problem]
    history = History(
        player=name,
        rules=rules,
        **_read_columns(given),
        **_build_play(kept, rules),
        shoe_ends=_build_shoe_ends(seen),
        zone=read_optional(given, "zone", "", read_zone, ""),
        country=read_optional(given, "country", "", read_country, ""),
        registered_at=read_optional(given, "registered_at", "", read_moment, UNKNOWN_TIME),
        closed_at=read_optional(given, "closed_at", "", read_moment, UNKNOWN_TIME),
        points=read_optional(given, "points", "", _read_points, 0.0),
    )
    voided = sum(one.voided for one in rounds)
    boxes = _build_boxes(kept)
    return PlayerRead(line, history, person, len(rounds), voided, late, problems, boxes)


def _build_boxes(kept: list[SeenCards]) -> BoxResults:
    """Results by box at live tables with real money."""
    live = [one for one in kept if one.given.marks & DealMark.LIVE]
    rows = [
        (
            digest_value(one.given.table, one.given.shoe, str(one.given.nonce)),
            box,
            one.given.place,
            one.given.time,
            net,
        )
        for one in live
        if one.played is not None and not one.given.marks & DealMark.PLAY_MONEY
        for box, net in one.played.nets.items()
    ]
    return _columns(BoxResults, rows)


def _read_points(value: object, where: str) -> float:
    return 0.0 if value == "0" else read_money(value, where) / _UNITS


def _read_columns(given: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "visits": _columns(Visits, sorted(read_rows(given, "visits", _read_visit))),
        "deposits": _columns(Payments, sorted(read_rows(given, "deposits", _read_payment))),
        "withdrawals": _columns(Payments, sorted(read_rows(given, "withdrawals", _read_payment))),
        "protection": _columns(Protection, sorted(read_rows(given, "protection", _read_act))),
    }


def _columns(kind: type[Rows], rows: list[Any]) -> Rows:
    """Return rows, tuples in the order of the fields, as columns."""
    if not rows:
        return kind.empty()
    return kind(*(np.array(column) for column in zip(*rows, strict=True)))


def _read_visit(value: object, where: str) -> tuple[float, float, str, str, str, str]:
    texts = ("network", "device", "agent")
    given = read_object(value, where, ("begun",), ("ended", "country", *texts))
    begun = read_moment(given["begun"], f"{where}.begun")
    network, device, agent = (read_optional(given, name, where, read_label, "") for name in texts)
    country = read_optional(given, "country", where, read_country, "")
    ended = read_optional(given, "ended", where, read_moment, begun)
    return begun, ended, network, country, device, agent


def _read_payment(value: object, where: str) -> tuple[float, int, str, bool]:
    given = read_object(value, where, ("at", "amount"), ("method", "paid"))
    return (
        read_moment(given["at"], f"{where}.at"),
        read_money(given["amount"], f"{where}.amount"),
        read_optional(given, "method", where, read_label, ""),
        read_optional(given, "paid", where, read_flag, default=True),
    )


def _read_act(value: object, where: str) -> tuple[float, int]:
    given = read_object(value, where, ("at", "kind"))
    kind = read_choice(given["kind"], f"{where}.kind", _ACTS)
    return read_moment(given["at"], f"{where}.at"), kind


def _build_play(kept: list[SeenCards], rules: tuple[Rules, ...]) -> dict[str, Any]:
    numbers = {one: place for place, one in enumerate(rules)}
    deals = [_build_deal(one, numbers[one.given.rules]) for one in kept]
    decisions = [
        (
            row,
            decided.given.made_at,
            _think_time(decided.given.asked_at, decided.given.made_at),
            decided.spot,
            decided.action,
            decided.advised,
            one.running + decided.count,
            max(one.left - decided.drawn, 0),
            decided.given.marks or 0,
        )
        for row, one in enumerate(kept)
        if one.played is not None
        for decided in one.played.decided
    ]
    return {
        "deals": _columns(Deals, deals),
        "decisions": _columns(Decisions, decisions),
        **_build_deviations(kept),
    }


def _build_deviations(kept: list[SeenCards]) -> dict[str, Any]:
    first = 0
    rows: list[tuple[int, float, bool, float, float]] = []
    chances: list[tuple[int, float, float]] = []
    for one in kept:
        if one.played is not None:
            for place, deviation in one.played.deviations:
                chances += [
                    (len(rows), value, chance)
                    for value, chance in zip(deviation.values, deviation.chances, strict=True)
                ]
                right = (deviation.right, deviation.right_chance)
                rows.append((first + place, deviation.gain, *right, deviation.cost))
            first += len(one.played.decided)
    return {
        "deviations": _columns(Deviations, rows),
        "gain_chances": _columns(GainChances, chances),
    }


def _build_deal(one: SeenCards, rules: int) -> tuple[float, ...]:
    given, played = one.given, one.played
    return (
        given.place if played else 0,
        digest_value(given.table, given.shoe, str(given.nonce)),
        given.time,
        given.ended,
        digest_value(given.table),
        rules,
        digest_value(given.table, given.shoe),
        given.nonce,
        one.running,
        one.left,
        played.stake if played else 0,
        played.staked if played else 0,
        played.returned if played else 0,
        given.marks,
    )


def _think_time(asked_at: float, made_at: float) -> float:
    """Seconds; NaN if unknown, or if the clock jumped back in between."""
    think = made_at - asked_at
    return think if think >= 0 else UNKNOWN_TIME


def _build_shoe_ends(seen: list[SeenCards]) -> EarlyShoeEnds:
    ends = find_shoe_ends(one for one in seen if not one.given.marks & DealMark.PLAY_MONEY)
    return _columns(EarlyShoeEnds, [(one.at, one.running, one.left, one.changed) for one in ends])
