"""A shoe's life: announced, opened by an accepted bet, closed with its seed revealed (docs/fairness.md)."""

import secrets
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import ngettext

from accounts.models.users import User
from blackjack import fairness
from blackjack.shoe import must_close
from casino.fairness.selectors.dealing import server_seed_of
from casino.fairness.services.seeds import client_seed_from_form
from casino.fairness.values.sealing import seal_seed
from casino.models import LogLine, Participant, Place, Shoe
from casino.refusals import Conflict, SeedRefused
from casino.selectors.places import (
    is_dealing,
    present_shoe,
    shoe_at,
    shoes_ahead,
    shoes_in_sight,
)
from casino.services.alarms import reports_alarms
from casino.services.locks import lock_participant
from internals.compiled_queries import CompiledRow, changed, new, write
from journal.refusals import NotFound
from tables.models import Table

AHEAD = 2  # the present shoe and the next one are public before a card is dealt


def new_client_seed() -> str:
    """A random client seed, until the player chooses one."""
    return f"ligalo-{secrets.token_hex(6)}"


def sit_down(player: User, table: Table) -> Participant:
    """The player at this private table, with the present and the next shoe announced."""
    return take_place(player, table)[0]


def take_place(player: User, table: Table) -> tuple[Participant, list[Shoe]]:
    """The player at this private table, and the present and next shoe of the place. Raises `NotFound` for a live table."""
    participant = _participant(player, table)
    participant.player, participant.place.player, participant.place.table = player, player, table
    return participant, ready_shoes(participant)


def _participant(player: User, table: Table) -> Participant:
    if table.is_live:
        raise NotFound
    here = Participant.objects.filter(player=player, place__table=table).select_related("place")
    if (known := here.first()) is not None:
        return known
    with transaction.atomic():
        place, _ = Place.objects.get_or_create(player=player, table=table)
        seed = {"client_seed": new_client_seed()}
        return Participant.objects.get_or_create(place=place, player=player, defaults=seed)[0]


def ready_shoes(participant: Participant) -> list[Shoe]:
    """The present and the next shoe of the place, announced if necessary. One query if they are known."""
    place = participant.place
    ahead = shoes_in_sight(place)
    if are_ready(ahead):
        return ahead
    with transaction.atomic():
        renew_shoes(lock_participant(participant.player, place.table).place)
    return shoes_in_sight(place)


def are_ready(ahead: list[Shoe]) -> bool:
    """Whether these are the present and the next shoe, and rounds may begin with both."""
    return len(ahead) == AHEAD and not any(shoe.is_over for shoe in ahead)


def renew_ended_shoes(place: Place) -> None:
    """Between rounds, at a locked place: have shoes that rounds may begin with. One query where they are."""
    if not are_ready(shoes_in_sight(place)):
        renew_shoes(place)


def renew_shoes(place: Place) -> None:
    """Between rounds: close the shoes that no round begins with any more, and announce until two are known."""
    if not is_dealing(place):
        for shoe in shoes_in_sight(place):
            if shoe.is_over and shoe.status != Shoe.Status.STOPPED:
                close_shoe(shoe, reason_to_end(shoe))
    announce_ahead(place)


def announce_ahead(place: Place) -> None:
    """Announce shoes until the present and the next one are known."""
    last = place.shoes.order_by("-number").first()
    fresh = _following(place, shoes_ahead(place), last.number if last else 0)
    if fresh:
        write(*_announcing(fresh))


def announce(place: Place, server_seed: str | None = None) -> Shoe:
    """Make a seed, seal it, publish its commitment. `server_seed` is given only to repeat a known shoe."""
    last = place.shoes.order_by("-number").first()
    shoe = draw_shoe(place, 1 if last is None else last.number + 1, server_seed)
    write(*_announcing([shoe]))
    return shoe


def announce_shown(shoes: list[Shoe]) -> None:
    """Announce shoes of a new place whose commitments its player was shown before it was stored."""
    for shoe in shoes:
        shoe.announced_at = timezone.now()
    write(*_announcing(shoes))


