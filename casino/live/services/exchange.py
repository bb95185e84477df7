"""The sealed exchange of seeds between the bell and the first card (docs/fairness.md)."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.utils.translation import gettext as _

import blackjack
from accounts.models.users import User
from blackjack import fairness
from blackjack.fairness import SeedError
from casino.fairness.selectors.exchanges import running_exchange
from casino.live.refusals import SealRefused
from casino.live.selectors.time import database_now
from casino.live.selectors.wagers import lowest_box, open_wagers
from casino.live.services.dealing import DealInput, deal_wagers
from casino.live.services.missed_deals import count_missed_deal
from casino.live.services.wagers import return_failed_wagers, return_open_wagers
from casino.live.values.seating import DEALS_SAT_OUT, FAILURES_A_DAY, WATCH_ONLY_FOR
from casino.models import Clock, Deal, Participant, Place, SeatSeal, SeedExchange, Shoe, Wager
from casino.models.deals import Status
from casino.selectors.places import present_shoe
from casino.services.alarms import reports_alarms
from casino.services.clocks import prepare_version_update, set_phase
from casino.services.locks import lock_clock
from casino.values.clocks import OPENING_SECONDS
from internals.compiled_queries import (
    ValuesQuery,
    attach_rows,
    prepare_insert,
    prepare_update,
    write_rows,
)

FIRST_ATTEMPT: Final = 1

LOOKS_BACK: Final = timedelta(hours=1)
"""How long after its exchange an opening that comes again, or late, is told apart from one for another list."""

_LISTED: Final = ValuesQuery(lambda seal: SeatSeal.objects.filter(seal=seal).values("pk")[:1], str)
_OPEN: Final = ValuesQuery(
    lambda seal: Wager.objects.filter(seal=seal, end=Wager.End.OPEN).values("pk")[:1], str
)

RETRY_FOR: Final = timedelta(seconds=10)
"""Time after the deadline for which a deal with all seeds open is retried before the bets return."""


def open_seal(player: User, place: Place, seals_hash: str, seat_seed: str) -> None:
    """Open the player's seal in the running exchange. Idempotent, also once the deal is dealt. Raises `SealRefused`.

    `seals_hash` must be that of the exchange: it shows which list the page has seen. The opening is kept even
    if the deal that follows the last opening cannot be made.
    """
    if _keep_opening(player, place, seals_hash, seat_seed):
        _deal_when_open(place.pk)


@transaction.atomic
def _keep_opening(player: User, place: Place, seals_hash: str, seat_seed: str) -> bool:
    """Store an opening, which nobody else sees. Returns whether it belongs to the running exchange, now all open."""
    clock = lock_clock(place.pk)
    exchange = running_exchange(clock.place)
    seal = _own_seal(exchange, player)
    if exchange is None or seal is None or exchange.seals_hash != seals_hash:
        _check_taken_before(player, place, seals_hash, seat_seed)
        return False
    if seal.seat_seed is None and _opens(seat_seed, seal):
        seal.seat_seed, seal.opened_at = seat_seed, database_now()
        write_rows(prepare_update(seal, "seat_seed", "opened_at"))
    if seal.seat_seed != seat_seed:
        raise SealRefused(_("This seed is not the one that was sealed."), code="seal_not_opened")
    return _are_all_open(exchange)


def _check_taken_before(player: User, place: Place, seals_hash: str, seat_seed: str) -> None:
    """Check that this opening was taken in an exchange that has ended. Raises `SealRefused`, which says if it is late."""
    ended = SeedExchange.objects.filter(
        place=place, seals_hash=seals_hash, ended_at__gt=database_now() - LOOKS_BACK
    )
    own = SeatSeal.objects.filter(exchange__in=ended, wager__participant__player=player)
    seal = own.order_by("-pk").first()
    if seal is None:
        raise SealRefused(_("This opening is for another list of seals."), code="other_seals")
    if seal.seat_seed is None:
        raise SealRefused(_("The time to open this list of seals is over."), code="opening_late")
    if seal.seat_seed != seat_seed:
        raise SealRefused(_("This seed is not the one that was sealed."), code="seal_not_opened")


@reports_alarms
@transaction.atomic
def _deal_when_open(place: int) -> None:
    """Deal once the last seal is open."""
    clock = lock_clock(place)
    exchange = running_exchange(clock.place)
    if exchange is not None and _are_all_open(exchange):
        deal_or_await_openings(clock, exchange, database_now())


@reports_alarms
@transaction.atomic
def store_fresh_seal(player: User, place: Place, seal: str) -> None:
    """Store a fresh seal for the second exchange. Raises `SealRefused`."""
    clock, now = lock_clock(place.pk), database_now()
    exchange = running_exchange(clock.place)
    wager = next(
        (one for one in open_wagers(place) if one.seal and one.participant.player_id == player.pk),
        None,
    )
    if exchange is None or wager is None or exchange.status != SeedExchange.Status.SEALING:
        raise SealRefused(_("No seal is asked for now."), code="no_seal_asked")
    wager.seal = check_fresh_seal(seal)
    write_rows(prepare_update(wager, "seal"), prepare_version_update(clock))
    if not _not_sealed_again(exchange, open_wagers(place)):
        _open_second(clock, exchange, now)


def end_exchange(clock: Clock, now: datetime) -> None:
    """End the running exchange when its time is up; seats that did not seal or open are out of this deal.

    If all seals are open, the deal failed before: it is retried for `RETRY_FOR`, then every bet is returned.
    """
    exchange = running_exchange(clock.place)
    if exchange is None or _shoe(clock.place, exchange) is None:
        abandon_exchange(clock, exchange, now)
    elif exchange.status == SeedExchange.Status.SEALING:
        _open_second(clock, exchange, now)
    elif not _are_all_open(exchange):
        _abort(clock, exchange, now)
    elif clock.deadline is None or now < clock.deadline + RETRY_FOR:
        deal_or_await_openings(clock, exchange, now)
    else:
        abandon_exchange(clock, exchange, now)


def _are_all_open(exchange: SeedExchange) -> bool:
    if exchange.status != SeedExchange.Status.OPENING:
        return False
    return all(one.seat_seed is not None for one in exchange.seals.all())


def deal_or_await_openings(clock: Clock, exchange: SeedExchange, now: datetime) -> None:
    """Deal once every seal is open; else show the list and wait for the openings."""
    if any(one.seat_seed is None for one in exchange.seals.all()):
        if clock.phase == Clock.Phase.SEALING:
            write_rows(prepare_version_update(clock))
        else:
            write_rows(set_phase(clock, Clock.Phase.SEALING, now, OPENING_SECONDS))
        return
    shoe = _shoe(clock.place, exchange)
    if shoe is None:
        abandon_exchange(clock, exchange, now)
        return
    _end(exchange, SeedExchange.Status.COMPLETE, now)
    deal_wagers(DealInput(clock.place, shoe, exchange, open_wagers(clock.place), now))


def _shoe(place: Place, exchange: SeedExchange) -> Shoe | None:
    """Shoe of an exchange; None if it was stopped meanwhile."""
    shoe = present_shoe(place)
    return shoe if shoe is not None and shoe.pk == exchange.shoe_id else None


def _end(exchange: SeedExchange, status: SeedExchange.Status, now: datetime) -> None:
    exchange.status, exchange.ended_at = status, now
    write_rows(prepare_update(exchange, "status", "ended_at"))


def abandon_exchange(clock: Clock, exchange: SeedExchange | None, now: datetime) -> None:
    """Return every bet because no deal can follow the running exchange. No seat is penalised."""
    if exchange is not None:
        _end(exchange, SeedExchange.Status.DROPPED, now)
    return_open_wagers(clock, now)


def list_seals(exchange: SeedExchange, wagers: list[Wager], now: datetime) -> None:
    """Fix the list of seals: none is added or changed after this."""
    seals = [
        SeatSeal(
            wager=wager,
            box=box,
            seal=wager.seal,
            seat_seed=wager.plain_seed or None,
            opened_at=now if wager.plain_seed else None,
        )
        for wager in wagers
        if (box := lowest_box(wager)) is not None
    ]
    shown = {one.box: one.seal or fairness.PLAIN for one in seals}
    exchange.listed_at, exchange.seals_hash = now, fairness.seals_hash(shown)
    listed = prepare_update(exchange, "status", "listed_at", "seals_hash")
    write_rows(prepare_insert(exchange) if exchange.attempt == FIRST_ATTEMPT else listed)
    for one in seals:
        one.exchange = exchange
    write_rows(*(prepare_insert(one) for one in seals))
    attach_rows(exchange, "seals", seals)


def _abort(clock: Clock, exchange: SeedExchange, now: datetime) -> None:
    """End a failed exchange and penalise the seats that failed; the others seal again, once."""
    _end(exchange, SeedExchange.Status.ABORTED, now)
    failed = [seal for seal in exchange.seals.all() if seal.seat_seed is None]
    for seal in failed:
        _punish(seal.wager.participant, now)
    if exchange.attempt > FIRST_ATTEMPT:
        _cancel_deal(clock, exchange, now)
        return
    if not return_failed_wagers(clock.place, [seal.wager for seal in failed], now):
        _cancel_deal(clock, exchange, now)
        return
    again = SeedExchange(
        place=clock.place,
        shoe_id=exchange.shoe_id,
        nonce=exchange.nonce,
        attempt=exchange.attempt + 1,
        status=SeedExchange.Status.SEALING,
    )
    write_rows(prepare_insert(again), set_phase(clock, Clock.Phase.SEALING, now, OPENING_SECONDS))


def _punish(participant: Participant, now: datetime) -> None:
    """Let the seat sit out some deals, and after several failures in a day only watch for a day."""
    unopened = SeatSeal.objects.filter(wager__participant=participant, seat_seed__isnull=True)
    failed = unopened.filter(exchange__status=SeedExchange.Status.ABORTED)
    today = failed.filter(exchange__ended_at__gt=now - WATCH_ONLY_FOR).count()
    today += _times_not_sealed_again(participant, now - WATCH_ONLY_FOR)
    participant.deals_to_miss = DEALS_SAT_OUT
    if today >= FAILURES_A_DAY:
        participant.watches_until = now + WATCH_ONLY_FOR
    write_rows(prepare_update(participant, "deals_to_miss", "watches_until"))


def _times_not_sealed_again(participant: Participant, since: datetime) -> int:
    """Number of times this seat opened in the first exchange but sent no seal for the second."""
    second = SeedExchange.objects.filter(
        shoe=OuterRef("exchange__shoe"),
        nonce=OuterRef("exchange__nonce"),
        attempt__gt=FIRST_ATTEMPT,
        status=SeedExchange.Status.ABORTED,
        listed_at=None,
        ended_at__gt=since,
    )
    opened = SeatSeal.objects.filter(
        wager__participant=participant, exchange__attempt=FIRST_ATTEMPT, seat_seed__isnull=False
    )
    same = opened.filter(seal=F("wager__seal"), wager__end__in=(Wager.End.OPEN, Wager.End.RETURNED))
    return same.exclude(seal="").filter(Exists(second)).count()


def _open_second(clock: Clock, exchange: SeedExchange, now: datetime) -> None:
    """List the fresh seals; if a seat sent none, the exchange and the deal have failed."""
    wagers = open_wagers(clock.place)
    if failed := _not_sealed_again(exchange, wagers):
        _end(exchange, SeedExchange.Status.ABORTED, now)
        for wager in failed:
            _punish(wager.participant, now)
        _cancel_deal(clock, exchange, now, failed)
        return
    exchange.status = SeedExchange.Status.OPENING
    list_seals(exchange, wagers, now)
    # `deal_or_await_openings` then gives the openings their full time.
    clock.phase = Clock.Phase.BETTING
    deal_or_await_openings(clock, exchange, now)


def _not_sealed_again(exchange: SeedExchange, wagers: list[Wager]) -> list[Wager]:
    """Sealed bets whose seal is still that of the first exchange."""
    before = set(
        SeatSeal.objects.filter(
            exchange__shoe=exchange.shoe_id, exchange__nonce=exchange.nonce
        ).values_list("seal", flat=True)
    )
    return [wager for wager in wagers if wager.seal and wager.seal in before]


def _cancel_deal(
    clock: Clock, exchange: SeedExchange, now: datetime, unsealed: Collection[Wager] = ()
) -> None:
    """Cancel the deal before its first card; its nonce is used up, and the transcript lists what failed.

    `unsealed` are the wagers that did not seal again.
    """
    shoe = _shoe(clock.place, exchange)
    if shoe is None:
        return_open_wagers(clock, now)
        return
    shoe.rounds_dealt = exchange.nonce
    dealt = Deal(
        place=clock.place,
        shoe=shoe,
        nonce=exchange.nonce,
        boxes=[],
        library_version=blackjack.VERSION,
        rules_hash=shoe.version.rules_hash,
    )
    write_rows(prepare_insert(dealt), prepare_update(shoe, "rounds_dealt"))
    dealt.status, dealt.cards_drawn, dealt.cards = Status.CANCELLED, 0, []
    write_rows(prepare_update(dealt, "status", "cards_drawn", "cards"))
    failed = {wager.participant_id for wager in unsealed}
    count_missed_deal(clock.place, exchange.shoe_id, exchange.nonce, failed)
    return_open_wagers(clock, now)


def _own_seal(exchange: SeedExchange | None, player: User) -> SeatSeal | None:
    if exchange is None:
        return None
    seals = exchange.seals.all()
    return next((one for one in seals if one.wager.participant.player_id == player.pk), None)


def _opens(seat_seed: str, seal: SeatSeal) -> bool:
    try:
        return fairness.opens_seal(seat_seed, seal.seal)
    except SeedError:
        return False


def check_fresh_seal(text: str) -> str:
    """Validate a seal that is in no list and in no other open bet. Raises `SealRefused`.

    A seal used twice would not protect, and no list accepts it.
    """
    try:
        seal = fairness.check_seal(text)
    except SeedError as error:
        raise SealRefused(_("The page sent no valid seal. Please reload it.")) from error
    if _LISTED.first(seal) is not None or _OPEN.first(seal) is not None:
        raise SealRefused(_("This seal was used before."), code="seal_used")
    return seal
