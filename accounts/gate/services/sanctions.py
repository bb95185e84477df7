"""Possible persons on the sanctions list among players: found by name and birth date, decided by two people.

A match refuses the player until it is decided, and for good if it is the same person.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any, Final

from django.db import transaction

from accounts.gate.selectors.lists import list_in_force
from accounts.gate.values.signed_lists import ListKind
from accounts.models.gate import ListLoad, SanctionsEntry, SanctionsMatch
from accounts.models.users import User
from accounts.values.encryption import keyed_digest
from accounts.values.name_similarity import sort_letters
from journal.models import EventKind
from journal.services.recording import record

_BATCH: Final = 5000
_Entries = Mapping[str, list[SanctionsEntry]]


def match_all_players(load: ListLoad) -> None:
    """Compare all players with a list that came into force; each player is looked up once."""
    by_name = _group(SanctionsEntry.objects.filter(load=load).iterator(_BATCH))
    players = User.objects.filter(is_staff=False, is_guest=False).exclude(full_name="")
    for player in players.only("pk", "full_name", "birth_date").iterator(_BATCH):
        _record_matches(player, load, by_name)


def match_player(player: User) -> None:
    """Compare one player, whose name or birth date was entered or corrected, with the list in force."""
    load = list_in_force(ListKind.SANCTIONS)
    if load is not None and player.full_name:
        letters = sort_letters(player.full_name)
        found = SanctionsEntry.objects.filter(load=load, letters=letters)
        _record_matches(player, load, {letters: list(found)})


def _group(entries: Iterable[SanctionsEntry]) -> _Entries:
    """Entries by the letters of their name, so that order, accents and word division do not matter."""
    found: dict[str, list[SanctionsEntry]] = defaultdict(list)
    for one in entries:
        found[one.letters].append(one)
    return found


def _record_matches(player: User, load: ListLoad, by_name: _Entries) -> None:
    for entry in _find_matches(player, by_name):
        _record_match(player, load, entry)


def _find_matches(player: User, by_name: _Entries) -> Iterator[SanctionsEntry]:
    for entry in by_name.get(sort_letters(player.full_name), ()):
        if _is_possible(player.birth_date, entry.birth):
            yield entry


def _is_possible(birth_date: date | None, listed: str) -> bool:
    """Return whether the dates allow one person: a list may know the year alone, or nothing."""
    return birth_date is None or birth_date.isoformat().startswith(listed)


@transaction.atomic
def _record_match(player: User, load: ListLoad, entry: SanctionsEntry) -> None:
    about: dict[str, Any] = {
        "player": player,
        "source": load.source,
        "reference": entry.reference,
        "name": entry.name,
        "birth": entry.birth,
    }
    digest = keyed_digest(f"name of player {player.pk}", player.full_name)
    # rows of earlier releases have the name itself
    if SanctionsMatch.objects.filter(**about, player_name=player.full_name).exists():
        return
    _, is_new = SanctionsMatch.objects.get_or_create(**about, player_name=digest)
    if is_new:
        data = {"list": load.source, "reference": entry.reference}
        record(EventKind.SANCTIONS_MATCHED, subject=f"user {player.pk}", data=data)
