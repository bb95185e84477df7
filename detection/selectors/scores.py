"""Scores of players: severities of their current flags, without muted signals."""

from collections import defaultdict
from collections.abc import Collection, Iterable

from django.utils import timezone

from detection.models import Flag, Mute
from signals.catalogue import SIGNALS
from signals.definition import SignalScope
from signals.scores import compute_score


def current_flags(players: Collection[int]) -> dict[int, list[Flag]]:
    """Return the current flags that count, by player. Two queries."""
    now = timezone.now()
    mutes = Mute.objects.filter(player__in=players, until__gt=now, ended_at=None)
    muted = set(mutes.values_list("player", "signal"))
    found: dict[int, list[Flag]] = defaultdict(list)
    flags = Flag.objects.filter(player__in=players, state=Flag.State.CURRENT)
    for flag in flags.order_by("raised_at", "pk"):
        if (flag.player_id, flag.signal) not in muted:
            found[flag.player_id].append(flag)
    return dict(found)


def find_scores(players: Collection[int]) -> dict[int, int]:
    """Return the score of each player, 0 without flags. Two queries."""
    flags = current_flags(players)
    return {player: score_flags(flags.get(player, [])) for player in players}


def find_score(player: int) -> int:
    """Return a player's score. Two queries."""
    return find_scores([player])[player]


def score_flags(flags: Iterable[Flag], only: Collection[str] | None = None) -> int:
    """Return the score of these flags, of the signals in `only` if given. Unknown signals do not count."""
    return compute_score(
        (flag.signal, SIGNALS[flag.signal].family, SIGNALS[flag.signal].severity)
        for flag in flags
        if flag.signal in SIGNALS
        and SIGNALS[flag.signal].scope is not SignalScope.HOUSE
        and (only is None or flag.signal in only)
    )
