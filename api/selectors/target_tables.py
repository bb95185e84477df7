"""The table of a player's request."""

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet

from accounts.models.users import User
from internals.compiled_queries import ModelQuery
from tables.models import Table


def find_target_table(player: User, names: Mapping[str, Any], body: Any) -> Table | None:
    """Return the table that a request names, by its address or body, or by a round or shoe of the player; None if there is none.

    One query, compiled once: apps and laboratories send it with each request of play.
    """
    if "round" in names:
        return _OF_ROUND.first(names["round"], player.pk)
    if "shoe" in names:
        return _OF_SHOE.first(names["shoe"], player.pk)
    named = names.get("table", body.get("table") if isinstance(body, Mapping) else None)
    return _NAMED.first(named) if isinstance(named, str) else None


def _tables() -> QuerySet[Table]:
    return Table.objects.select_related("version__rule_set")


_NAMED: Final = ModelQuery[Table](lambda slug: _tables().filter(slug=slug), str)
_OF_ROUND: Final = ModelQuery[Table](
    lambda round_, player: _tables().filter(
        places__rounds__public_id=round_, places__rounds__player=player
    ),
    UUID,
    int,
)
_OF_SHOE: Final = ModelQuery[Table](
    lambda shoe, player: _tables().filter(
        places__shoes__public_id=shoe, places__participants__player=player
    ),
    UUID,
    int,
)
