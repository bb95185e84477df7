"""A rule set in a line, in the reader's language, generated from the very value the engine plays by."""

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from blackjack import summary
from blackjack.rules import Rules


def rules_line(rules: Rules) -> str:
    """One line: "6 decks · H17 · DAS · late surrender · 3:2"."""
    return summary.summary(rules, _language())


def felt_line(rules: Rules) -> str:
    """What is printed on the felt."""
    parts = []
    if rules.naturals:
        pays, to = rules.natural_odds
        parts.append(_("Blackjack pays %(pays)d to %(to)d") % {"pays": pays, "to": to})
    parts.append(
        _("Dealer hits soft 17") if rules.soft_17 == "hit" else _("Dealer stands on all 17s")
    )
    if rules.insurance != "none":
        parts.append(_("Insurance pays 2 to 1"))
    return summary.SEPARATOR.join(parts)


def decks(rules: Rules) -> str:
    """How many decks, in words."""
    return summary.decks(rules, _language())


def _language() -> summary.Language:
    return "es" if (get_language() or "").startswith("es") else "en"
