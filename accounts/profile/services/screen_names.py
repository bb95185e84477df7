"""A player's screen name."""

from django.db import IntegrityError, transaction

from accounts.models.users import User
from accounts.values.screen_names import ScreenNameTaken, check_screen_name


def set_screen_name(user: User, text: str) -> None:
    """Set the name shown to others at a live table; blank text restores the default.

    Raises ScreenNameRefused, ScreenNameTaken.
    """
    name = check_screen_name(text) if text.strip() else None
    try:
        with transaction.atomic():
            User.objects.filter(pk=user.pk).update(screen_name=name)
    except IntegrityError as error:
        raise ScreenNameTaken from error
    user.screen_name = name
