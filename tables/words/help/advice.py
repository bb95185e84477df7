"""Advice on other bets, and the assumptions of the chart."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from blackjack.insurance import even_money_gains, insurance_returns
from blackjack.rules import Rules
from tables.models import Mathematics
from tables.words.help.telling import HelpLine, HelpSection
from tables.words.help.worth import format_percent
from tables.words.rules import format_share


def build_advice(rules: Rules, mathematics: Mathematics | None) -> tuple[HelpSection, ...]:
    known = mathematics.result if mathematics is not None and mathematics.is_current else None
    return (
        HelpSection("bets", _("The other bets"), tuple(_bets(rules))),
        HelpSection(
            "assumes", _("Assumptions of the chart"), tuple(_chart_assumptions(rules, known or {}))
        ),
    )


def _bets(rules: Rules) -> Iterator[HelpLine]:
    if rules.naturals and rules.insurance != "none":
        yield HelpLine(_insurance(rules))
    if rules.naturals and rules.even_money:
        yield HelpLine(_even_money(rules))
    if rules.double_for_less and rules.double_on != "never":
        yield HelpLine(
            _("A smaller double is never better than a whole one: double fully or not at all.")
        )
    if rules.side_bets:
        yield HelpLine(_("Side bets have no strategy; their returns are below."))
    if not (rules.naturals and rules.insurance != "none") and not rules.side_bets:
        yield HelpLine(_("There are no other bets at this table."))


def _insurance(rules: Rules) -> str:
    returns = float(insurance_returns(rules))
    part = format_percent(abs(1 - returns))
    if returns >= 1:
        return _("Take insurance: over time it wins %(share)s of its stake.") % {"share": part}
    return _("Do not take insurance: over time it loses %(share)s of its stake.") % {"share": part}


def _even_money(rules: Rules) -> str:
    if even_money_gains(rules) > 0:
        return _(
            "Take even money: on average it is worth more than a blackjack that is kept against an ace."
        )
    return _(
        "Do not take even money: it is an insurance of your blackjack, and on average the blackjack is worth more."
    )


def _chart_assumptions(rules: Rules, known: dict[str, object]) -> Iterator[HelpLine]:
    yield HelpLine(
        _(
            "The chart only uses your total, whether it is soft, your pair and the dealer's card. It was computed for these rules, for one player at a fresh shoe with the money for every double and split."
        )
    )
    best, by_chart = known.get("rtp"), known.get("rtp_total_dependent")
    if isinstance(best, float) and isinstance(by_chart, float):
        yield HelpLine(
            _("Playing each exact hand instead of its total gains only %(share)s.")
            % {"share": format_share(abs(best - by_chart), 4)}
        )
    if rules.inverted:
        yield HelpLine(_("Results are inverted at this table, and the chart plays for that."))
