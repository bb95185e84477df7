"""Builds a player's own part of a live table's page from the table's state and the player's."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from functools import cached_property

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.protection.selectors.reality_check import is_check_due
from blackjack.bets import FIRST
from blackjack.choices import KEYS, Choices, choices_from
from blackjack.deal import Deal
from casino.limits.services.time_limit import find_time_left
from casino.limits.values.bet_limits import BetLimits
from casino.live.selectors.early import early_verbs, is_before_turn
from casino.live.selectors.missing import count_deals_to_miss
from casino.live.selectors.own_state import OwnState
from casino.live.selectors.table_state import TableState
from casino.live.services.answers import amount_field_at, iterate_questions
from casino.live.values.phases import TAKES_BETS
from casino.live.words.own_circles import fill_circles
from casino.live.words.own_news import describe_dropped_choice, describe_extra_boxes
from casino.live.words.own_view import BehindForm, EarlyChoice, OwnPart, PlacedBet, Question
from casino.live.words.table_view import LiveTableView
from casino.models import (
    Clock,
    Round,
    Wager,
    WagerBet,
)
from casino.play.selectors.position import Position
from casino.play.services.offers import Funds
from casino.protection.selectors.reality import summarize_session
from casino.rounds.words.announcements import announce_round
from casino.rounds.words.labels import ACTIONS, hand_label
from casino.rounds.words.round_view import round_view
from casino.table_page.selectors.currencies import choose_currency, list_currency_choices
from casino.table_page.words.actions import ActionView, action_views
from casino.table_page.words.bet_form import (
    AmountInput,
    BetTerms,
    RefusedBetForm,
    bet_form,
)
from casino.table_page.words.bet_terms import load_next_bet_terms
from casino.table_page.words.play_money import play_money_terms
from casino.values.boxes import side_field, stake_field
from pages.amounts import format_number
from wallet.money.values import Money


def build_own_part(
    own: OwnState, state: TableState, view: LiveTableView, asked: str, sent: RefusedBetForm
) -> OwnPart:
    """Build the player's part of a state. `sent` is a form just refused, `asked` the currency asked for."""
    return _Builder(own, state, view, asked, sent).build()


