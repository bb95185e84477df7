"""Life cycle of a shoe: announced, opened by an accepted bet, closed with its seed revealed (docs/fairness.md)."""

import secrets
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import ngettext

from accounts.models.users import User
from blackjack import fairness
from blackjack.shoe import must_close
from casino.fairness.selectors.dealing import unseal_server_seed
from casino.fairness.selectors.unsealing import SeedPurpose
from casino.fairness.services.seeds import client_seed_from_form
from casino.fairness.values.sealing import seal_seed
from casino.models import LogLine, Participant, Place, Shoe
from casino.refusals import Conflict, SeedRefused
from casino.selectors.places import (
    attach_place_to_shoe,
    is_dealing,
    load_visible_shoes,
    present_shoe,
    shoes_ahead,
)
from casino.services.alarms import reports_alarms
from casino.services.locks import lock_participant
from casino.values.laboratory import may_enter
from internals.compiled_queries import CompiledRow, prepare_insert, prepare_update, write_rows
from journal.refusals import NotFound
from tables.models import Table

SHOES_AHEAD = 2  # the present shoe and the next one are public before a card is dealt


def new_client_seed() -> str:
    """Random client seed, used until the player chooses one."""
    return f"ligalo-{secrets.token_hex(6)}"


def sit_down(player: User, table: Table) -> Participant:
    """Seat the player at this private table and announce its shoes. Raises `NotFound` for a live table."""
    return take_place(player, table)[0]


def take_place(player: User, table: Table) -> tuple[Participant, list[Shoe]]:
    """Seat the player at this private table; return the participant with the present and next shoe.

    Creates the place and announces shoes if needed. Raises `NotFound` for a live table.
    """
    participant = _participant(player, table)
    participant.player, participant.place.player, participant.place.table = player, player, table
    return participant, ready_shoes(participant)


def _participant(player: User, table: Table) -> Participant:
    if table.is_live or not may_enter(player, table):
        raise NotFound
    here = Participant.objects.filter(player=player, place__table=table).select_related("place")
    if (known := here.first()) is not None:
        return known
    with transaction.atomic():
        place, _ = Place.objects.get_or_create(player=player, table=table)
        seed = {"client_seed": new_client_seed()}
        return Participant.objects.get_or_create(place=place, player=player, defaults=seed)[0]


def ready_shoes(participant: Participant) -> list[Shoe]:
    """Return the present and next shoe of the place, announcing them if needed. One query if they are ready."""
    place = participant.place
    ahead = load_visible_shoes(place)
    if are_ready(ahead):
        return ahead
    with transaction.atomic():
        renew_shoes(lock_participant(participant.player, place.table).place)
    return load_visible_shoes(place)


def are_ready(ahead: list[Shoe]) -> bool:
    """Return whether these are the present and the next shoe and rounds may begin with both."""
    return len(ahead) == SHOES_AHEAD and not any(shoe.is_over for shoe in ahead)


def renew_ended_shoes(place: Place) -> None:
    """Replace shoes that are over. Call between rounds with the place locked. One query if none is over."""
    if not are_ready(load_visible_shoes(place)):
        renew_shoes(place)


def renew_shoes(place: Place) -> None:
    """Close the shoes that are over, unless a round runs, and announce until the present and next one are known."""
    if not is_dealing(place):
        for shoe in load_visible_shoes(place):
            if shoe.is_over and shoe.status != Shoe.Status.STOPPED:
                close_shoe(shoe, reason_to_end(shoe))
    announce_ahead(place)


def announce_ahead(place: Place) -> None:
    """Announce shoes until the present and the next one are known."""
    last = place.shoes.order_by("-number").first()
    fresh = _following(place, shoes_ahead(place), last.number if last else 0)
    if fresh:
        write_rows(*_announcing(fresh))


def announce_shoe(place: Place, server_seed: str | None = None) -> Shoe:
    """Make a seed, seal it, publish its commitment. `server_seed` is given only to repeat a known shoe."""
    last = place.shoes.order_by("-number").first()
    shoe = draw_shoe(place, 1 if last is None else last.number + 1, server_seed)
    write_rows(*_announcing([shoe]))
    return shoe


def announce_shown(shoes: list[Shoe]) -> None:
    """Announce shoes of a new place whose commitments its player saw before the place was stored."""
    for shoe in shoes:
        shoe.announced_at = timezone.now()
    write_rows(*_announcing(shoes))


def _following(place: Place, ahead: list[Shoe], last: int) -> list[Shoe]:
    """Draw the shoes missing ahead of the place; `last` is the highest number so far."""
    known = [shoe for shoe in ahead if shoe.status != Shoe.Status.STOPPED]
    missing = max(0, SHOES_AHEAD - len(known))
    return [draw_shoe(place, last + n) for n in range(1, missing + 1)]


def draw_shoe(place: Place, number: int, server_seed: str | None = None) -> Shoe:
    """A new shoe with a sealed seed, not stored and not announced."""
    server_seed = server_seed or secrets.token_hex(32)
    shoe = Shoe(
        place=place,
        number=number,
        version=place.table.version,
        commitment=fairness.commitment(server_seed),
        announced_at=timezone.now(),
    )
    shoe.sealed_seed = seal_seed(shoe.public_id, server_seed)
    return shoe


def _announcing(shoes: list[Shoe]) -> list[CompiledRow]:
    lines = [_line(shoe, LogLine.Kind.ANNOUNCED, shoe.announced_at) for shoe in shoes]
    return [prepare_insert(row) for row in (*shoes, *lines)]


