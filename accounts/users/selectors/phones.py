"""Phone numbers of players."""

from accounts.models.phones import PhoneNumber


def find_phone(player_id: int) -> str:
    """Return the player's phone number in E.164 form; "" without one. One query."""
    numbers = PhoneNumber.objects.filter(player=player_id)
    return numbers.values_list("number", flat=True).first() or ""
