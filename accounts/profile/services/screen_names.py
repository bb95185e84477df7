"""A player's screen name."""

from django.db import IntegrityError, transaction

from accounts.models.users import User
from accounts.values.screen_names import ScreenNameTaken, check_screen_name


def set_screen_name(user: User, text: str) -> None:
    """Choose the name that others at a live table see; nothing takes the default again. Raises `ScreenNameRefused`."""
    name = check_screen_name(text) if text.strip() else None
    try:
        with transaction.atomic():
            User.objects.filter(pk=user.pk).update(screen_name=name)
    except IntegrityError as error:
        raise ScreenNameTaken from error
    user.screen_name = name
