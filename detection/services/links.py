"""Links between accounts and the groups they form, built again from what players share."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from typing import Final

from django.db import connection, transaction
from django.utils import timezone

from detection.models import AccountLink, LinkedAccount
from detection.selectors.links import KINDS, load_traces
from detection.selectors.thresholds import find_thresholds
from signals.catalogue import SIGNALS
from signals.columns import Ints
from signals.links import Components, Described, describe_groups, find_components
from signals.traces import WEIGHTS, Common

_LOCK: Final = 7431  # advisory lock: one run at a time
_BATCH: Final = 2000
_Key = tuple[int, int, str]
_Times = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class LinksFound:
    """Result of a run: links and linked players, how many rows changed, and values that too many accounts share."""

    links: int
    players: int
    changed: int
    common: tuple[Common, ...]


@transaction.atomic
def refresh_links() -> LinksFound:
    """Bring links and groups up to date; a repeated run changes nothing. Takes an advisory lock.

    All is found anew, because a threshold, a merged duplicate or a value that became too common can undo old links; only
    the rows that differ are written.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
    now = timezone.now()
    found = load_traces(now)
    threshold = find_thresholds(SIGNALS["MA1"]).values["sum"]
    components = find_components(len(found.players), found.traces, threshold, found.merged)
    players = found.players.tolist()
    links: dict[_Key, _Times] = {}
    grouped: set[int] = set()
    for described in describe_groups(components, found.traces, [""] * len(players)):
        grouped.add(int(components.label[described.accounts[0]]))
        links.update(_date_links(described, players))
    labels = _label_players(components, found.players, grouped)
    changed = _store_links(links) + _store_groups(labels, now)
    return LinksFound(len(links), len(labels), changed, components.common)


def _label_players(components: Components, players: Ints, grouped: set[int]) -> dict[int, int]:
    """Lowest player of the group of each linked player, merged duplicates included."""
    return {
        int(player): int(players[label])
        for player, label in zip(players, components.label.tolist(), strict=True)
        if label in grouped
    }


def _date_links(described: Described, players: list[int]) -> Iterator[tuple[_Key, _Times]]:
    """Links by pair and kind, with the times at which the second of both had the value first, and the first of both last."""
    seen: defaultdict[tuple[int, int], dict[int, tuple[float, float]]] = defaultdict(dict)
    traces = described.traces
    for place, kind, value, begun, ended in zip(
        traces.account.tolist(),
        traces.kind.tolist(),
        traces.value.tolist(),
        traces.begun.tolist(),
        traces.ended.tolist(),
        strict=True,
    ):
        first, last = seen[place, kind].get(value, (begun, ended))
        seen[place, kind][value] = min(first, begun), max(last, ended)
    links = described.group.links
    for one, other, kinds in zip(
        links.one.tolist(), links.other.tolist(), links.kinds.tolist(), strict=True
    ):
        low, high = sorted(players[described.accounts[place]] for place in (one, other))
        for kind, name in KINDS.items():
            if kinds & kind:
                yield (low, high, name), _shared_times(seen[one, kind], seen[other, kind])


def _shared_times(
    one: Mapping[int, tuple[float, float]], other: Mapping[int, tuple[float, float]]
) -> _Times:
    both = one.keys() & other.keys()
    first = min(max(one[value][0], other[value][0]) for value in both)
    last = max(min(one[value][1], other[value][1]) for value in both)
    return datetime.fromtimestamp(first, UTC), datetime.fromtimestamp(max(first, last), UTC)


def _store_links(links: Mapping[_Key, _Times]) -> int:
    rows = AccountLink.objects.values_list("one", "other", "kind", "first_at", "last_at", "pk")
    present: dict[_Key, _Times] = {}
    gone: list[int] = []
    for one, other, kind, first, last, pk in rows.iterator():
        if (one, other, kind) in links:
            present[one, other, kind] = first, last
        else:
            gone.append(pk)
    AccountLink.objects.filter(pk__in=gone).delete()
    different = [key for key, times in sorted(links.items()) if present.get(key) != times]
    weights = {name: WEIGHTS[kind] for kind, name in KINDS.items()}
    fresh = (
        AccountLink(
            one_id=one,
            other_id=other,
            kind=kind,
            weight=weights[kind],
            first_at=links[one, other, kind][0],
            last_at=links[one, other, kind][1],
        )
        for one, other, kind in different
    )
    while batch := list(islice(fresh, _BATCH)):
        AccountLink.objects.bulk_create(
            batch,
            update_conflicts=True,
            unique_fields=["one", "other", "kind"],
            update_fields=["weight", "first_at", "last_at"],
        )
    return len(gone) + len(different)


def _store_groups(labels: Mapping[int, int], now: datetime) -> int:
    present = dict(LinkedAccount.objects.values_list("player", "component"))
    gone = [player for player in present if player not in labels]
    LinkedAccount.objects.filter(pk__in=gone).delete()
    different = [player for player in sorted(labels) if present.get(player) != labels[player]]
    fresh = (
        LinkedAccount(player_id=player, component=labels[player], built_at=now)
        for player in different
    )
    while batch := list(islice(fresh, _BATCH)):
        LinkedAccount.objects.bulk_create(
            batch,
            update_conflicts=True,
            unique_fields=["player"],
            update_fields=["component", "built_at"],
        )
    return len(gone) + len(different)
