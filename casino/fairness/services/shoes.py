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
from casino.fairness.selectors.dealing import entropy_of, server_seed_of
from casino.fairness.services.seeds import client_seed_from_form
from casino.fairness.values.sealing import seal
from casino.models import LogLine, Round, Shoe, Sitting
from casino.refusals import Conflict, SeedRefused
from casino.selectors.places import (
    present_shoe,
    running_round,
    shoe_at,
    shoes_ahead,
    shoes_in_sight,
)
from casino.services.alarms import reports_alarms
from casino.services.locks import lock_sitting
from internals.compiled_queries import Row, changed, new, write
from journal.refusals import NotFound
from tables.models import Table

AHEAD = 2  # the present shoe and the next one are public before a card is dealt


def new_client_seed() -> str:
    """A first client seed for a player who has not chosen one."""
    return f"ligalo-{secrets.token_hex(6)}"


def sit_down(player: User, table: Table) -> Sitting:
    """The player's place at this table, with the present and the next shoe announced."""
    return take_place(player, table)[0]


def take_place(player: User, table: Table) -> tuple[Sitting, list[Shoe]]:
    """The player's place at this table, and its present and next shoe."""
    sitting, _ = Sitting.objects.get_or_create(
        player=player, table=table, defaults={"client_seed": new_client_seed()}
    )
    sitting.player, sitting.table = player, table
    return sitting, ready_shoes(sitting)


def ready_shoes(sitting: Sitting) -> list[Shoe]:
    """The present and the next shoe, announced if necessary. One query if they are known."""
    ahead = shoes_in_sight(sitting)
    if are_ready(ahead):
        return ahead
    with transaction.atomic():
        renew_shoes(lock_sitting(sitting.player, sitting.table))
    return shoes_in_sight(sitting)


def are_ready(ahead: list[Shoe]) -> bool:
    """Whether these are the present and the next shoe, by the rules that the table now has."""
    return len(ahead) == AHEAD and not any(shoe.outdated for shoe in ahead)


def renew_shoes(sitting: Sitting) -> None:
    """Between rounds: close the shoes for which new rules wait, and announce until two are known."""
    if running_round(sitting) is None:
        for shoe in shoes_in_sight(sitting):
            if shoe.outdated and shoe.status != Shoe.Status.STOPPED:
                close(shoe, Shoe.CloseReason.NEW_RULES)
    announce_ahead(sitting)


def announce_ahead(sitting: Sitting) -> None:
    """Announce shoes until the present and the next one are known."""
    last = sitting.shoes.order_by("-number").first()
    fresh = _following(sitting, shoes_ahead(sitting), last.number if last else 0)
    if fresh:
        write(*_announcing(fresh))


def announce(sitting: Sitting, server_seed: str | None = None) -> Shoe:
    """Make a seed, seal it, publish its commitment. `server_seed` is given only to repeat a known shoe."""
    last = sitting.shoes.order_by("-number").first()
    shoe = _fresh(sitting, 1 if last is None else last.number + 1, server_seed)
    write(*_announcing([shoe]))
    return shoe


def _following(sitting: Sitting, ahead: list[Shoe], last: int) -> list[Shoe]:
    """New shoes until the present and the next one are known; `last` is the highest number of any before."""
    known = [shoe for shoe in ahead if shoe.status != Shoe.Status.STOPPED]
    missing = max(0, AHEAD - len(known))
    return [_fresh(sitting, last + n) for n in range(1, missing + 1)]


def _fresh(sitting: Sitting, number: int, server_seed: str | None = None) -> Shoe:
    server_seed = server_seed or secrets.token_hex(32)
    shoe = Shoe(
        sitting=sitting,
        number=number,
        version=sitting.table.version,
        commitment=fairness.commitment(server_seed),
        announced_at=timezone.now(),
    )
    shoe.sealed_seed = seal(shoe.public_id, server_seed)
    return shoe


def _announcing(shoes: list[Shoe]) -> list[Row]:
    lines = [_line(shoe, LogLine.Kind.ANNOUNCED, shoe.announced_at) for shoe in shoes]
    return [new(row) for row in (*shoes, *lines)]


