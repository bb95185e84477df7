"""Players as staff see them: the list, one player, and everything that happened to one."""

from compliance.players.selectors.listing import find_players
from compliance.players.words.columns import COLUMNS

__all__ = ["COLUMNS", "filtered"]
