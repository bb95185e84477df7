"""Laboratory tables: who may play there."""

from accounts.models.users import User
from tables.models import Table


def may_enter(player: User, table: Table) -> bool:
    """Return whether this table takes the player: a laboratory table only test accounts, and players by a registered app."""
    return not table.is_laboratory or player.is_test_account or player.plays_by_app
