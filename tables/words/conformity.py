"""What the profile does not allow in rules, in words."""

from django.utils.translation import gettext as _

from profiles.values.fields import FIELDS
from tables.values.conformity import Contradiction
from tables.words.rules import bet_name


def describe_contradiction(one: Contradiction) -> str:
    """Return "Lowest theoretical return of any bet: 85 % required, Top 3 has 82.1 %."."""
    definition = FIELDS[one.field]
    if one.field == "free_play_equals_real":
        told = _("%(label)s: no real-money table has these rules.")
        return told % {"label": definition.label}
    words = (
        _("%(label)s: %(asked)s required, %(bet)s has %(found)s.")
        if one.bet
        else _("%(label)s: %(asked)s required, these rules have %(found)s.")
    )
    unit = definition.kind.unit
    return words % {
        "label": definition.label,
        "asked": f"{one.asked} {unit}".strip(),
        "found": f"{one.found} {unit}".strip(),
        "bet": bet_name(one.bet) if one.bet else "",
    }
