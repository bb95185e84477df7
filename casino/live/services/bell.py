"""The bell: bets are closed and judged once more."""

from datetime import datetime

from accounts.restrictions.selectors.eligibility import may_play
from casino.live.selectors.wagers import open_wagers
from casino.live.services.exchange import FIRST_ATTEMPT, go_on_or_wait, list_seals
from casino.live.services.wagers import drop_unled_bets, end_wager, return_all
from casino.models import Clock, Place, Seat, SeedExchange, Wager
from casino.play.selectors.player_money import load_player_money
from casino.play.services.switches import refused_by_switch
from casino.selectors.places import present_shoe
from casino.services.locks import lock_players


def ring_bell(clock: Clock, now: datetime) -> None:
    """Close the bets and list their seals; without any bet left the table waits again."""
    place = clock.place
    _return_barred(place, now)
    wagers = drop_unled_bets(place, now)
    shoe = present_shoe(place)
    if not wagers or shoe is None or shoe.outdated:
        return_all(clock, now)
        return
    _miss_deals(place)
    exchange = SeedExchange(
        place=place,
        shoe=shoe,
        nonce=shoe.rounds_dealt + 1,
        attempt=FIRST_ATTEMPT,
        status=SeedExchange.Status.OPENING,
    )
    list_seals(exchange, wagers, now)
    go_on_or_wait(clock, exchange, now)


def ring_when_ready(clock: Clock, now: datetime) -> bool:
    """Ring at once where every seat that is present has bet or sits out. Returns whether it rang.

    Where bets behind are taken the betting clock runs to its end: those who follow need the time after the seats' bets.
    """
    place = clock.place
    if clock.phase != Clock.Phase.BETTING or place.table.version.rules.bettors_per_seat > 1:
        return False
    betting = {wager.participant_id for wager in open_wagers(place)}
    awaited = Seat.objects.filter(place=place, sits_out=False, participant__deals_to_miss=0)
    if not betting or awaited.exclude(participant__in=betting).exists():
        return False
    ring_bell(clock, now)
    return True


def _return_barred(place: Place, now: datetime) -> None:
    """Each bet is judged again: a player who was excluded, suspended or stopped since gets it back."""
    wagers = open_wagers(place)
    players = lock_players(wager.participant.player_id for wager in wagers)
    for wager in wagers:
        player = players[wager.participant.player_id]
        money, free = load_player_money(player), place.table.is_play_money
        barred = may_play(player, play_money=free, confirmed=money.confirmed)
        if barred is not None or refused_by_switch(player, place.table, money) is not None:
            end_wager(wager, Wager.End.RETURNED, now)


def _miss_deals(place: Place) -> None:
    """One of the deals to be missed is this one."""
    for participant in place.participants.filter(deals_to_miss__gt=0):
        participant.deals_to_miss -= 1
        participant.save(update_fields=["deals_to_miss"])
