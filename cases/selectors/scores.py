"""Scores of players and cases from current flags, and the kinds of case that a signal belongs to."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Set as AbstractSet
from dataclasses import dataclass

from django.utils import timezone

from cases.models import CaseTopic
from cases.selectors.persons import find_same_people
from cases.values import kind_of_family, kind_of_opening
from detection.models import Flag, Mute
from detection.selectors.mutes import is_mutable
from signals.catalogue import SIGNALS
from signals.definition import Family
from signals.scores import (
    HELD_FROM,
    HOLDING_FAMILIES,
    HOLDING_SIGNALS,
    compute_hold_score,
    compute_score,
)


def kinds_of_signal(signal: str) -> frozenset[CaseTopic]:
    """Return the kinds of case that a flag of this signal belongs to; all evidence is shown in money-laundering cases."""
    known = SIGNALS.get(signal)
    if known is None:
        return frozenset()
    found = {CaseTopic.LAUNDERING, kind_of_family(known.family)}
    if known.opens is not None:
        found.add(kind_of_opening(known.opens))
    if known.family is Family.PROTECTION:
        found.discard(CaseTopic.LAUNDERING)
    return frozenset(found)


def kind_of_signal(signal: str) -> CaseTopic:
    """Return the kind of case that a signal's flags belong to; unknown signals are as money laundering, the most hidden."""
    known = SIGNALS.get(signal)
    if known is None:
        return CaseTopic.LAUNDERING
    if known.opens and not known.severity:
        return kind_of_opening(known.opens)
    return kind_of_family(known.family)


def list_mutable_signals(kinds: Collection[CaseTopic]) -> list[str]:
    """Return the signals that may be muted and that cases of these kinds show."""
    shown = frozenset(kinds)
    return [
        name
        for name, signal in SIGNALS.items()
        if is_mutable(signal) and kinds_of_signal(name) & shown
    ]


def list_signals_of_kind(kind: CaseTopic) -> list[str]:
    """Return the signals that a case of this kind shows, whoever reads it: nobody learns there of another kind of case."""
    return [signal for signal in SIGNALS if kind in kinds_of_signal(signal)]


def score_flags(flags: Iterable[Flag]) -> int:
    """Return the score of current flags; each signal counts once."""
    return compute_score(_triples(flags))


def score_hold(flags: Iterable[Flag]) -> int:
    """Return the score of the signals that may hold withdrawals: AML, MA, COL and INT1."""
    return compute_hold_score(_triples(flags))


def may_hold(signal: str) -> bool:
    known = SIGNALS.get(signal)
    return known is not None and (known.family in HOLDING_FAMILIES or signal in HOLDING_SIGNALS)


def _triples(flags: Iterable[Flag]) -> list[tuple[str, Family, int]]:
    return [
        (one.signal, SIGNALS[one.signal].family, SIGNALS[one.signal].severity)
        for one in flags
        if one.signal in SIGNALS
    ]


@dataclass(frozen=True, slots=True)
class PlayerFlags:
    """A player's current flags, with those of other `accounts` of the same person, the kept one first."""

    player: int
    flags: tuple[Flag, ...]
    accounts: tuple[int, ...] = ()

    @property
    def players(self) -> tuple[int, ...]:
        """All accounts of the person."""
        return self.accounts or (self.player,)

    @property
    def score(self) -> int:
        return score_flags(self.flags)

    @property
    def hold_score(self) -> int:
        return score_hold(self.flags)

    def of_kind(self, kind: CaseTopic) -> tuple[Flag, ...]:
        return tuple(one for one in self.flags if kind in kinds_of_signal(one.signal))


def load_current_flags(players: Iterable[int] | None = None) -> Mapping[int, PlayerFlags]:
    """Return the current flags by player, muted signals left out; of all players without `players`.

    A flag of two players counts for both, and one of a merged duplicate for all accounts of the person. The rounds of all
    players' flags are not loaded: they may be millions. Three queries.
    """
    mutes = Mute.objects.filter(until__gt=timezone.now(), ended_at=None)
    muted = set(mutes.values_list("player_id", "signal"))
    rows = Flag.objects.filter(state=Flag.State.CURRENT).order_by("pk")
    same = find_same_people()
    wanted = None if players is None else set(players)
    if wanted is None:
        rows = rows.defer("rounds")
    else:
        theirs = {account for one in wanted for account in same.get(one, (one,))}
        rows = rows.filter(player__in=theirs) | rows.filter(other__in=theirs)
    found: dict[int, list[Flag]] = defaultdict(list)
    for flag in rows:
        for player in _counts_for(flag, muted, same):
            if wanted is None or player in wanted:
                found[player].append(flag)
    return {
        player: PlayerFlags(player, tuple(flags), same.get(player, ()))
        for player, flags in found.items()
    }


def _counts_for(
    flag: Flag, muted: AbstractSet[tuple[int, str]], same: Mapping[int, tuple[int, ...]]
) -> set[int]:
    """Return the accounts that a flag counts for: those of its players for whom the signal is not muted."""
    own = [one for one in (flag.player_id, flag.other_id) if one is not None]
    heard = [one for one in own if (one, flag.signal) not in muted]
    return {account for one in heard for account in same.get(one, (one,))}


def load_holding_flags(player: int) -> PlayerFlags | None:
    """Return the current flags of a player whose withdrawals must be held, else None. Two queries without flags."""
    accounts = find_same_people().get(player, (player,))
    current = Flag.objects.filter(state=Flag.State.CURRENT)
    own = current.filter(player__in=accounts) | current.filter(other__in=accounts)
    if not own.exists():
        return None
    found = load_current_flags([player]).get(player)
    return found if found is not None and found.hold_score >= HELD_FROM else None
