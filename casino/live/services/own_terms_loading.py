"""Builds what a player has and may do at a live table from the table's state and the player's."""

from collections.abc import Iterator
from datetime import datetime

from django.utils import timezone

from accounts.protection.selectors.reality_check import is_check_due
from blackjack.bets import FIRST
from blackjack.deal import Deal
from casino.limits.services.time_limit import find_time_left
from casino.live.selectors.early import early_verbs, is_before_turn
from casino.live.selectors.missing import count_deals_to_miss
from casino.live.selectors.own_state import OwnState
from casino.live.selectors.table_state import TableState
from casino.live.services.answers import iterate_questions
from casino.live.services.own_terms import (
    BehindOffer,
    BoxQuestion,
    EarlyOptions,
    OwnTerms,
    PlacedBet,
)
from casino.live.values.phases import TAKES_BETS
from casino.models import Clock, Round, Seat, Wager
from casino.play.selectors.currencies import choose_currency
from casino.play.selectors.play_money import find_play_money_terms
from casino.play.selectors.position import Position
from casino.play.services.bet_terms import load_next_bet_terms
from casino.play.services.offers import Funds, list_usable_offers
from casino.protection.selectors.reality import summarize_session
from wallet.money.values import Money


def load_own_terms(own: OwnState, state: TableState, asked: str = "") -> OwnTerms:
    """Return the player's terms; `asked` is the currency asked for. One query with limits of the player's own."""
    return _Builder(own, state, asked).build()


