"""Template tag for the disputes of a round, used on its page in a lower-level app."""

from typing import Any

from django import template

from accounts.models.users import User
from casino.models import Round
from compliance.disputes.forms import ComplaintForm
from compliance.disputes.selectors import disputes_about_round
from compliance.models import DisputeSubject

register = template.Library()


@register.inclusion_tag("compliance/disputes/_of_round.html", takes_context=True)
def dispute_of(context: dict[str, Any], round_: Round) -> dict[str, Any]:
    """Return the player's disputes about the round, and the form for a new one. One query."""
    player = context["user"]
    if not isinstance(player, User) or player.is_staff:
        return {}
    found = disputes_about_round(player, round_.public_id)
    initial = {"round": round_.number, "subject": DisputeSubject.ROUND.value}
    form = ComplaintForm(player, initial=initial)
    for name in ("subject", "round"):
        form.fields[name].widget = form.fields[name].hidden_widget()
    return {
        "player": player,
        "round": round_,
        "disputes": found,
        "form": form,
        "csrf_token": context.get("csrf_token"),
        "operator": context.get("operator"),
    }
