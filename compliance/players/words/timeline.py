"""A player's timeline in words for staff."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Model

from accounts.models.users import User
from compliance.players.selectors.timeline import PAGE, TimelinePlace, load_names, newest_rows
from compliance.players.values import HappeningSort
from compliance.players.words.account_happenings import ACCOUNT_HAPPENINGS
from compliance.players.words.dispute_happenings import DISPUTE_HAPPENINGS
from compliance.players.words.happening_text import Describe, HappeningText
from compliance.players.words.play_happenings import PLAY_HAPPENINGS
from pages.pagination import PHONE_ROWS

_DESCRIBE: Final[Mapping[type[Model], Describe]] = {
    **ACCOUNT_HAPPENINGS,
    **PLAY_HAPPENINGS,
    **DISPUTE_HAPPENINGS,
}


@dataclass(frozen=True, slots=True)
class Happening:
    place: TimelinePlace
    sort: HappeningSort
    text: HappeningText
    acting_user: str


@dataclass(frozen=True, slots=True)
class Timeline:
    """Happenings, newest first, and the cursor of older ones ("" if there are none)."""

    lines: Sequence[Happening]
    older: str

    @property
    def more(self) -> str:
        """Cursor below the lines that a phone shows."""
        below = self.lines[PHONE_ROWS - 1 : -1]
        return str(below[0].place) if below else self.older


def load_timeline(
    player: User,
    sorts: Iterable[HappeningSort],
    *,
    before: TimelinePlace | None = None,
    size: int = PAGE,
) -> Timeline:
    """Return the newest happenings of these sorts before a cursor. One query per source, and one for names of people."""
    found = newest_rows(player, sorts, before=before, size=size)
    told = [(one, _DESCRIBE[type(one.row)](one.row)) for one in found.rows]
    names = load_names(text.acting_user for _row, text in told)
    lines = [
        Happening(one.place, one.sort, text, names.get(text.acting_user or 0, ""))
        for one, text in told
    ]
    return Timeline(lines, found.older)
