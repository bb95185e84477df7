"""What the players of a file have in common: linked accounts, pairs at live tables, and their points.

`GroupReader` keeps little of each player: what links accounts, and a few numbers of each deal at a live table.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, TypeAlias, TypeVar

import numpy as np

from signals.catalogue import SIGNALS
from signals.columns import (
    UNITS,
    Columns,
    DealMark,
    Deals,
    Flags,
    Floats,
    History,
    Ints,
)
from signals.definition import SignalScope
from signals.judging import judge_signal
from signals.links import Components, Group, describe_groups, find_components
from signals.outcomes import Outcome
from signals.pairs import BoxResults, PlayerPair, Side, count_shared_deals, find_shared_boxes
from signals.population import Earner, measure_population
from signals.reading.players import PlayerRead
from signals.traces import Shared, Traces, digest_value

_FEWEST_SHARED: Final = 50
_LINKED_BY: Final = "MA1"
_ROUNDS: Final = 1 << 32
"""More than a player has: rounds of all players are numbered by player and place."""

Rows = TypeVar("Rows", bound=Columns)
Thresholds: TypeAlias = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class GroupOutcome:
    """An outcome that concerns these players, with what was judged. `rounds` are places in the file, by player."""

    signal: str
    players: tuple[str, ...]
    outcome: Outcome
    given: Any
    rounds: Mapping[str, list[int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Watched(Columns):
    """The little that pairs need of a deal at a live table."""

    deal: Ints
    shoe: Ints
    round: Ints
    at: Floats
    running: Ints
    left: Ints
    stake: Ints


@dataclass(slots=True)
class _Account:
    name: str
    rounds: int = 0
    points: float = 0.0
    loss: float = 0.0
    deals: list[_Watched] = field(default_factory=list)
    boxes: list[BoxResults] = field(default_factory=list)


class GroupReader:
    """Takes the players of a file one by one, and judges what they have in common at the end."""

    def __init__(self) -> None:
        self._accounts: list[_Account] = []
        self._places: dict[str, int] = {}
        self._traces: list[Traces] = []
        self._same: list[tuple[str, str]] = []

    def add(self, read: PlayerRead) -> None:
        """Take a player. A name given twice is one account."""
        history = read.history
        place = self._places.setdefault(history.player, len(self._accounts))
        if place == len(self._accounts):
            self._accounts.append(_Account(history.player))
        account = self._accounts[place]
        self._traces.append(_find_traces(place, history, read.person))
        if "same_as" in read.person:
            self._same.append((history.player, read.person["same_as"]))
        real = history.deals.marks & int(DealMark.PLAY_MONEY) == 0
        account.rounds += int(np.count_nonzero(real & history.deals.played))
        account.points += history.points
        account.loss += _estimate_loss(history, real)
        live = history.deals.take(real & (history.deals.marks & int(DealMark.LIVE) > 0))
        watched = _Watched(*(getattr(live, one.name) for one in fields(_Watched)))
        account.deals.append(replace(watched, round=_number_rounds(place, watched.round)))
        boxes = replace(read.boxes, round=_number_rounds(place, read.boxes.round))
        account.boxes.append(boxes.take(np.isin(boxes.deal, live.deal)))

    def judge(self, thresholds: Thresholds) -> Iterator[GroupOutcome]:
        """Judge groups, pairs and points by the thresholds of each signal."""
        linked_from = {**SIGNALS[_LINKED_BY].defaults, **thresholds.get(_LINKED_BY, {})}["sum"]
        components = find_components(
            len(self._accounts), self._join_traces(), linked_from, self._merge()
        )
        yield from self._judge_groups(components, thresholds)
        yield from self._judge_pairs(components, thresholds)
        yield from self._judge_points(thresholds)

    def _join_traces(self) -> Traces:
        return _join(self._traces, Traces)

    def _merge(self) -> Ints:
        known = [
            (self._places[name], self._places[kept])
            for name, kept in self._same
            if kept in self._places
        ]
        return np.array(known, np.int64).reshape(-1, 2)

    def _judge_groups(
        self, components: Components, thresholds: Thresholds
    ) -> Iterator[GroupOutcome]:
        grouped: set[int] = set()
        names = [account.name for account in self._accounts]
        for found in describe_groups(components, self._join_traces(), names):
            grouped |= set(found.accounts.tolist())
            group = found.group
            yield from _judge_all(SignalScope.GROUP, group, group.members, thresholds)
        for place, account in enumerate(self._accounts):
            if components.same[place] == place and place not in grouped:
                alone = Group((account.name,))
                yield from _judge_all(SignalScope.GROUP, alone, alone.members, thresholds)

    def _judge_pairs(
        self, components: Components, thresholds: Thresholds
    ) -> Iterator[GroupOutcome]:
        sides, boxes = self._build_sides(components)
        for one, other in self._find_pairs(components, sides):
            pair = PlayerPair(
                sides[one],
                sides[other],
                bool(components.label[one] == components.label[other]),
                find_shared_boxes(boxes[one], boxes[other]),
            )
            players = (pair.one.player, pair.other.player)
            for found in _judge_all(SignalScope.PAIR, pair, players, thresholds):
                yield replace(found, rounds=self._list_rounds(found.outcome))

    def _list_rounds(self, outcome: Outcome) -> dict[str, list[int]]:
        rounds: defaultdict[str, list[int]] = defaultdict(list)
        for number in outcome.rounds[outcome.rounds > 0].tolist():
            place, given = divmod(number, _ROUNDS)
            rounds[self._accounts[place].name].append(given)
        return dict(rounds)

    def _build_sides(self, components: Components) -> tuple[dict[int, Side], dict[int, BoxResults]]:
        """Live play of each person: that of all accounts found to be the same."""
        deals: defaultdict[int, list[_Watched]] = defaultdict(list)
        results: defaultdict[int, list[BoxResults]] = defaultdict(list)
        rounds: defaultdict[int, int] = defaultdict(int)
        for place, account in enumerate(self._accounts):
            person = int(components.same[place])
            deals[person] += account.deals
            results[person] += account.boxes
            rounds[person] += account.rounds
        sides = {
            person: Side(
                self._accounts[person].name, rounds[person], _widen(_join(watched, _Watched))
            )
            for person, watched in deals.items()
        }
        return sides, {person: _join(rows, BoxResults) for person, rows in results.items()}

    def _find_pairs(
        self, components: Components, sides: Mapping[int, Side]
    ) -> list[tuple[int, int]]:
        """Pairs with enough shared deals, and linked ones with any."""
        played = {person: side.deals.deal[side.deals.played] for person, side in sides.items()}
        people = np.repeat(
            np.array(list(played), np.int64), [len(deals) for deals in played.values()]
        )
        deals = np.concatenate([np.zeros(0, np.int64), *played.values()])
        one, other, shared = count_shared_deals(deals, people)
        linked = components.label[one] == components.label[other]
        chosen = (shared >= _FEWEST_SHARED) | linked
        return list(zip(one[chosen].tolist(), other[chosen].tolist(), strict=True))

    def _judge_points(self, thresholds: Thresholds) -> Iterator[GroupOutcome]:
        points = np.array([account.points for account in self._accounts], np.float64)
        losses = np.array([account.loss for account in self._accounts], np.float64)
        population = measure_population(points, losses)
        for account in self._accounts:
            earner = Earner(account.name, account.points, account.loss, population)
            yield from _judge_all(SignalScope.POPULATION, earner, (account.name,), thresholds)


def _number_rounds(account: int, rounds: Ints) -> Ints:
    return np.where(rounds > 0, account * _ROUNDS + rounds, 0)


def _judge_all(
    scope: SignalScope, given: Any, players: tuple[str, ...], thresholds: Thresholds
) -> Iterator[GroupOutcome]:
    for signal in SIGNALS.values():
        if signal.scope is scope:
            outcome = judge_signal(signal, given, thresholds.get(signal.id, {}))
            yield GroupOutcome(signal.id, players, outcome, given)


def _find_traces(place: int, history: History, person: Mapping[str, str]) -> Traces:
    visits = history.visits
    rows: list[tuple[Shared, int, float, float]] = [
        (kind, digest_value(_squeeze(person[name])), 0.0, 0.0)
        for kind, name in ((Shared.PHONE, "phone"), (Shared.DOCUMENT, "document"))
        if name in person
    ]
    methods = {*history.deposits.method.tolist(), *history.withdrawals.method.tolist()}
    for kind, values in ((Shared.METHOD, methods), (Shared.DEVICE, set(visits.device.tolist()))):
        rows += [(kind, digest_value(value), 0.0, 0.0) for value in sorted(values) if value]
    rows += [
        (Shared.NETWORK, digest_value(network, agent), begun, ended)
        for network, agent, begun, ended in zip(
            visits.network.tolist(),
            visits.agent.tolist(),
            visits.begun.tolist(),
            visits.ended.tolist(),
            strict=True,
        )
        if network and agent
    ]
    if not rows:
        return Traces.empty()
    columns = [np.array(column) for column in zip(*rows, strict=True)]
    return Traces(np.full(len(rows), place), *columns)


def _squeeze(text: str) -> str:
    """A number of a phone or document without spaces and signs."""
    return "".join(filter(str.isalnum, text)).casefold()


def _estimate_loss(history: History, real: Flags) -> float:
    """Theoretical loss in USD: first bets by what their rules keep of a bet on a fresh shoe."""
    total = 0.0
    deals = history.deals
    for number, rules in enumerate(history.rules if history.points else ()):
        worth = history.worth_of(rules)
        if worth is not None:
            total -= worth.base * float(deals.stake[real & (deals.rules == number)].sum()) / UNITS
    return total


def _join(parts: list[Rows], kind: type[Rows]) -> Rows:
    names = [one.name for one in fields(kind)]
    rows = [kind.empty(), *parts]
    return kind(*(np.concatenate([getattr(part, name) for part in rows]) for name in names))


def _widen(watched: _Watched) -> Deals:
    """Return the deals as `Deals`, in order of time; what pairs don't need is 0."""
    order = np.argsort(watched.at, kind="stable")
    zeros = np.zeros(len(watched), np.int64)
    columns: dict[str, Any] = {one.name: zeros for one in fields(Deals)}
    columns |= {one.name: getattr(watched, one.name)[order] for one in fields(_Watched)}
    return Deals(**{**columns, "marks": zeros + int(DealMark.LIVE)})
