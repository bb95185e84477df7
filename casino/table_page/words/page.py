"""Content of the table page."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from blackjack.deal import Deal
from blackjack.rules import Rules
from casino.absence.words import describe_last_hand, describe_leaving
from casino.fairness.selectors.shoe_panel import FairnessPanel, FairnessView, fairness_view
from casino.limits.services.time_limit import TimeLeft
from casino.limits.values.at_deal import LimitsAtDeal
from casino.limits.values.bet_limits import (
    BetLimits,
    JointLimits,
    joint_limits,
)
from casino.models import Round, Shoe
from casino.play.selectors.currencies import (
    CurrencyChoice,
    choose_currency,
    list_currency_choices,
)
from casino.play.selectors.play_money import PlayMoneyTerms
from casino.play.selectors.position import Position
from casino.play.services.bet_terms import NextBetTerms, load_next_bet_terms
from casino.play.services.offers import Funds
from casino.protection.selectors.reality import RealityCheck
from casino.protection.words.session_plan import SessionLine, find_session_line
from casino.refusals import PlaceStopped, RoundHeldByStaff
from casino.rounds.words.labels import place_label
from casino.rounds.words.round_view import RoundView, round_view
from casino.table_page.selectors.news import RuleChanges, find_rule_changes
from casino.table_page.words.actions import ActionView, action_views, format_action_label
from casino.table_page.words.bet_form import BetTerms, NextBet, RefusedBetForm, bet_form
from casino.table_page.words.boxes import BoxPlace, box_places
from casino.table_page.words.strip import PlayerStrip
from tables.models import Table
from tables.words.coming import ComingRules
from tables.words.rules import describe_shuffle, felt_line, rules_line
from wallet.money.values import Money

_MINUTE = 60


@dataclass(frozen=True, slots=True)
class TableView:
    """Name, rules and limits of the table."""

    name: str
    slug: str
    rules_line: str
    felt_line: str
    if_you_leave: str
    shuffle: str
    limits: BetLimits | None
    together: JointLimits | None


@dataclass(slots=True)
class TablePage(PlayerStrip):
    """Context of `casino/_table.html`.

    `version_token` covers head and foot of the page: the shoe's rules, and the minute, because limits and announcements change during play.
    The page sends it back; if it has changed, the fragment includes both (`refresh_all`).
    """

    table: TableView
    version_token: str
    balance: Money
    net_position: Money
    open_stakes: Money
    session_started: datetime
    phase: str
    turn: str
    round: RoundView | None
    actions: list[ActionView]
    fairness: FairnessView
    has_hints: bool
    hint: str
    rules: Rules
    bet_form: NextBet | None = None
    last_round: UUID | None = None
    currencies: list[CurrencyChoice] = field(default_factory=list)
    news: RuleChanges | None = None
    barred: str | None = None
    last_hand: str = ""
    refusal: str | None = None
    notice: str | None = None
    coming: list[ComingRules] = field(default_factory=list)
    refresh_all: bool = False
    reality: RealityCheck | None = None
    reality_in: int | None = None  # seconds
    barred_code: str = ""
    time_left: TimeLeft | None = None
    play_money: PlayMoneyTerms | None = None
    panel: FairnessPanel | None = None
    last_results: list[str] | None = None  # None: the page keeps its list and adds the newest
    session_plan: SessionLine | None = None
    plan_code: str = ""  # of the refusal by the plan of the session
    typed: Mapping[str, str] = field(default_factory=dict)
    visitor: str = ""  # the token of a place that is not stored yet (`casino.guests`)

    @property
    def boxes(self) -> list[BoxPlace]:
        """Every box with its circles."""
        return box_places(self.rules, self.bet_form, self.round)

    @property
    def refused_in_place(self) -> bool:
        """True if the refusal is shown at its field."""
        in_bet = self.bet_form is not None and self.bet_form.wrong
        return in_bet or any(action.amount and action.amount.wrong for action in self.actions)


def table_page(
    position: Position,
    present: Shoe,
    asked: str = "",
    sent: RefusedBetForm | None = None,
    *,
    part: bool = False,
) -> TablePage:
    """Build the page of the current state, in the running round's currency or the one `asked` for, if held.

    `present` is the current shoe, `sent` a form just refused. `part`: only what changes during play.
    """
    table, round_, states = position.place.table, position.round, position.states
    running = _running_round(position)
    frozen = running is not None and running.frozen
    currency = choose_currency(position, asked)
    funds = Funds(position.player, table, position.player_money, currency)
    # the fragment of a running round shows no limits, so it needs no query for the rate
    rules = present.version.rules
    terms = None if part and running else load_next_bet_terms(funds, rules)
    sent = sent or RefusedBetForm()
    page = TablePage(
        table=_table_view(table, rules, terms.limits if terms else None),
        version_token=version_token(present),
        balance=funds.balance,
        net_position=position.player_money.net(currency),
        open_stakes=Money(running.staked if running else 0, currency),
        session_started=position.player_money.since,
        phase=_phase(round_, states),
        turn=_turn(states),
        round=round_view(round_, states) if round_ is not None else None,
        actions=[] if frozen else _action_views(funds, round_, states, sent),
        fairness=fairness_view(position.participant, present, states[-1] if states else None),
        has_hints=_has_hints(round_, states),
        hint="" if position.fresh else _hint(round_, states),
        rules=rules,
        typed=sent.typed,
        refusal=_find_stop(present, running),
        news=find_rule_changes(round_, table, running=running is not None),
        barred_code=funds.barred.code if funds.barred else "",
    )
    page.session_plan = find_session_line(position.player, funds.plan, timezone.now())
    if running is not None:
        page.last_hand = "" if frozen else describe_last_hand(running, funds)
    elif terms is not None:
        _offer_bet(page, position, present, terms, sent)
    return page


def _running_round(position: Position) -> Round | None:
    round_ = position.round
    in_progress = round_ is not None and round_.status == Round.Status.IN_PROGRESS
    return round_ if in_progress else None


def _offer_bet(
    page: TablePage,
    position: Position,
    present: Shoe,
    terms: NextBetTerms,
    sent: RefusedBetForm,
) -> None:
    """Add the last round, the currencies, and the form of the next bet or the reason why there is none."""
    currency, table = page.balance.currency, position.place.table
    page.last_round = position.round.public_id if position.round is not None else None
    page.currencies = list_currency_choices(position.player_money.balances, currency, table)
    page.barred = str(terms.barred) if terms.barred is not None else None
    page.plan_code = terms.plan_code
    if present.status != Shoe.Status.STOPPED and terms.is_offered:
        fields = BetTerms(currency, terms.limits, terms.own)
        page.bet_form = bet_form(position.participant, present, fields, sent)


def version_token(present: Shoe) -> str:
    """Return the version of the page's head and foot; see `TablePage`."""
    return f"{present.version_id}.{int(timezone.now().timestamp()) // _MINUTE}"


