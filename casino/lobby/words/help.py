"""Text of a table's help and strategy pages, with the reader's currency and limits."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import lcm

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import get_language, gettext as _

from blackjack.bets import smallest_unit
from blackjack.rules import Rules
from blackjack.strategy import Chart
from casino.limits.values.bet_limits import BetLimits, choose_shown_currency, compute_shown_limits
from casino.lobby.words.live_help import live_sections
from casino.values.charts import read_chart
from casino.values.play_money import REFILL_BELOW, REFILL_TO
from journal.selectors.gaming_days import operator_zone
from tables.models import Table
from tables.selectors.limits import Bounds, load_bounds
from tables.selectors.tables import find_mathematics
from tables.words.help import HelpLine, HelpSection, Purse, build_sections
from tables.words.help.advice import build_advice
from tables.words.help.summary import summarize_rules
from tables.words.help.worth import build_rtp_section
from wallet.money.values import BASE_CURRENCY, Money
from wallet.money.words import format_amount, format_money
from wallet.rates.selectors.rates import latest_rates
from wallet.rates.values import Quote


@dataclass(frozen=True, slots=True)
class HelpPage:
    """Content of `casino/help.html` and `casino/strategy.html`."""

    summary: tuple[str, ...]
    sections: tuple[HelpSection, ...]
    chart: Chart | None
    advice: tuple[HelpSection, ...]
    worth: HelpSection


def build_help(
    table: Table, currency: str = BASE_CURRENCY, player_id: int | None = None, country: str = ""
) -> HelpPage:
    """Build the help page in a display currency, with this player's limits or the general ones."""
    rules = table.version.rules
    found = load_bounds(table, player_id, country)
    quotes = latest_rates(table.currencies)
    limits = compute_shown_limits(table, quotes.get(choose_shown_currency(table, currency)), found)
    mathematics = find_mathematics(table.version)
    return HelpPage(
        summary=summarize_rules(rules),
        sections=(
            *rules_sections(
                rules,
                _example_stake(rules, limits),
                limits.step.units,
                limits.min_bet.units,
                read_chart(mathematics),
                live=table.is_live,
            ),
            _limits(table, limits, found),
            *_currencies(table, quotes, found),
        ),
        chart=read_chart(mathematics),
        advice=build_advice(rules, mathematics),
        worth=build_rtp_section(mathematics),
    )


def rules_sections(
    rules: Rules,
    stake: Money,
    step: int = 1,
    least: int = 0,
    chart: Chart | None = None,
    *,
    live: bool = False,
) -> tuple[HelpSection, ...]:
    """Return the rules with examples at this stake. Cached by all arguments and the language."""
    return _told(rules.to_json(), stake, step, least, chart, get_language() or "", live)


@lru_cache(maxsize=128)
def _told(
    rules: str,
    stake: Money,
    step: int,
    least: int,
    chart: Chart | None,
    _language: str,
    live: bool,  # noqa: FBT001 - part of the cache's key
) -> tuple[HelpSection, ...]:
    purse = Purse(
        stake.units, lambda units: format_money(Money(units, stake.currency)), step, least, chart
    )
    known = Rules.from_json(rules)
    own = live_sections(known) if live else ()
    return (*build_sections(known, purse, live=live), *own)


