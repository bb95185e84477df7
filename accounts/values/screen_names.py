"""Screen names that other players see at a live table, instead of real names."""

import re
from typing import Final

from django.utils.translation import gettext as _, gettext_lazy

from accounts.values.names import fold_text
from journal.refusals import Refusal

SHORTEST: Final = 3
LONGEST: Final = 16
_ALLOWED: Final = re.compile(r"[^\W_](?:[^\W_]|[ ._-](?=[^\W_]))*")
_STRIDE: Final = 7919  # coprime to 9·10ⁿ, so that no two players share a number
# Names that could impersonate the house, and insults. Compared without case, accents and signs; digits
# count as look-alike letters.
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
    """Screen name that cannot be used; `code` gives the reason."""

    code = "screen_name"
    field = "screen_name"
    message = gettext_lazy(
        "3 to 16 letters and digits, with single spaces, hyphens, underscores or full stops between them."
    )


class ScreenNameBlocked(ScreenNameRefused):
    """Screen name that impersonates the house, insults, or looks like a default name."""

    code = "screen_name_blocked"
    message = gettext_lazy("This screen name cannot be used. Please choose another.")


class ScreenNameTaken(ScreenNameRefused):
    """Screen name of another player."""

    code = "screen_name_taken"
    message = gettext_lazy("Another player has this screen name. Please choose another.")


def check_screen_name(text: str) -> str:
    """Return the normalised screen name. Raises ScreenNameRefused, ScreenNameBlocked."""
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
    """Return the chosen name, else "Player 4821" in the reader's language."""
    return chosen or _("Player %(number)d") % {"number": _number(player)}


def _number(player: int) -> int:
    """Return a unique number of at least four digits that does not reveal the order of sign-ups."""
    before, size = 0, 9_000
    while player - before >= size:
        before, size = before + size, size * 10
    return size // 9 + (player - before) * _STRIDE % size
