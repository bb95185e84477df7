"""A rule set in a line, generated from the very value the engine plays by."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from blackjack.rules import Rules

SURRENDERS = {
    "late": gettext_lazy("late surrender"),
    "early": gettext_lazy("early surrender"),
    "early_vs_non_ace": gettext_lazy("early surrender, not against an ace"),
}


def rules_line(rules: Rules) -> str:
    """One line: "6 decks · H17 · DAS · late surrender · 3:2"."""
    parts = [decks(rules), "H17" if rules.soft_17 == "hit" else "S17"]
    if rules.double_after_split:
        parts.append(_("DAS"))
    if rules.surrender in SURRENDERS:
        parts.append(str(SURRENDERS[rules.surrender]))
    if rules.naturals:
        parts.append(rules.blackjack_pays)
    return " · ".join(parts)


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
    return " · ".join(parts)


def decks(rules: Rules) -> str:
    """How many decks, in words."""
    if rules.finite_decks is None:
        return _("infinite decks")
    return ngettext("%(n)d deck", "%(n)d decks", rules.finite_decks) % {"n": rules.finite_decks}
