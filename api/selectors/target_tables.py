"""The table of a player's request."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Q

from accounts.models.users import User
from tables.models import Table


def find_target_table(player: User, names: Mapping[str, Any], body: Any) -> Table | None:
    """Return the table that a request names, by its address or body, or by a round or shoe of the player; None if there is none."""
    if "round" in names:
        wanted = Q(places__rounds__public_id=names["round"], places__rounds__player=player)
    elif "shoe" in names:
        wanted = Q(places__shoes__public_id=names["shoe"], places__participants__player=player)
    else:
        named = names.get("table", body.get("table") if isinstance(body, Mapping) else None)
        if not isinstance(named, str):
            return None
        wanted = Q(slug=named)
    return Table.objects.select_related("version__rule_set").filter(wanted).first()
