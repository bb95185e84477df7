"""Shoes retired after a restore from a backup (docs/fairness.md)."""

from django.utils import timezone

from casino.fairness.selectors.dealing import unseal_server_seed
from casino.fairness.selectors.unsealing import SeedPurpose
from casino.fairness.services.shoes import announce_ahead, mark_shoe_lost
from casino.models import LogLine, Place, Shoe
from casino.refusals import SeedMismatch, SeedUnreadable
from casino.selectors.places import shoes_ahead
from internals.compiled_queries import prepare_insert, prepare_update, write_rows
from journal.models import EventKind
from journal.services.recording import record


def retire_shoes(place: Place) -> int:
    """Retire all shoes of a locked place, reveal their seeds, and announce new ones. Returns how many.

    A seed may have dealt in rounds that the restore lost, so no card is drawn from it again. A seed that cannot be
    read is given up. No round is in progress.
    """
    retired = shoes_ahead(place)
    for shoe in retired:
        _retire(shoe)
        data = {"table": place.table.slug, "ended": shoe.status, "rounds": shoe.rounds_dealt}
        record(EventKind.SHOE_RETIRED, subject=f"shoe {shoe.public_id}", data=data)
    announce_ahead(place)
    return len(retired)


def _retire(shoe: Shoe) -> None:
    try:
        shoe.server_seed = unseal_server_seed(shoe, SeedPurpose.REVEAL)
    except (SeedMismatch, SeedUnreadable):
        shoe.status = Shoe.Status.STOPPED
        write_rows(prepare_update(shoe, "status"))
        mark_shoe_lost(shoe)
        return
    shoe.status, shoe.close_reason = Shoe.Status.RETIRED, Shoe.CloseReason.RESTORE
    shoe.closed_at = timezone.now()
    line = LogLine(
        at=shoe.closed_at,
        kind=LogLine.Kind.RETIRED,
        shoe=shoe.public_id,
        commitment=shoe.commitment,
        nonce=shoe.rounds_dealt,
    )
    changed = ("server_seed", "status", "close_reason", "closed_at")
    write_rows(prepare_update(shoe, *changed), prepare_insert(line))