def open_shoe(shoe: Shoe, burn_entropy: str, salt: str | None = None) -> list[CompiledRow]:
    """Open the shoe for its first deal: burn and log. Returns the rows to write with the deal.

    `salt` is the player's; it is used at private places only.
    """
    shoe.opened_at = timezone.now()
    shoe.salt, shoe.salt_at = salt, shoe.opened_at if salt else None
    if shoe.version.rules.burn_cards:
        shoe.burn_entropy = burn_entropy
        shoe.cards_out = shoe.version.rules.burn_cards
    shoe.status, shoe.running_count = Shoe.Status.DEALING, 0
    mixed_in = ("salt", "salt_at", "opened_at", "cut", "burn_entropy", "status")
    line = _line(shoe, LogLine.Kind.OPENED, shoe.opened_at)
    counts = ("rounds_dealt", "cards_out", "running_count")
    return [prepare_update(shoe, *mixed_in, *counts), prepare_insert(line)]


def close_if_done(shoe: Shoe) -> list[Shoe]:
    """After a round, close the shoe if its rules, new rules or the age of its seed require it.

    Returns the shoes ahead if it closed, else an empty list.
    """
    rules = shoe.version.rules
    if shoe.is_over:
        return close_shoe(shoe, reason_to_end(shoe))
    if must_close(rules, shoe.rounds_dealt, shoe.cards_out):
        every = rules.reshuffle == "every_round"
        return close_shoe(
            shoe, Shoe.CloseReason.EVERY_ROUND if every else Shoe.CloseReason.CUT_CARD
        )
    return []


def reason_to_end(shoe: Shoe) -> Shoe.CloseReason:
    """Close reason of a shoe that is over: new rules, else age."""
    return Shoe.CloseReason.NEW_RULES if shoe.outdated else Shoe.CloseReason.AGE


def close_shoe(shoe: Shoe, reason: Shoe.CloseReason) -> list[Shoe]:
    """Close the shoe, reveal its seed and announce the shoe after the next. Returns the two ahead.

    Raises `SeedMismatch`, `SeedUnreadable`.
    """
    ahead = [other for other in shoes_ahead(shoe.place) if other != shoe]
    shoe.server_seed = unseal_server_seed(shoe, SeedPurpose.REVEAL)
    shoe.status, shoe.close_reason, shoe.closed_at = Shoe.Status.CLOSED, reason, timezone.now()
    last = max(other.number for other in (*ahead, shoe))
    fresh = _following(shoe.place, ahead, last)
    counts = ("cards_out", "running_count")
    rows = [prepare_update(shoe, "server_seed", "status", "close_reason", "closed_at", *counts)]
    rows.append(prepare_insert(_line(shoe, LogLine.Kind.CLOSED, shoe.closed_at)))
    write_rows(*rows, *_announcing(fresh))
    return [attach_place_to_shoe(shoe.place, other) for other in (*ahead, *fresh)][:SHOES_AHEAD]


def mark_shoe_lost(shoe: Shoe) -> None:
    """End a stopped shoe whose seed cannot be revealed, and record that in the public log.

    Its rounds cannot be verified.
    """
    shoe.status, shoe.close_reason = Shoe.Status.LOST, Shoe.CloseReason.STOPPED
    shoe.closed_at = timezone.now()
    line = _line(shoe, LogLine.Kind.LOST, shoe.closed_at)
    write_rows(prepare_update(shoe, "status", "close_reason", "closed_at"), prepare_insert(line))


@reports_alarms
@transaction.atomic
def change_shoe(player: User, table: Table, shoe_id: UUID) -> Shoe:
    """Close the present shoe at the player's request, between rounds. Idempotent.

    Raises `SeedRefused` before the table's number of rounds, `Conflict` during a round or if another shoe is
    present, `NotFound`.
    """
    place = _lock_own(player, table).place
    wanted = (
        place.shoes.select_related("version", "place__table__version")
        .filter(public_id=shoe_id)
        .first()
    )
    if wanted is None:
        raise NotFound
    if wanted.status == Shoe.Status.CLOSED:
        return wanted  # a repeated request
    present = present_shoe(place)
    if present != wanted or is_dealing(place):
        raise Conflict
    missing = table.rounds_before_shoe_change - wanted.rounds_dealt
    if missing > 0:
        raise SeedRefused(
            ngettext(
                "You may change the shoe after %(n)d more round.",
                "You may change the shoe after %(n)d more rounds.",
                missing,
            )
            % {"n": missing},
            code="shoe_too_young",
        )
    close_shoe(wanted, Shoe.CloseReason.PLAYER)
    return wanted


@transaction.atomic
def choose_client_seed(player: User, table: Table, client_seed: str) -> Participant:
    """Set the player's client seed for later rounds. Raises `SeedRefused`, or `Conflict` while a round runs."""
    chosen = client_seed_from_form(client_seed)
    participant = _lock_own(player, table)
    if is_dealing(participant.place):
        raise Conflict
    participant.client_seed = chosen
    participant.save(update_fields=["client_seed"])
    return participant


def _lock_own(player: User, table: Table) -> Participant:
    """Lock the player's place at this table. Raises `Conflict` if the player never opened it."""
    try:
        return lock_participant(player, table)
    except Participant.DoesNotExist as error:
        raise Conflict from error


def _line(shoe: Shoe, kind: LogLine.Kind, at: datetime) -> LogLine:
    return LogLine(
        at=at,
        kind=kind,
        shoe=shoe.public_id,
        commitment=shoe.commitment,
        rules_hash=shoe.version.rules_hash if kind == LogLine.Kind.OPENED else None,
    )