class _Builder:
    """Builds the part step by step: money, seat, then what the phase asks for."""

    def __init__(
        self,
        own: OwnState,
        state: TableState,
        view: LiveTableView,
        asked: str,
        sent: RefusedBetForm,
    ) -> None:
        self.own, self.state, self.view, self.sent = own, state, view, sent
        self.table, self.money, self.round = state.place.table, own.money, own.round
        position = Position(own.participant, own.round, [], own.money)
        self.currency = choose_currency(position, asked or sent.typed.get("currency", ""))
        self.seats, self.wager = own.seats, own.wager
        replaced = self.wager.pk if self.wager is not None else None
        self.funds = Funds(own.player, self.table, own.money, self.currency, replaced)

    def build(self) -> OwnPart:
        now = timezone.now()
        part = OwnPart(
            slug=self.table.slug,
            version=self.view.version,
            token=self.view.token,
            balance=self.funds.balance,
            net_position=self.money.net(self.currency),
            open_stakes=self._open_stakes(),
            session_started=self.money.since,
            time_left=find_time_left(self.own.player, self.money.held_to, now),
            barred_code=self.funds.barred.code if self.funds.barred else "",
            play_money=play_money_terms(self.table, self.own.player, now),
        )
        self._seat(part)
        if self.state.phase in TAKES_BETS:
            self._betting(part)
            self._result(part)
            self._reality(part, now)
        elif self.round is not None and self.state.is_played:
            self._playing(part, self.round)
        elif self.wager is not None:
            self._placed(part, self.wager)
        part.news += describe_extra_boxes(self.own, self.state)
        part.announcements = [*part.news, *part.announcements]
        fill_circles(part, self.own, self.state)
        return part

    def _open_stakes(self) -> Money:
        if self.round is not None and self.state.is_played:
            return self.round.money(self.round.staked)
        if self.wager is not None and self.wager.currency == self.currency:
            return self.wager.money(self.wager.amount)
        return Money.zero(self.currency)

    def _seat(self, part: OwnPart) -> None:
        own = [seat for seat in self.state.seats if seat.box in self.seats]
        part.seats = self.seats
        part.boxes = sorted({*self.seats, *self._boxes_played(FIRST)})
        part.sits_out, part.leaves = any(s.sits_out for s in own), any(s.leaves for s in own)
        is_ready = any(seat.is_ready for seat in own)
        part.misses = count_deals_to_miss(self.own.participant, self.state.clock, self.state.now)
        awaited = bool(own) and not (part.sits_out or part.misses or self.wager)
        is_pause = self.state.phase == Clock.Phase.INTERMISSION
        part.may_say_ready = is_pause and awaited and not is_ready
        part.may_choose_seed = self.state.phase in TAKES_BETS and bool(own) and self.wager is None
        watches = self.own.participant.watches_until
        part.watches_until = watches if watches is not None and watches > self.state.now else None
        part.client_seed = self.own.participant.client_seed
        part.shoes = self.state.shoes
        part.seed_typed = self.sent.typed.get("client_seed", "")
        part.seed_refused = "client_seed" in self.sent.typed
        most = 1 if self.state.waiting else self.table.version.rules.boxes_per_player
        part.may_take = len(self.seats) < most and self.funds.barred is None
        waits = self.own.waiting
        part.waits, part.held_box = waits is not None, waits.box if waits else None
        part.may_wait = not (self.seats or waits or self.view.free) and part.may_take

    def _boxes_played(self, bettor: int) -> list[int]:
        """Boxes of the shown round: own ones if `bettor` is the first, else those bet behind on."""
        bettors = self.round.bettor_by_box if self.round is not None else {}
        return [box for box, own in sorted(bettors.items()) if (own == FIRST) == (bettor == FIRST)]

    def _betting(self, part: OwnPart) -> None:
        shoe = self.own.shoe
        if shoe is None:
            part.barred = _(
                "We have stopped play at this table for a check. Our staff know about it."
            )
            return
        terms = load_next_bet_terms(self.funds, shoe.version.rules)
        part.barred, part.bar = terms.barred_words, terms.barred
        if part.time_left is not None and part.time_left.refusal:
            part.barred = part.time_left.refusal
        part.attempt = self.own.attempt
        if self.wager is not None:
            self._placed(part, self.wager)
        if not terms.is_offered or part.watches_until:
            return
        part.currencies = list_currency_choices(self.money.balances, self.currency, self.table)
        seats = [] if part.misses else self.seats
        form = bet_form(
            self.own.participant,
            shoe,
            BetTerms(self.currency, terms.limits, terms.own),
            self.shown,
            seats or [1],
        )
        part.behind_forms = list(self._behind_forms(form.limits))
        part.shows_placed = self.shown is not self.sent
        if seats or part.behind_forms:
            form = replace(form, has_others=bool(part.behind_forms))
            behind_only = replace(form, boxes=[], can_rebet=False, cut=None)
            part.bet_form = form if seats else behind_only

    @cached_property
    def shown(self) -> RefusedBetForm:
        """Values of the form: those just refused, else those of the open bet."""
        is_refused = any(name.startswith("stake-") for name in self.sent.typed)
        if is_refused or self.wager is None or self.wager.currency != self.currency:
            return self.sent
        return RefusedBetForm(_values_of(self.wager))

    def _behind_forms(self, limits: BetLimits) -> Iterator[BehindForm]:
        most = self.table.version.rules.bettors_per_seat
        for box, placed in self.state.bettors.items():
            (first, bet), *others = placed
            mine = next((own for wager, own in others if wager == self.wager), None)
            if most == 1 or box in self.seats or bet.choices is not None:
                continue
            if mine is not None or len(placed) < most:
                name = first.participant.player.shown_name
                choices = self._choices(box, mine)
                yield BehindForm(box, name, self._stake(box, limits), choices)

    def _choices(self, box: int, placed: WagerBet | None) -> Choices:
        """Choices of a bet behind: those just refused, else those of the open bet, else the default."""
        kept = choices_from(placed.choices or {}) if placed is not None else Choices()
        sent = {key: self.sent.typed.get(f"{key}-{box}", getattr(kept, key)) for key in KEYS}
        return choices_from(sent)

    def _stake(self, box: int, limits: BetLimits) -> AmountInput:
        name = stake_field(box)
        return AmountInput(
            name=name,
            label=_("Behind box %(n)d") % {"n": box},
            least=limits.min_bet,
            most=limits.max_bet,
            value=None,
            typed=self.shown.typed.get(name),
            rebet=None,
            wrong=self.sent.wrong == name,
        )

    def _placed(self, part: OwnPart, wager: Wager) -> None:
        bets = sorted(wager.bets.all(), key=lambda bet: bet.box)
        part.placed = [
            PlacedBet(
                bet.box,
                wager.money(bet.stake + sum(bet.side_bets.values())),
                bet.choices is not None,
            )
            for bet in bets
        ]
        part.behind = [bet.box for bet in bets if bet.choices is not None]
        part.may_withdraw = self.state.phase in TAKES_BETS

    def _result(self, part: OwnPart) -> None:
        round_ = self.own.last
        if round_ is not None and round_.status != Round.Status.IN_PROGRESS:
            part.result = round_view(round_, [])
            part.announcements = part.result.announcements
            part.behind = part.behind or self._boxes_played(0)

    def _reality(self, part: OwnPart, now: datetime) -> None:
        if is_check_due(self.own.player, now):
            part.reality = summarize_session(self.own.player, self.money, now)
            part.bet_form, part.behind_forms = None, []

    def _playing(self, part: OwnPart, round_: Round) -> None:
        live = self.state.live
        if live is None:
            return
        part.round, part.step = str(round_.public_id), live.step
        part.behind = self._boxes_played(0)
        if live.is_frozen:
            part.barred = _("We have paused this deal for a check. Our staff know about it.")
            return
        if self.state.phase == Clock.Phase.ANSWERS:
            self._questions(part, round_, live.state)
        elif live.turn_share.round.player_id == self.own.player.pk:
            part.turn = _turn_words(live.state)
            part.actions = action_views(self.funds, live.turn_share.round, live.state, self.sent)
            part.news = describe_dropped_choice(self.own, live)
        part.early = self._early(live.state)
        part.announcements = _announced(part, round_, live.state)

    def _questions(self, part: OwnPart, round_: Round, deal: Deal) -> None:
        for asked in iterate_questions(deal):
            turn = asked.turn
            if turn is None or round_.bettor_by_box.get(turn.box) != turn.bettor:
                continue
            if turn.box in self.own.answered:
                part.answered = True
                continue
            views = action_views(self.funds, round_, asked, RefusedBetForm())
            options = [self._at(turn.box, view) for view in views]
            part.questions.append(Question(turn.box, _box_words(turn.box), options))

    def _at(self, box: int, view: ActionView) -> ActionView:
        """The option with its amount field named after the box."""
        if view.amount is None:
            return view
        name = amount_field_at(box, view.verb)
        typed, wrong = self.sent.typed.get(name), self.sent.wrong == name
        return replace(view, amount=replace(view.amount, name=name, typed=typed, wrong=wrong))

    def _early(self, deal: Deal) -> list[EarlyChoice]:
        if self.state.phase != Clock.Phase.TURNS:
            return []
        boxes = [box for box in self._boxes_played(FIRST) if is_before_turn(deal, box)]
        return [
            EarlyChoice(
                box,
                f"{_box_words(box)}: {hand_label(_facts_of(deal, box))}",
                [(verb, str(ACTIONS[verb])) for verb in early_verbs(deal, box)],
                self.own.early.get(box, ""),
            )
            for box in boxes
        ]