def _example_stake(rules: Rules, limits: BetLimits) -> Money:
    """Middle chip within the limits, rounded up to a stake the rules settle exactly; never zero."""
    middle = limits.chips[len(limits.chips) // 2].units if limits.chips else 0
    wanted = min(max(middle, limits.min_bet.units), limits.max_bet.units)
    unit = lcm(smallest_unit(rules), limits.step.units)
    return Money(max(-(-wanted // unit), 1) * unit, limits.step.currency)


def _limits(table: Table, limits: BetLimits, found: Bounds) -> HelpSection:
    texts = (*_amounts(table, limits), *_pace(table, found))
    return HelpSection("limits", _("Limits"), tuple(HelpLine(text) for text in texts))


def _amounts(table: Table, limits: BetLimits) -> Iterator[str]:
    amounts = {
        "least": format_money(limits.min_bet),
        "most": format_money(limits.max_bet),
        "round": format_money(limits.max_round),
    }
    yield (
        _(
            "From %(least)s to %(most)s on a box. Maximum %(round)s per round with splits and doubles; insurance and side bets are extra."
        )
        % amounts
    )
    if limits.min_player is not None:
        yield _("Minimum for all your boxes together: %(least)s.") % {
            "least": format_money(limits.min_player)
        }
    if limits.max_player is not None:
        yield _("Maximum for all your boxes together: %(most)s.") % {
            "most": format_money(limits.max_player)
        }
    yield _("Every stake is a multiple of %(step)s.") % {"step": format_money(limits.step)}
    if table.version.rules.insurance == "up_to_half" and not table.is_play_money:
        yield _("Minimum insurance: %(least)s, in steps of %(step)s.") % {
            "least": format_money(limits.min_bet),
            "step": format_money(Money(max(1, limits.step.units // 2), limits.step.currency)),
        }
    if limits.max_insurance is not None:
        yield _("Maximum insurance: %(most)s.") % {"most": format_money(limits.max_insurance)}
    if table.version.rules.side_bets:
        yield _side(limits)
    if table.is_play_money:
        yield _(
            "You get %(full)s of play money to start with. Below %(low)s we refill it to %(full)s, once a day."
        ) % {"full": format_amount(REFILL_TO), "low": format_amount(REFILL_BELOW)}
    if table.bet_formula == Table.BetFormula.FRIENDLY:
        yield _(
            "With play money you can bet up to 200 above your balance, and always at least 100. You never owe it."
        )


def _currencies(table: Table, quotes: Mapping[str, Quote], found: Bounds) -> Iterator[HelpSection]:
    """Yield the section of a real-money table's currencies and their limits."""
    if table.is_play_money:
        return
    lines = [
        HelpLine(_in_currency(table, code, quotes.get(code), found)) for code in table.currencies
    ]
    yield HelpSection("currencies", _("Currencies"), tuple(lines))


def _in_currency(table: Table, code: str, quote: Quote | None, found: Bounds) -> str:
    if quote is None:
        return _("%(currency)s: no bets until there is an exchange rate.") % {"currency": code}
    limits = compute_shown_limits(table, quote, found)
    words = {
        "currency": code,
        "least": format_money(limits.min_bet),
        "most": format_money(limits.max_bet),
        "round": format_money(limits.max_round),
        "step": format_money(limits.step),
    }
    return (
        _(
            "%(currency)s: from %(least)s to %(most)s on a box, in steps of %(step)s; maximum %(round)s per round."
        )
        % words
    )


def _side(limits: BetLimits) -> str:
    if limits.max_side is None:
        return _("Minimum side bet: %(least)s.") % {"least": format_money(limits.min_side)}
    words = {"least": format_money(limits.min_side), "most": format_money(limits.max_side)}
    return _("Side bets: from %(least)s to %(most)s.") % words


def _pace(table: Table, found: Bounds) -> Iterator[str]:
    pace = {"minute": found.hands_per_minute.amount, "day": found.hands_per_day.amount}
    yield _("Up to %(minute)d hands a minute and %(day)d a day.") % pace
    if found.min_seconds_between_rounds.amount:
        seconds = {"n": found.min_seconds_between_rounds.amount}
        yield _("At least %(n)d seconds between rounds.") % seconds
    if table.max_bet_ratio is not None:
        yield _("Within one shoe your highest bet may be up to %(n)d times your lowest.") % {
            "n": table.max_bet_ratio
        }
    if not table.is_live:
        yield from _own_shoe(table)
    told_hours = hours_sentence(table)
    if told_hours:
        yield told_hours


def _own_shoe(table: Table) -> Iterator[str]:
    """Options of a private table: changing the shoe, hints."""
    yield _("You may change the shoe after %(n)d rounds.") % {"n": table.rounds_before_shoe_change}
    if table.hints:
        yield _("You can ask for hints while you play. The round records it.")


def hours_sentence(table: Table) -> str:
    """Return the opening hours in the operator's time zone; "" for a table that is always open."""
    if table.opens is None or table.closes is None:
        return ""
    words = {
        "opens": time_format(table.opens, "H:i"),
        "closes": time_format(table.closes, "H:i"),
        "zone": operator_zone(timezone.now()).key,
    }
    return _("Open from %(opens)s to %(closes)s (%(zone)s).") % words