def _table_view(table: Table, rules: Rules, limits: BetLimits | None) -> TableView:
    """Table with the rules of the current shoe; those of the table start with its next shoe."""
    return TableView(
        name=table.display_name,
        slug=table.slug,
        rules_line=rules_line(rules),
        felt_line=felt_line(rules),
        if_you_leave=describe_leaving(rules),
        shuffle=describe_shuffle(rules),
        limits=limits,
        together=joint_limits(limits, rules.boxes_per_player) if limits else None,
    )


def _phase(round_: Round | None, states: list[Deal]) -> str:
    if round_ is None:
        return "betting"
    if not states:
        return "finished"
    turn = states[-1].turn
    return turn.phase if turn is not None else "finished"


def _turn(states: list[Deal]) -> str:
    """Label of the box and hand in turn; "" if there is only one."""
    turn = states[-1].turn if states else None
    if turn is None:
        return ""
    seats = {box.number: len(box.hands) for box in states[-1].boxes}
    return place_label(turn.box, turn.hand, seats=len(seats), hands=seats[turn.box])


def _has_hints(round_: Round | None, states: list[Deal]) -> bool:
    return round_ is not None and bool(states) and LimitsAtDeal.from_round(round_).hints


def _hint(round_: Round | None, states: list[Deal]) -> str:
    """Advice of the chart for the current decision, if requested. One query at tables with hints."""
    if round_ is None or not _has_hints(round_, states):
        return ""
    found = round_.hints.filter(step=len(states) - 1).first()
    return format_action_label(found.advice, states[-1].legal_actions) if found else ""


def _action_views(
    funds: Funds, round_: Round | None, states: list[Deal], sent: RefusedBetForm
) -> list[ActionView]:
    return action_views(funds, round_, states[-1], sent) if round_ is not None and states else []


def _find_stop(present: Shoe, running: Round | None) -> str | None:
    """Message at a place whose shoe is stopped, or of a frozen round; None where play goes on."""
    if present.status != Shoe.Status.STOPPED:
        return str(RoundHeldByStaff().message) if running is not None and running.frozen else None
    if running is not None:
        return str(PlaceStopped().message)
    return _("We have stopped play at this place for a check. Our staff know about it.")
