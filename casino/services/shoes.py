"""A shoe's life: announced, opened by an accepted bet, closed with its seed revealed (docs/fairness.md)."""

import secrets
from datetime import datetime
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import ngettext

from accounts.models import User
from blackjack import fairness
from blackjack.shoe import must_close
from casino.dealing import entropy_of, server_seed_of
from casino.errors import Conflict, NotFound, SeedRefused
from casino.locks import lock_sitting
from casino.models import LogLine, Round, Shoe, Sitting
from casino.sealing import seal
from casino.seeds import client_seed_from_form
from casino.selectors.places import open_shoes, present_shoe, running_round, shoes_in_sight
from casino.services.guard import guarded
from tables.models import Table

AHEAD = 2  # the present shoe and the next one are public before a card is dealt


def new_client_seed() -> str:
    """A first client seed for a player who has not chosen one."""
    return f"ligalo-{secrets.token_hex(6)}"


def sit_down(player: User, table: Table) -> Sitting:
    """The player's place at this table, with the present and the next shoe announced."""
    sitting, _ = Sitting.objects.get_or_create(
        player=player, table=table, defaults={"client_seed": new_client_seed()}
    )
    sitting.player, sitting.table = player, table
    shoes = shoes_in_sight(sitting)
    if len(shoes) < AHEAD or any(shoe.outdated for shoe in shoes):
        with transaction.atomic():
            renew(lock_sitting(player, table))
    return sitting


def renew(sitting: Sitting) -> None:
    """Between rounds: close the shoes for which new rules wait, and announce until two are known."""
    if running_round(sitting) is None:
        for shoe in shoes_in_sight(sitting):
            if shoe.outdated and shoe.status != Shoe.Status.STOPPED:
                close(shoe, Shoe.CloseReason.NEW_RULES)
    announce_ahead(sitting)


def announce_ahead(sitting: Sitting) -> None:
    """Announce shoes until the present and the next one are known."""
    for _ in range(AHEAD - open_shoes(sitting).count()):
        announce(sitting)


def announce(sitting: Sitting, server_seed: str | None = None) -> Shoe:
    """Make a seed, seal it, publish its commitment. `server_seed` is given only to repeat a known shoe."""
    server_seed = server_seed or secrets.token_hex(32)
    last = sitting.shoes.order_by("-number").first()
    shoe = Shoe(
        sitting=sitting,
        number=1 if last is None else last.number + 1,
        version=sitting.table.version,
        commitment=fairness.commitment(server_seed),
        announced_at=timezone.now(),
        announced_in=_this_transaction(),
    )
    shoe.sealed_seed = seal(shoe.public_id, server_seed)
    shoe.save()
    _log(shoe, LogLine.Kind.ANNOUNCED, shoe.announced_at)
    return shoe


def open_shoe(shoe: Shoe, salt: str, seat_seed: str) -> None:
    """Begin dealing: fix the salt, burn, log the opening. The caller's bet has been accepted, in this transaction."""
    if shoe.announced_in == _this_transaction():
        raise Conflict
    shoe.salt, shoe.salt_at, shoe.opened_at = salt, timezone.now(), timezone.now()
    if shoe.version.rules.burn_cards:
        shoe.burn_entropy = entropy_of(shoe, seat_seed)
        shoe.cards_out = shoe.version.rules.burn_cards
    shoe.status = Shoe.Status.DEALING
    shoe.save()
    _log(shoe, LogLine.Kind.OPENED, shoe.opened_at)


def close_if_done(shoe: Shoe) -> None:
    """After a round is final: close the shoe where its rules say so, or where new ones wait."""
    rules = shoe.version.rules
    if shoe.outdated:
        close(shoe, Shoe.CloseReason.NEW_RULES)
    elif must_close(rules, shoe.rounds_dealt, shoe.cards_out):
        every = rules.reshuffle == "every_round"
        close(shoe, Shoe.CloseReason.EVERY_ROUND if every else Shoe.CloseReason.CUT_CARD)


def close(shoe: Shoe, reason: Shoe.CloseReason) -> None:
    """Reveal the seed, on the shoe and on each of its rounds, and announce the shoe after the next."""
    shoe.server_seed = server_seed_of(shoe)
    shoe.status, shoe.close_reason, shoe.closed_at = Shoe.Status.CLOSED, reason, timezone.now()
    shoe.save()
    Round.objects.filter(shoe=shoe).update(server_seed=shoe.server_seed)
    _log(shoe, LogLine.Kind.CLOSED, shoe.closed_at)
    announce_ahead(shoe.sitting)


@guarded
@transaction.atomic
def change_shoe(player: User, table: Table, shoe_id: UUID) -> Shoe:
    """The player asks for a new shoe, between rounds, after the table's number of rounds. Returns the closed shoe."""
    sitting = lock_sitting(player, table)
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
    """The player's own seed for the rounds to come; a running round keeps the one it began with."""
    chosen = client_seed_from_form(client_seed)
    sitting = lock_sitting(player, table)
    if running_round(sitting) is not None:
        raise Conflict
    sitting.client_seed = chosen
    sitting.save(update_fields=["client_seed"])
    return sitting


def _this_transaction() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_xact_id()::text::bigint")
        return int(cursor.fetchone()[0])


def _log(shoe: Shoe, kind: LogLine.Kind, at: datetime) -> None:
    LogLine.objects.create(
        at=at,
        kind=kind,
        shoe=shoe.public_id,
        commitment=shoe.commitment,
        rules_hash=shoe.version.rules_hash if kind == LogLine.Kind.OPENED else None,
    )
