"""The apps in a player's copy of their own data."""

from collections.abc import Iterator

from accounts.models.users import User
from api.models import AppConnection
from compliance.own_data.selectors.json_stream import DataSection, JsonRow, build_batch_reader


def list_app_sections(player: User) -> Iterator[DataSection]:
    """Yield the apps that the player connected, with what each may do."""
    rows = AppConnection.objects.filter(player=player).select_related("app")
    yield DataSection("connected_apps", build_batch_reader(rows, "granted_at", _connection))


def _connection(row: AppConnection) -> JsonRow:
    return {
        "app": row.app.name,
        "maker": row.app.maker,
        "website": row.app.website,
        "scopes": row.scopes,
        "granted_at": row.granted_at,
        "last_used_at": row.last_used_at,
        "revoked_at": row.revoked_at,
    }