def open_shoe(shoe: Shoe, salt: str, seat_seed: str, box: int, present: int) -> list[Row]:
    """Open the shoe for an accepted bet: fix the salt, burn, log. Returns the rows to write with the bet.

    Cards are burned by the seed of the opener's lowest `box` alone. `present` is the number of this transaction: a shoe that
    was announced in it was not public before the salt was known.
    """
    if shoe.announced_in == present:
        raise Conflict
    shoe.salt, shoe.salt_at, shoe.opened_at = salt, timezone.now(), timezone.now()
    if shoe.version.rules.burn_cards:
        shoe.burn_entropy = entropy_of(shoe, seat_seed, [box])
        shoe.cards_out = shoe.version.rules.burn_cards
    shoe.status = Shoe.Status.DEALING
    mixed_in = ("salt", "salt_at", "opened_at", "cut", "burn_entropy", "status")
    line = _line(shoe, LogLine.Kind.OPENED, shoe.opened_at)
    return [changed(shoe, *mixed_in, "rounds_dealt", "cards_out"), new(line)]


def close_if_done(shoe: Shoe) -> list[Shoe]:
    """After a round: close the shoe if its rules say so or new rules wait. Returns the shoes ahead if it closed."""
    rules = shoe.version.rules
    if shoe.outdated:
        return close(shoe, Shoe.CloseReason.NEW_RULES)
    if must_close(rules, shoe.rounds_dealt, shoe.cards_out):
        every = rules.reshuffle == "every_round"
        return close(shoe, Shoe.CloseReason.EVERY_ROUND if every else Shoe.CloseReason.CUT_CARD)
    return []


def close(shoe: Shoe, reason: Shoe.CloseReason) -> list[Shoe]:
    """Reveal the seed on the shoe and its rounds, and announce the shoe after the next. Returns the two ahead."""
    ahead = [other for other in shoes_ahead(shoe.sitting) if other != shoe]
    shoe.server_seed = server_seed_of(shoe)
    shoe.status, shoe.close_reason, shoe.closed_at = Shoe.Status.CLOSED, reason, timezone.now()
    last = max(other.number for other in (*ahead, shoe))
    fresh = _following(shoe.sitting, ahead, last)
    rows = [changed(shoe, "server_seed", "status", "close_reason", "closed_at", "cards_out")]
    if shoe.rounds_dealt:
        played = Round(shoe=shoe, server_seed=shoe.server_seed)
        rows.append(changed(played, "server_seed", by="shoe_id"))
    rows.append(new(_line(shoe, LogLine.Kind.CLOSED, shoe.closed_at)))
    write(*rows, *_announcing(fresh))
    return [shoe_at(shoe.sitting, other) for other in (*ahead, *fresh)][:AHEAD]


def give_up(shoe: Shoe) -> None:
    """End a stopped shoe whose seed cannot be revealed. The public log says so; its rounds cannot be verified."""
    shoe.status, shoe.close_reason = Shoe.Status.LOST, Shoe.CloseReason.STOPPED
    shoe.closed_at = timezone.now()
    line = _line(shoe, LogLine.Kind.LOST, shoe.closed_at)
    write(changed(shoe, "status", "close_reason", "closed_at"), new(line))


@reports_alarms
@transaction.atomic
def change_shoe(player: User, table: Table, shoe_id: UUID) -> Shoe:
    """Close the present shoe at the player's request, between rounds, after the table's number of rounds."""
    sitting = _lock_own(player, table)
    wanted = (
        sitting.shoes.select_related("version", "sitting__table__version")
        .filter(public_id=shoe_id)
        .first()
    )
    if wanted is None:
        raise NotFound
    if wanted.status == Shoe.Status.CLOSED:
        return wanted  # asked twice: it is done
    present = present_shoe(sitting)
    if present != wanted or running_round(sitting) is not None:
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
    close(wanted, Shoe.CloseReason.PLAYER)
    return wanted


@transaction.atomic
def choose_client_seed(player: User, table: Table, client_seed: str) -> Sitting:
    """Set the player's client seed for later rounds. Raises `Conflict` while a round runs."""
    chosen = client_seed_from_form(client_seed)
    sitting = _lock_own(player, table)
    if running_round(sitting) is not None:
        raise Conflict
    sitting.client_seed = chosen
    sitting.save(update_fields=["client_seed"])
    return sitting


def _lock_own(player: User, table: Table) -> Sitting:
    """The player's place, locked. Raises Conflict where the player has never opened this table."""
    try:
        return lock_sitting(player, table)
    except Sitting.DoesNotExist as error:
        raise Conflict from error


def _line(shoe: Shoe, kind: LogLine.Kind, at: datetime) -> LogLine:
    return LogLine(
        at=at,
        kind=kind,
        shoe=shoe.public_id,
        commitment=shoe.commitment,
        rules_hash=shoe.version.rules_hash if kind == LogLine.Kind.OPENED else None,
    )