def _values_of(wager: Wager) -> dict[str, str]:
    """The bets of a wager as its form's fields have them."""
    found = {}
    for bet in wager.bets.all():
        found[stake_field(bet.box)] = wager.money(bet.stake)
        for name, units in bet.side_bets.items():
            found[side_field(bet.box, name)] = wager.money(units)
    return {name: format_number(amount.decimal) for name, amount in found.items()}


def _turn_words(deal: Deal) -> str:
    turn = deal.turn
    if turn is None:
        return ""
    hands = len(deal.find_box(turn.box).hands)
    if hands > 1:
        return _("Box %(seat)d, hand %(n)d") % {"seat": turn.box, "n": turn.hand}
    return _box_words(turn.box)


def _box_words(box: int) -> str:
    return _("Box %(n)d") % {"n": box}


def _facts_of(deal: Deal, box: int) -> Mapping[str, object]:
    (seat,) = deal.public_for({box: FIRST})["seats"]
    return seat["hands"][0]  # type: ignore[no-any-return]  # as the library documents it


def _announced(part: OwnPart, round_: Round, deal: Deal) -> list[str]:
    """Lines for screen readers: own hands, the dealer's card, and that it is the player's turn."""
    lines = announce_round(deal.public_for(round_.bettor_by_box), [deal], "")
    return [*lines, _("It is your turn.")] if part.is_asked else lines