def _following(place: Place, ahead: list[Shoe], last: int) -> list[Shoe]:
    """New shoes until the present and the next one are known; `last` is the highest number of any before."""
    known = [shoe for shoe in ahead if shoe.status != Shoe.Status.STOPPED]
    missing = max(0, AHEAD - len(known))
    return [draw_shoe(place, last + n) for n in range(1, missing + 1)]


def draw_shoe(place: Place, number: int, server_seed: str | None = None) -> Shoe:
    """A new shoe with a sealed seed, neither stored nor announced."""
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
    return [new(row) for row in (*shoes, *lines)]


def open_shoe(shoe: Shoe, burn_entropy: str, salt: str | None = None) -> list[CompiledRow]:
    """Open the shoe for its first deal: burn, log; at a private place with the player's `salt`. Returns the rows to write with the deal."""
    shoe.opened_at = timezone.now()
    shoe.salt, shoe.salt_at = salt, shoe.opened_at if salt else None
    if shoe.version.rules.burn_cards:
        shoe.burn_entropy = burn_entropy
        shoe.cards_out = shoe.version.rules.burn_cards
    shoe.status = Shoe.Status.DEALING
    mixed_in = ("salt", "salt_at", "opened_at", "cut", "burn_entropy", "status")
    line = _line(shoe, LogLine.Kind.OPENED, shoe.opened_at)
    return [changed(shoe, *mixed_in, "rounds_dealt", "cards_out"), new(line)]


def close_if_done(shoe: Shoe) -> list[Shoe]:
    """After a round: close the shoe if its rules say so, new rules wait, or its seed has been used for as long as any may be. Returns the shoes ahead if it closed."""
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
    """Why no round begins with a shoe any more."""
    return Shoe.CloseReason.NEW_RULES if shoe.outdated else Shoe.CloseReason.AGE


def close_shoe(shoe: Shoe, reason: Shoe.CloseReason) -> list[Shoe]:
    """Reveal the seed, and announce the shoe after the next. Returns the two ahead."""
    ahead = [other for other in shoes_ahead(shoe.place) if other != shoe]
    shoe.server_seed = server_seed_of(shoe)
    shoe.status, shoe.close_reason, shoe.closed_at = Shoe.Status.CLOSED, reason, timezone.now()
    last = max(other.number for other in (*ahead, shoe))
    fresh = _following(shoe.place, ahead, last)
    rows = [changed(shoe, "server_seed", "status", "close_reason", "closed_at", "cards_out")]
    rows.append(new(_line(shoe, LogLine.Kind.CLOSED, shoe.closed_at)))
    write(*rows, *_announcing(fresh))
    return [shoe_at(shoe.place, other) for other in (*ahead, *fresh)][:AHEAD]


def give_up(shoe: Shoe) -> None:
    """End a stopped shoe whose seed cannot be revealed; recorded in the public log. Its rounds cannot be verified."""
    shoe.status, shoe.close_reason = Shoe.Status.LOST, Shoe.CloseReason.STOPPED
    shoe.closed_at = timezone.now()
    line = _line(shoe, LogLine.Kind.LOST, shoe.closed_at)
    write(changed(shoe, "status", "close_reason", "closed_at"), new(line))


@reports_alarms
@transaction.atomic
def change_shoe(player: User, table: Table, shoe_id: UUID) -> Shoe:
    """Close the present shoe at the player's request, between rounds, after the table's number of rounds."""
    place = _lock_own(player, table).place
    wanted = (
        place.shoes.select_related("version", "place__table__version")
        .filter(public_id=shoe_id)
        .first()
    )
    if wanted is None:
        raise NotFound
    if wanted.status == Shoe.Status.CLOSED:
        return wanted  # asked twice: it is done
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
    """Set the player's client seed for later rounds. Raises `Conflict` while a round runs."""
    chosen = client_seed_from_form(client_seed)
    participant = _lock_own(player, table)
    if is_dealing(participant.place):
        raise Conflict
    participant.client_seed = chosen
    participant.save(update_fields=["client_seed"])
    return participant


def _lock_own(player: User, table: Table) -> Participant:
    """The player at the table, locked. Raises Conflict where the player has never opened this table."""
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
