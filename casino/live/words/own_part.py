"""Builds a player's own part of a live table's page from the table's state and the player's."""

from collections.abc import Mapping
from dataclasses import fields, replace
from functools import cached_property

from django.utils import timezone
from django.utils.translation import gettext as _

from blackjack.bets import FIRST
from blackjack.choices import KEYS, Choices, choices_from
from blackjack.deal import Deal
from casino.limits.values.bet_limits import BetLimits
from casino.live.selectors.own_state import OwnState
from casino.live.selectors.table_state import TableState
from casino.live.services.answers import amount_field_at
from casino.live.services.own_terms import BehindOffer, BoxQuestion, EarlyOptions, OwnTerms
from casino.live.services.own_terms_loading import load_own_terms
from casino.live.values.phases import TAKES_BETS
from casino.live.words.own_circles import fill_circles
from casino.live.words.own_news import describe_dropped_choice, describe_extra_boxes
from casino.live.words.own_view import BehindForm, EarlyChoice, OwnPart, Question
from casino.live.words.table_view import table_token
from casino.models import Clock, Round, Shoe, Wager, WagerBet
from casino.play.selectors.currencies import list_currency_choices
from casino.protection.words.session_plan import find_session_line
from casino.rounds.words.announcements import announce_round
from casino.rounds.words.labels import ACTIONS, hand_label
from casino.rounds.words.round_view import round_view
from casino.table_page.words.actions import ActionView, view_action
from casino.table_page.words.bet_form import (
    AmountInput,
    BetTerms,
    RefusedBetForm,
    bet_form,
)
from casino.values.boxes import side_field, stake_field
from pages.amounts import format_number


def build_own_part(own: OwnState, state: TableState, asked: str, sent: RefusedBetForm) -> OwnPart:
    """Build the player's part of a state. `sent` is a form just refused, `asked` the currency asked for."""
    terms = load_own_terms(own, state, asked or sent.typed.get("currency", ""))
    return _Builder(own, state, terms, sent).build()


class _Builder:
    """Adds to the player's terms what the page shows of them: forms, buttons, sentences."""

    def __init__(
        self, own: OwnState, state: TableState, terms: OwnTerms, sent: RefusedBetForm
    ) -> None:
        self.own, self.state, self.terms, self.sent = own, state, terms, sent
        self.table, self.round, self.wager = state.place.table, own.round, own.wager

    def build(self) -> OwnPart:
        known = {one.name: getattr(self.terms, one.name) for one in fields(OwnTerms)}
        part = OwnPart(
            **known,
            slug=self.table.slug,
            version=self.state.clock.version,
            token=table_token(self.state),
            shoes=self.state.shoes,
            seed_typed=self.sent.typed.get("client_seed", ""),
            seed_refused="client_seed" in self.sent.typed,
        )
        part.session_plan = find_session_line(self.own.player, self.terms.plan, timezone.now())
        if self.state.phase in TAKES_BETS:
            self._betting(part)
            self._result(part)
        elif self.round is not None and self.state.is_played:
            self._playing(part, self.round)
        part.news += describe_extra_boxes(self.own, self.state)
        part.announcements = [*part.news, *part.announcements]
        fill_circles(part, self.own, self.state)
        return part

    def _betting(self, part: OwnPart) -> None:
        shoe, terms = self.own.shoe, part.next_bet
        if shoe is None or terms is None:
            part.barred = _(
                "We have stopped play at this table for a check. Our staff know about it."
            )
            return
        part.barred = str(terms.barred) if terms.barred is not None else None
        part.plan_code = terms.plan_code
        if part.time_left is not None and part.time_left.refusal:
            part.barred = part.time_left.refusal
        if not terms.is_offered or part.watches_until:
            return
        balances, currency = self.own.money.balances, part.currency
        part.currencies = list_currency_choices(balances, currency, self.table)
        part.shows_placed = self.shown is not self.sent
        if part.takes_bet:
            self._bet_form(part, shoe, BetTerms(currency, terms.limits, terms.own))

    def _bet_form(self, part: OwnPart, shoe: Shoe, terms: BetTerms) -> None:
        seats = part.bet_seats
        form = bet_form(self.own.participant, shoe, terms, self.shown, seats or [1])
        part.behind_forms = [self._behind(one, form.limits) for one in part.behind_offers]
        if seats or part.behind_forms:
            form = replace(form, has_others=bool(part.behind_forms))
            behind_only = replace(form, boxes=[], can_rebet=False, cut=None)
            part.bet_form = form if seats else behind_only

    @cached_property
    def shown(self) -> RefusedBetForm:
        """Values of the form: those just refused, else those of the open bet."""
        is_refused = any(name.startswith("stake-") for name in self.sent.typed)
        is_other = self.wager is None or self.wager.currency != self.terms.currency
        if is_refused or self.wager is None or is_other:
            return self.sent
        return RefusedBetForm(_values_of(self.wager))

    def _behind(self, offer: BehindOffer, limits: BetLimits) -> BehindForm:
        choices = self._choices(offer.box, offer.placed)
        return BehindForm(offer.box, offer.name, self._stake(offer.box, limits), choices)

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

    def _result(self, part: OwnPart) -> None:
        round_ = self.own.last
        if round_ is not None and round_.status != Round.Status.IN_PROGRESS:
            part.result = round_view(round_, [])
            part.announcements = part.result.announcements

    def _playing(self, part: OwnPart, round_: Round) -> None:
        live = self.state.live
        if live is None:
            return
        part.round, part.step = str(round_.public_id), live.step
        if live.is_frozen:
            part.barred = _("We have paused this deal for a check. Our staff know about it.")
            return
        deal, legal = live.state, live.state.legal_actions
        is_asked = live.turn_share.round.player_id == self.own.player.pk
        if self.state.phase == Clock.Phase.ANSWERS:
            part.questions = [self._question(one) for one in part.box_questions]
        elif is_asked:
            part.turn = _turn_words(deal)
            part.actions = [view_action(offer, self.sent, legal) for offer in part.offers]
            part.news = describe_dropped_choice(self.own, live)
        part.early = [_early_choice(one, deal) for one in part.early_options]
        part.announcements = _announced(part, round_, deal)

    def _question(self, asked: BoxQuestion) -> Question:
        views = [view_action(offer, RefusedBetForm(), asked.legal) for offer in asked.offers]
        options = [self._at(asked.box, view) for view in views]
        return Question(asked.box, _box_words(asked.box), options)

    def _at(self, box: int, view: ActionView) -> ActionView:
        """The option with its amount field named after the box."""
        if view.amount is None:
            return view
        name = amount_field_at(box, view.verb)
        typed, wrong = self.sent.typed.get(name), self.sent.wrong == name
        return replace(view, amount=replace(view.amount, name=name, typed=typed, wrong=wrong))


def _early_choice(options: EarlyOptions, deal: Deal) -> EarlyChoice:
    box = options.box
    return EarlyChoice(
        box,
        f"{_box_words(box)}: {hand_label(_facts_of(deal, box))}",
        [(verb, str(ACTIONS[verb])) for verb in options.verbs],
        options.chosen,
    )


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
