"""Rules and limits of a round, as its player reads them."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_CEILING
from math import lcm

from django.utils.translation import gettext as _

from blackjack.bets import smallest_unit
from casino.limits.values.at_deal import LimitsAtDeal
from casino.limits.values.bet_limits import CurrencyScale
from casino.lobby.words.help import rules_sections
from casino.models import Round
from tables.words.help import HelpLine, HelpSection
from wallet.money.values import Money
from wallet.money.words import format_money


@dataclass(frozen=True, slots=True)
class RoundRules:
    """Rules of a round with examples in its currency, followed by its limits."""

    version: int
    sections: tuple[HelpSection, ...]


def describe_rules(round_: Round) -> RoundRules:
    """Describe the rules and limits stored with the round."""
    at_deal, rules = LimitsAtDeal.from_round(round_), round_.version.rules
    scale = CurrencyScale.for_currency(
        round_.place.table, round_.currency, round_.tasa_cambio, at_deal.step
    )
    least = scale.round_inwards(at_deal.min_bet.amount, ROUND_CEILING)
    unit = lcm(smallest_unit(rules), scale.step)
    example = Money(max(-(-least.units // unit), 1) * unit, round_.currency)
    limits = HelpSection("limits", _("Limits"), tuple(map(HelpLine, _limits(at_deal, scale))))
    sections = rules_sections(
        rules, example, scale.step, least.units, live=round_.place.table.is_live
    )
    return RoundRules(round_.version.number, (*sections, limits))


def _limits(at_deal: LimitsAtDeal, scale: CurrencyScale) -> Iterator[str]:
    amounts = (
        (_("Minimum bet on a box: %(amount)s."), scale.lower_limit(at_deal.min_bet)),
        (
            _("Maximum staked in a round, splits and doubles included: %(amount)s."),
            scale.upper_limit(at_deal.max_round),
        ),
        (_("Maximum insurance: %(amount)s."), scale.halves.upper_limit(at_deal.max_insurance)),
    )
    for words, amount in amounts:
        if amount is not None:
            yield words % {"amount": format_money(amount)}
    step = Money(scale.step, scale.currency)
    yield _("Every stake is a multiple of %(step)s.") % {"step": format_money(step)}
