"""Messages as lines of the list."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from casino.notices.selectors import find_notice_case, load_notices
from compliance.messages.selectors.letter_subjects import load_letter_subjects
from compliance.messages.selectors.messages import (
    MessageRow,
    MessageSort,
    count_rounds,
    load_letters,
)
from compliance.messages.words.letters import letter_title
from compliance.messages.words.notices import notice_title


@dataclass(frozen=True, slots=True)
class MessageLine:
    title: str
    at: datetime
    is_new: bool
    sort: str
    number: int


def message_lines(rows: Sequence[MessageRow]) -> list[MessageLine]:
    """Return these messages in words. One query for letters, two for notices, one per kind of letter object."""
    letters = load_letters([row.seq for row in rows if row.sort == MessageSort.LETTER])
    notices = load_notices([row.seq for row in rows if row.sort == MessageSort.NOTICE])
    counts = count_rounds(notices.values())
    about = load_letter_subjects(letters.values())
    titles = {
        (MessageSort.LETTER, pk): letter_title(letter, about.get(pk))
        for pk, letter in letters.items()
    } | {
        (MessageSort.NOTICE, pk): notice_title(one, counts.get(find_notice_case(one), 1))
        for pk, one in notices.items()
    }
    return [
        MessageLine(titles[row.sort, row.seq], row.at, row.read_at is None, row.sort, row.seq)
        for row in rows
    ]
