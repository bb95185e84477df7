"""A player's preferences."""

from dataclasses import asdict, dataclass, replace

from accounts.models.users import Language, User
from accounts.profile.refusals import PreferenceRefusedError
from accounts.values.currencies import REAL_CURRENCIES


@dataclass(frozen=True)
class Preferences:
    language: str
    display_currency: str
    keyboard_shortcuts: bool
    four_colour_cards: bool
    quick_cards: bool = False
    sounds: bool = False

    @classmethod
    def from_user(cls, user: User) -> "Preferences":
        """Return the current preferences of a user."""
        return cls(
            language=user.language,
            display_currency=user.display_currency,
            keyboard_shortcuts=user.keyboard_shortcuts,
            four_colour_cards=user.four_colour_cards,
            quick_cards=user.quick_cards,
            sounds=user.sounds,
        )


def set_preferences(user: User, preferences: Preferences) -> None:
    """Store the preferences and update `user`. Raises PreferenceRefusedError for an unknown language or currency."""
    if preferences.language not in Language.values:
        raise PreferenceRefusedError
    if preferences.display_currency not in REAL_CURRENCIES:
        raise PreferenceRefusedError
    chosen = asdict(preferences)
    for name, value in chosen.items():
        setattr(user, name, value)
    user.save(update_fields=list(chosen))


def set_language(user: User, language: str) -> None:
    """Store the language that a player switched to. Raises as `set_preferences`."""
    set_preferences(user, replace(Preferences.from_user(user), language=language))


def set_sounds(user: User, *, heard: bool) -> None:
    """Store whether a player wants table sounds. Raises as `set_preferences`."""
    set_preferences(user, replace(Preferences.from_user(user), sounds=heard))
