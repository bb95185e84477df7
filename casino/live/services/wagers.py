"""Money of bets before the bell: returned, or bet again without bets that have nobody to follow."""

from collections.abc import Iterable
from datetime import datetime

from casino.live.selectors.wagers import open_wagers
from casino.live.services.seats import free_left_seats
from casino.models import Clock, Place, Wager, WagerBet
from casino.play.services.money_moves import hold_stake, return_all_stakes
from casino.services.clocks import set_phase
from casino.values.transfer_keys import return_key, wager_id, wager_key
from internals.compiled_queries import prepare_insert, prepare_update, write_rows


def end_wager(wager: Wager, end: Wager.End, now: datetime) -> None:
    """End an open wager and return its stakes to its player."""
    player = wager.participant.player_id
    return_all_stakes(
        player, wager.currency, key=return_key(wager.public_id), round_id=wager.public_id
    )
    wager.end, wager.ended_at = end, now
    write_rows(prepare_update(wager, "end", "ended_at"))


def return_open_wagers(clock: Clock, now: datetime) -> None:
    """Return all open wagers; the table waits for bets again."""
    for wager in sort_by_player(open_wagers(clock.place)):
        end_wager(wager, Wager.End.RETURNED, now)
    free_left_seats(clock, now)
    write_rows(set_phase(clock, Clock.Phase.WAITING, now, None))


def drop_unled_bets(place: Place, now: datetime) -> list[Wager]:
    """Return bets behind on boxes without a first bettor; the rest is bet again. Returns the wagers left."""
    return return_failed_wagers(place, [], now)


def return_failed_wagers(place: Place, failed: list[Wager], now: datetime) -> list[Wager]:
    """Return these wagers with the bets behind on their boxes, and bets on stopped boxes.

    Money moves in order of players; the rest of a shortened wager is bet again. Returns the wagers left.
    """
    gone = {wager.pk for wager in failed}
    wagers = open_wagers(place)
    led = {
        bet.box
        for wager in wagers
        for bet in wager.bets.all()
        if bet.choices is None and wager.pk not in gone
    } - set(place.table.stopped_boxes)
    left: list[Wager] = []
    for wager in sort_by_player(wagers):
        if wager.pk in gone:
            end_wager(wager, Wager.End.RETURNED, now)
        elif all(bet.box in led for bet in wager.bets.all()):
            left.append(wager)
        elif (shorter := _without(wager, led, now)) is not None:
            left.append(shorter)
    return left


def sort_by_player(wagers: Iterable[Wager]) -> list[Wager]:
    """Sort wagers by player, the order in which money of several players always moves."""
    return sorted(wagers, key=lambda one: one.participant.player_id)


def _without(wager: Wager, led: set[int], now: datetime) -> Wager | None:
    """Bet the wager again with only its bets on these boxes; None if there are none."""
    kept = [bet for bet in wager.bets.all() if bet.box in led]
    end_wager(wager, Wager.End.REPLACED if kept else Wager.End.RETURNED, now)
    if not kept:
        return None
    units = sum(bet.stake + sum(bet.side_bets.values()) for bet in kept)
    shorter = Wager(
        public_id=wager_id(wager.participant.player_id, wager.public_id, wager.nonce, 0),
        amount=units,
        amount_usd=sum(bet.amount_usd for bet in kept),
        placed_at=wager.placed_at,
        **{name: getattr(wager, name) for name in _KEPT},
    )
    left = hold_stake(
        wager.participant.player_id,
        wager.money(units),
        key=wager_key(shorter.public_id),
        round_id=shorter.public_id,
    )
    shorter.balance_before = left.units + units
    rows = [WagerBet(**{name: getattr(bet, name) for name in _BET_KEPT}) for bet in kept]
    write_rows(prepare_insert(shorter), *(prepare_insert(row, parent="wager") for row in rows))
    return (
        Wager.objects.select_related("participant__player")
        .prefetch_related("bets")
        .get(pk=shorter.pk)
    )


_KEPT = (
    *("participant", "shoe", "nonce", "client_seed", "cut", "limits_at_deal", "currency"),
    *("tasa_cambio", "origin_id", "seal", "plain_seed"),
)
_BET_KEPT = ("box", "choices", "stake", "amount_usd", "side_bets")
