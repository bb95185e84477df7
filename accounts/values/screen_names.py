"""The name by which others at a live table know a player: never the real one."""

import re
from typing import Final

from django.utils.translation import gettext as _, gettext_lazy

from accounts.values.names import fold_text
from journal.refusals import Refusal

SHORTEST: Final = 3
LONGEST: Final = 16
_ALLOWED: Final = re.compile(r"[^\W_](?:[^\W_]|[ ._-](?=[^\W_]))*")
_STRIDE: Final = (
    7919  # prime to every power of ten times nine, so that no two players have the same number
)
# Whoever is called like the house could speak for it; the others insult. Compared without case, accents, digits and signs.
_RESERVED: Final = (
    "admin",
    "casino",
    "croupier",
    "dealer",
    "ligalo",
    "soporte",
    "staff",
    "support",
)
_OFFENSIVE: Final = (
    "cabron", "coño", "cunt", "faggot", "fuck", "hitler", "maricon", "mierda", "nazi", "nigger", "puta", "puto", "shit", "verga",
)  # fmt: skip
_LIKE: Final = str.maketrans("áéíóúüñ013457", "aeiouunoieast")


class ScreenNameRefused(Refusal):
    """A screen name that cannot be used; its code says why."""

    code = "screen_name"
    field = "screen_name"
    message = gettext_lazy(
        "3 to 16 letters and digits, with single spaces, hyphens, underscores or full stops between them."
    )


class ScreenNameBlocked(ScreenNameRefused):
    """One that speaks for the house, insults, or is like the house's own names."""

    code = "screen_name_blocked"
    message = gettext_lazy("This screen name cannot be used. Please choose another.")


class ScreenNameTaken(ScreenNameRefused):
    """Another player's."""

    code = "screen_name_taken"
    message = gettext_lazy("Another player has this screen name. Please choose another.")


def check_screen_name(text: str) -> str:
    """The name without what cannot be seen. Raises `ScreenNameRefused`."""
    name = fold_text(text)
    if not SHORTEST <= len(name) <= LONGEST or not _ALLOWED.fullmatch(name):
        raise ScreenNameRefused
    plain = re.sub(r"[\W_]", "", name.casefold()).translate(_LIKE)
    if any(word.translate(_LIKE) in plain for word in (*_RESERVED, *_OFFENSIVE)):
        raise ScreenNameBlocked
    if re.fullmatch(r"(?:player|jugador)\d*", re.sub(r"[\W_]", "", name.casefold())):
        raise ScreenNameBlocked
    return name


def screen_name(chosen: str | None, player: int) -> str:
    """The name that others see: the one chosen, else "Player 4821" in the reader's language."""
    return chosen or _("Player %(number)d") % {"number": _number(player)}


def _number(player: int) -> int:
    """A number of at least four digits that no other player has, and that tells nothing of when the player came."""
    before, size = 0, 9_000
    while player - before >= size:
        before, size = before + size, size * 10
    return size // 9 + (player - before) * _STRIDE % size
