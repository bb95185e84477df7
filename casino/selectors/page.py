"""The table as its player sees it: one value that the template prints."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.urls import reverse

from accounts.models import User
from accounts.selectors import may_play_real_money
from blackjack.round import Round as Play
from casino.dealing import actions_of, plays
from casino.errors import Frozen
from casino.limits import Limits, limits_of
from casino.models import Round, Shoe, Sitting
from casino.offers import Means, Offer, offers
from casino.selectors.fairness import FairnessView, fairness_view
from casino.selectors.history import net_position
from casino.selectors.places import last_round, shoes_in_sight
from casino.selectors.round_view import RoundView, round_view
from casino.wording import ACTIONS, KEYS
from tables.models import Table
from tables.wording import felt_line, rules_line
from wallet.errors import NoRate, RateWaits, StaleRate
from wallet.money import BASE_CURRENCY, Money
from wallet.rates import REAL, rate, usable_rate
from wallet.selectors import balances


@dataclass(frozen=True, slots=True)
class ActionView:
    """A button: shown because the rules allow it, disabled with its reason where limits or balance do not."""

    verb: str
    label: str
    key: str
    cost: Money | None
    enabled: bool
    reason: str


@dataclass(frozen=True, slots=True)
class BetForm:
    """What the next bet is made for."""

    shoe: str
    nonce: int
    stake: str
    rebet: str | None
    needs_salt: bool
    currency: str


@dataclass(frozen=True, slots=True)
class CurrencyChoice:
    """A currency that the player holds; the link shows the table in it."""

    code: str
    url: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """The table itself."""

    name: str
    slug: str
    rules_line: str
    felt_line: str
    limits: Limits


@dataclass(slots=True)
class TablePage:
    """Everything `casino/_table.html` prints."""

    table: TableView
    balance: Money
    net_position: Money
    open_stakes: Money
    session_started: datetime
    phase: str
    round: RoundView | None
    actions: list[ActionView]
    bet_form: BetForm | None
    fairness: FairnessView
    last_verify_url: str | None
    bet_url: str
    action_url: str
    seed_url: str
    change_shoe_url: str
    currencies: list[CurrencyChoice] = field(default_factory=list)
    barred: str | None = None
    refusal: str | None = None
    notice: str | None = None
    typed: Mapping[str, str] = field(default_factory=dict)


def table_page(player: User, table: Table, sitting: Sitting, asked: str = "") -> TablePage:
    """The present state, in the running round's currency or the one that is `asked` for and held.

    Raises `casino.errors.Alarm` where a running round is not what it was.
    """
    round_ = last_round(sitting)
    running = round_ is not None and round_.status == Round.Status.IN_PROGRESS
    states = plays(round_, actions_of(round_)) if round_ is not None and running else []
    shoes = shoes_in_sight(sitting)
    dealing = shoes[0].status != Shoe.Status.STOPPED
    held = {money.currency: money for money in balances(player.pk)}
    currency = (
        round_.currency if round_ is not None and running else _currency(held, sitting, asked)
    )
    means = Means(held.get(currency, Money.zero(currency)), may_play_real_money(player))
    limits, closed = _limits(table, currency)
    since = player.last_login or sitting.seated_at
    return TablePage(
        table=_table_view(table, limits),
        balance=means.balance,
        net_position=net_position(player, currency, since),
        open_stakes=Money(round_.staked if round_ is not None and running else 0, currency),
        session_started=since,
        phase=_phase(round_, states),
        round=round_view(round_, states) if round_ is not None else None,
        actions=_actions(means, round_, states),
        bet_form=_bet_form(sitting, shoes[0], limits, currency)
        if dealing and not running
        else None,
        fairness=fairness_view(sitting, shoes, states[-1] if states else None),
        last_verify_url=_verify_url(round_) if round_ is not None and not running else None,
        bet_url=_url("bet", table),
        action_url=_url("action", table),
        seed_url=_url("client_seed", table),
        change_shoe_url=_url("change_shoe", table),
        refusal=None if dealing else str(Frozen().message),
        currencies=[] if running else _currencies(held, currency, table),
        barred=_barred(means, closed) if not running else None,
    )


def _currency(held: Mapping[str, Money], sitting: Sitting, asked: str) -> str:
    """The currency of the next bet."""
    if asked in REAL and (asked in held or asked == BASE_CURRENCY):
        return asked
    return sitting.currency


def _currencies(held: Mapping[str, Money], currency: str, table: Table) -> list[CurrencyChoice]:
    """The currencies with money in them and the present one; nothing where there is no choice."""
    codes = [code for code in REAL if code == currency or (code in held and held[code].units > 0)]
    if len(codes) == 1:
        return []
    here = _url("table", table)
    return [CurrencyChoice(code, f"{here}?currency={code}", code == currency) for code in codes]


def _limits(table: Table, currency: str) -> tuple[Limits, str]:
    """The limits in a currency, and why it takes no bets now, if it takes none."""
    if currency == BASE_CURRENCY:
        return limits_of(table), ""
    try:
        return limits_of(table, currency, usable_rate(currency).rate), ""
    except NoRate as error:
        return limits_of(table), str(error.message)
    except (StaleRate, RateWaits) as error:
        return _limits_of_latest(table, currency), str(error.message)


def _limits_of_latest(table: Table, currency: str) -> Limits:
    try:
        return limits_of(table, currency, rate(currency).rate)
    except NoRate:  # the first one waits
        return limits_of(table)


def _barred(means: Means, closed: str) -> str | None:
    return str(means.barred.message) if means.barred else closed or None


def _table_view(table: Table, limits: Limits) -> TableView:
    return TableView(
        name=table.name,
        slug=table.slug,
        rules_line=rules_line(table.version.rules),
        felt_line=felt_line(table.version.rules),
        limits=limits,
    )


def _url(name: str, table: Table) -> str:
    return reverse(f"casino:{name}", args=[table.slug])


def _phase(round_: Round | None, states: list[Play]) -> str:
    if round_ is None:
        return "betting"
    if not states:
        return "finished"
    turn = states[-1].turn
    return turn.phase if turn is not None else "finished"


def _bet_form(sitting: Sitting, shoe: Shoe, limits: Limits, currency: str) -> BetForm:
    last = (
        Money(sitting.last_stake, currency).text
        if sitting.last_stake and sitting.currency == currency
        else None
    )
    return BetForm(
        shoe=str(shoe.public_id),
        nonce=shoe.rounds_dealt + 1,
        stake=last or limits.min_bet.text,
        rebet=last,
        needs_salt=shoe.salt is None,
        currency=currency,
    )


def _actions(means: Means, round_: Round | None, states: list[Play]) -> list[ActionView]:
    if round_ is None or not states:
        return []
    return [_action(offer) for offer in offers(states[-1], round_, means)]


def _action(offer: Offer) -> ActionView:
    return ActionView(
        verb=offer.verb,
        label=str(ACTIONS[offer.verb]),
        key=KEYS.get(offer.verb, ""),
        cost=offer.cost if offer.cost.units else None,
        enabled=offer.refusal is None,
        reason=str(offer.refusal.message) if offer.refusal else "",
    )


def _verify_url(round_: Round) -> str:
    return reverse("casino:round", args=[round_.public_id])
