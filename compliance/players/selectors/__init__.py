"""Players as staff see them: the list, one player, and everything that happened to one."""

from compliance.players.selectors.listing import COLUMNS, filtered

__all__ = ["COLUMNS", "filtered"]
