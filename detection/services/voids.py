"""Players whose rounds were voided or given back are judged again."""

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from casino.models import Void, VoidStep
from detection.models import Watermark
from detection.services.building import make_due

NAME: Final = "voids"
OVERLAP: Final = timedelta(hours=1)
"""Voids are read again for this long: their times are drawn before they are committed."""


@transaction.atomic
def follow_voids() -> int:
    """Make the players of new voids and undone voids due. Returns how many players."""
    Watermark.objects.get_or_create(name=NAME)
    mark = Watermark.objects.select_for_update().get(name=NAME)
    since, now = mark.at, timezone.now()
    voids, undone = Void.objects.all(), VoidStep.objects.filter(kind=VoidStep.Kind.UNDO)
    if since is not None:
        voids = voids.filter(at__gte=since - OVERLAP)
        undone = undone.filter(at__gte=since - OVERLAP)
    seen = _seen(mark)
    keys = {("void", pk): player for pk, player in voids.values_list("pk", "player_id")}
    keys |= {("undo", pk): player for pk, player in undone.values_list("pk", "player_id")}
    players = {player for key, player in keys.items() if _name(key) not in seen}
    make_due(sorted(players), again=True)
    mark.at, mark.notes = now, sorted(_name(key) for key in keys)
    mark.save(update_fields=["at", "notes"])
    return len(players)


def _seen(mark: Watermark) -> set[str]:
    return set(mark.notes)


def _name(key: tuple[str, int]) -> str:
    kind, number = key
    return f"{kind} {number}"