class _Builder:
    """Builds the terms step by step: money, seat, then what the phase asks for."""

    def __init__(self, own: OwnState, state: TableState, asked: str) -> None:
        self.own, self.state, self.wager = own, state, own.wager
        self.table, self.money, self.round = state.place.table, own.money, own.round
        position = Position(own.participant, own.round, [], own.money)
        self.currency = choose_currency(position, asked)
        replaced = self.wager.pk if self.wager is not None else None
        self.funds = Funds(own.player, self.table, own.money, self.currency, replaced)

    def build(self) -> OwnTerms:
        now = timezone.now()
        terms = OwnTerms(
            currency=self.currency,
            balance=self.funds.balance,
            net_position=self.money.net(self.currency),
            open_stakes=self._open_stakes(),
            session_started=self.money.since,
            plan=self.funds.plan,
            time_left=find_time_left(self.own.player, self.money.held_to, now),
            play_money=find_play_money_terms(self.table, self.own.player, now),
            barred_code=self.funds.barred.code if self.funds.barred else "",
            client_seed=self.own.participant.client_seed,
        )
        self._seat(terms)
        self._places(terms)
        plays = self.round is not None and self.state.is_played
        if self.wager is not None and not plays:
            self._placed(terms, self.wager)
        if self.state.phase in TAKES_BETS:
            self._betting(terms, now)
        elif self.round is not None and self.state.is_played:
            self._playing(terms, self.round)
        return terms

    def _open_stakes(self) -> Money:
        if self.round is not None and self.state.is_played:
            return self.round.money(self.round.staked)
        if self.wager is not None and self.wager.currency == self.currency:
            return self.wager.money(self.wager.amount)
        return Money.zero(self.currency)

    def _seat(self, terms: OwnTerms) -> None:
        own = [seat for seat in self.state.seats if seat.box in self.own.seats]
        terms.seats = self.own.seats
        terms.boxes = sorted({*terms.seats, *self._boxes_played(FIRST)})
        terms.sits_out, terms.leaves = any(s.sits_out for s in own), any(s.leaves for s in own)
        terms.misses = count_deals_to_miss(self.own.participant, self.state.clock, self.state.now)
        terms.may_say_ready = self._is_awaited(terms, own)
        bets = self.state.phase in TAKES_BETS
        terms.may_choose_seed = bets and bool(own) and self.wager is None
        watches = self.own.participant.watches_until
        terms.watches_until = watches if watches and watches > self.state.now else None

    def _is_awaited(self, terms: OwnTerms, own: list[Seat]) -> bool:
        """Return whether the pause waits for the player."""
        if self.state.phase != Clock.Phase.INTERMISSION or not own or self.wager is not None:
            return False
        return not (terms.sits_out or terms.misses or any(seat.is_ready for seat in own))

    def _places(self, terms: OwnTerms) -> None:
        """Say which places the player may take or wait for."""
        most = 1 if self.state.waiting else self.table.version.rules.boxes_per_player
        terms.may_take = len(terms.seats) < most and self.funds.barred is None
        waits = self.own.waiting
        terms.waits, terms.held_box = waits is not None, waits.box if waits else None
        free = self.state.free_boxes
        terms.may_wait = not (terms.seats or waits or free) and terms.may_take

    def _boxes_played(self, bettor: int) -> list[int]:
        """Boxes of the shown round: own ones if `bettor` is the first, else those bet behind on."""
        bettors = self.round.bettor_by_box if self.round is not None else {}
        return [box for box, own in sorted(bettors.items()) if (own == FIRST) == (bettor == FIRST)]

    def _betting(self, terms: OwnTerms, now: datetime) -> None:
        terms.behind = terms.behind or self._boxes_followed_last()
        if self.own.shoe is not None:
            terms.next_bet = load_next_bet_terms(self.funds, self.own.shoe.version.rules)
            terms.attempt = self.own.attempt
            terms.takes_bet = terms.next_bet.is_offered and terms.watches_until is None
        if is_check_due(self.own.player, now):
            terms.reality = summarize_session(self.own.player, self.money, now)
            terms.takes_bet = False
        if terms.takes_bet:
            terms.behind_offers = list(self._behind_offers())

    def _boxes_followed_last(self) -> list[int]:
        last = self.own.last
        is_over = last is not None and last.status != Round.Status.IN_PROGRESS
        return self._boxes_played(0) if is_over else []

    def _behind_offers(self) -> Iterator[BehindOffer]:
        most = self.table.version.rules.bettors_per_seat
        for box, placed in self.state.bettors.items():
            (first, bet), *others = placed
            mine = next((own for wager, own in others if wager == self.wager), None)
            if most == 1 or box in self.own.seats or bet.choices is not None:
                continue
            if mine is not None or len(placed) < most:
                yield BehindOffer(box, first.participant.player.shown_name, mine)

    def _placed(self, terms: OwnTerms, wager: Wager) -> None:
        bets = sorted(wager.bets.all(), key=lambda bet: bet.box)
        terms.placed = [
            PlacedBet(
                bet.box,
                wager.money(bet.stake + sum(bet.side_bets.values())),
                bet.choices is not None,
            )
            for bet in bets
        ]
        terms.behind = [bet.box for bet in terms.placed if bet.behind]
        terms.may_withdraw = self.state.phase in TAKES_BETS

    def _playing(self, terms: OwnTerms, round_: Round) -> None:
        live = self.state.live
        if live is None:
            return
        terms.behind = self._boxes_played(0)
        if live.is_frozen:
            return
        if self.state.phase == Clock.Phase.ANSWERS:
            self._questions(terms, round_, live.state)
        elif live.turn_share.round.player_id == self.own.player.pk:
            terms.offers = list_usable_offers(live.state, live.turn_share.round, self.funds)
        if self.state.phase == Clock.Phase.TURNS:
            terms.early_options = list(self._early_options(live.state))

    def _questions(self, terms: OwnTerms, round_: Round, deal: Deal) -> None:
        for asked in iterate_questions(deal):
            turn = asked.turn
            if turn is None or round_.bettor_by_box.get(turn.box) != turn.bettor:
                continue
            if turn.box in self.own.answered:
                terms.answered = True
            else:
                offers = list_usable_offers(asked, round_, self.funds)
                terms.box_questions.append(BoxQuestion(turn.box, asked.legal_actions, offers))

    def _early_options(self, deal: Deal) -> Iterator[EarlyOptions]:
        for box in self._boxes_played(FIRST):
            if is_before_turn(deal, box):
                yield EarlyOptions(box, early_verbs(deal, box), self.own.early.get(box, ""))
