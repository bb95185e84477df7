"""A rule set in one line, in the reader's language, generated from the engine's own `Rules`."""

from functools import lru_cache

from django.utils.formats import number_format
from django.utils.translation import get_language, gettext as _, gettext_lazy, pgettext_lazy

from blackjack import summary
from blackjack.rules import Rules
from pages.signs import with_percent
from tables.selectors.returns import Return

_WHOLE = 100  # percent
SIDE_BETS = {
    "player_pair": gettext_lazy("Player pair"),
    "dealer_pair": gettext_lazy("Dealer pair"),
    "21+3": gettext_lazy("21+3"),
    "top_3": gettext_lazy("Top 3"),
}
SIDE_OUTCOMES = {
    "perfect": pgettext_lazy("side bet", "perfect pair"),
    "coloured": pgettext_lazy("side bet", "coloured pair"),
    "mixed": pgettext_lazy("side bet", "mixed pair"),
    "suited_trips": pgettext_lazy("side bet", "suited three of a kind"),
    "straight_flush": pgettext_lazy("side bet", "straight flush"),
    "trips": pgettext_lazy("side bet", "three of a kind"),
    "straight": pgettext_lazy("side bet", "straight"),
    "flush": pgettext_lazy("side bet", "flush"),
}


def rules_line(rules: Rules) -> str:
    """Return the rules in one line: "6 decks · H17 · DAS · late surrender · 3:2"."""
    return _rules_line(rules, _language())


@lru_cache(maxsize=256)
def _rules_line(rules: Rules, language: summary.Language) -> str:
    return summary.summary(rules, language)


def felt_line(rules: Rules) -> str:
    return _felt_line(rules, get_language())


@lru_cache(maxsize=256)
def _felt_line(rules: Rules, _in: str | None) -> str:
    parts = []
    if rules.naturals:
        pays, to = rules.natural_odds
        parts.append(_("Blackjack pays %(pays)d to %(to)d") % {"pays": pays, "to": to})
    parts.append(
        _("Dealer hits soft 17") if rules.soft_17 == "hit" else _("Dealer stands on all 17s")
    )
    if rules.naturals and rules.insurance != "none":
        parts.append(_("Insurance pays 2 to 1"))
    return summary.SEPARATOR.join(parts)


def describe_shuffle(rules: Rules) -> str:
    """Return how many decks a shoe has, and how often and when it is shuffled, in one sentence."""
    decks = summary.describe_decks(rules, _language())
    if rules.finite_decks is None:
        return _("Infinite decks: every card is drawn from all 52, so nothing is shuffled.")
    if rules.reshuffle == "every_round":
        return _("%(decks)s, shuffled again before every round.") % {"decks": decks}
    if rules.reshuffle == "when_empty":
        return _("%(decks)s, shuffled when a player changes the shoe or the table closes it.") % {
            "decks": decks
        }
    words = {"decks": decks, "part": with_percent(number_format(round(rules.penetration * _WHOLE)))}
    return (
        _("%(decks)s, shuffled after the round that reaches the cut card, at %(part)s of the shoe.")
        % words
    )


def bet_name(bet: str) -> str:
    """Return the bet of a return (`tables.selectors.returns`) in words."""
    if bet == "hand":
        return _("Hand")
    if bet == "insurance":
        return _("Insurance")
    return str(SIDE_BETS[bet.removeprefix("side:")])


def format_share(value: float, digits: int = 3) -> str:
    """Format a share as a percentage in the reader's language: "99.612%"."""
    rounded = f"{100 * value:.{digits}f}"  # Django truncates a float instead of rounding it
    return with_percent(number_format(rounded, digits, use_l10n=True))


def format_return(one: Return) -> str:
    """Format a bet's return, with points if any: "99.950%, with points 100.120%"."""
    if not one.points:
        return format_share(one.rtp)
    return _("%(rtp)s, with points %(back)s") % {
        "rtp": format_share(one.rtp),
        "back": format_share(one.back),
    }


def format_points(value: float, digits: int = 3, *, sign: str = "-") -> str:
    """Format a difference of shares: "0.226 percentage points"; `sign` "+" writes the plus as well."""
    return _("%(n)s percentage points") % {"n": format_bare_points(value, digits, sign=sign)}


def format_bare_points(value: float, digits: int = 3, *, sign: str = "+") -> str:
    """Format a difference without its unit, which the heading has: "+0.226"."""
    rounded = f"{round(100 * value, digits) + 0.0:{sign}.{digits}f}"  # no "-0.000"
    return str(number_format(rounded, digits, use_l10n=True))


def format_decks(rules: Rules) -> str:
    return summary.describe_decks(rules, _language())


def _language() -> summary.Language:
    return "es" if (get_language() or "").startswith("es") else "en"
