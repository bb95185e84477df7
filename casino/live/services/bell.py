"""The bell: closes the bets and checks them once more."""

from datetime import datetime

from accounts.restrictions.selectors.eligibility import may_play
from casino.live.selectors.wagers import open_wagers
from casino.live.services.exchange import FIRST_ATTEMPT, deal_or_await_openings, list_seals
from casino.live.services.wagers import return_failed_wagers, return_open_wagers
from casino.models import Clock, Place, SeedExchange, Shoe, Wager
from casino.play.selectors.player_money import load_player_money
from casino.play.services.switches import find_switch_or_hours_refusal
from casino.selectors.places import present_shoe
from casino.services.clocks import end_phase
from internals.compiled_queries import write_rows


def ring_bell(clock: Clock, now: datetime) -> None:
    """Close the bets and list their seals; if no bet is left, the table waits again.

    Bets that are no longer accepted are returned first. The bell then rings once that is committed: the table
    is due at once.
    """
    place = clock.place
    shoe = present_shoe(place)
    if _return_refused(clock, shoe, now):
        write_rows(end_phase(clock, now))
        return
    wagers = open_wagers(place)
    if not wagers or shoe is None or shoe.is_over:
        return_open_wagers(clock, now)
        return
    exchange = SeedExchange(
        place=place,
        shoe=shoe,
        nonce=shoe.rounds_dealt + 1,
        attempt=FIRST_ATTEMPT,
        status=SeedExchange.Status.OPENING,
    )
    list_seals(exchange, wagers, now)
    deal_or_await_openings(clock, exchange, now)


def _return_refused(clock: Clock, shoe: Shoe | None, now: datetime) -> bool:
    """Return bets that are no longer accepted. Returns whether there were any.

    These are bets of players who were barred or stopped; on stopped boxes, or all if the house, the rule set or the
    table was stopped or its hours are over; for another deal; and behind a box without a first bettor. Limits are
    not judged again: a bet was accepted within them and counts towards them, and its player may withdraw it.
    """
    wagers = open_wagers(clock.place)
    refused = [
        wager
        for wager in wagers
        if not _is_for_next_deal(wager, shoe) or _is_refused(wager, clock.place)
    ]
    left = return_failed_wagers(clock.place, refused, now)
    return {wager.pk for wager in left} != {wager.pk for wager in wagers}


def _is_for_next_deal(wager: Wager, shoe: Shoe | None) -> bool:
    """True if the shoe named by the bet still deals next."""
    if shoe is None:
        return False
    return (wager.shoe_id, wager.nonce) == (shoe.pk, shoe.rounds_dealt + 1)


def _is_refused(wager: Wager, place: Place) -> bool:
    player = wager.participant.player
    money = load_player_money(player)
    barred = may_play(
        player,
        play_money=place.table.is_play_money,
        confirmed=money.confirmed,
        policies_due=money.policies_due,
    )
    refusal = find_switch_or_hours_refusal(player, place.table, money)
    return barred is not None or refusal is not None
