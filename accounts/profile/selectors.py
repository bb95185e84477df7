"""The history of an account."""

from accounts.models.letters import Letter
from accounts.models.users import StateChange, User


def latest_state_changes(player: User, number: int) -> list[StateChange]:
    """Return the latest state changes of a player, newest first. One query."""
    return list(StateChange.objects.filter(user=player).order_by("-id")[:number])


def latest_letters(player: User, number: int) -> list[Letter]:
    """Return the latest letters to a player, newest first. One query."""
    letters = Letter.objects.filter(player=player).select_related("player", "restriction")
    return list(letters.order_by("-at", "-id")[:number])
