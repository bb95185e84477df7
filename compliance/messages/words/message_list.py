from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse

from accounts.models.letters import Letter
from casino.models import Notice
from casino.notices.selectors import act_of
from compliance.messages.selectors import letter_subjects
from compliance.messages.selectors.messages import MessageSort, _counts
from compliance.messages.words import letters as composing
from compliance.messages.words.notices import notice_title


@dataclass(frozen=True, slots=True)
class MessageLine:
    """One message in the list."""

    title: str
    at: datetime
    is_new: bool
    address: str


def message_lines(rows: Sequence[dict[str, Any]]) -> list[MessageLine]:
    """These messages in words: a query for letters, two for notices, and one for each kind of thing that they are about."""
    letters = Letter.objects.select_related("player", "restriction").in_bulk(
        [row["pk"] for row in rows if row["sort"] == MessageSort.LETTER]
    )
    notices = Notice.objects.select_related("round__sitting__table", "void", "step").in_bulk(
        [row["pk"] for row in rows if row["sort"] == MessageSort.NOTICE]
    )
    counts = _counts(notices.values())
    about = letter_subjects.subjects_of(letters.values())
    titles = {
        (MessageSort.LETTER.value, pk): composing.letter_title(letter, about.get(pk))
        for pk, letter in letters.items()
    } | {
        (MessageSort.NOTICE.value, pk): notice_title(one, counts.get(act_of(one), 1))
        for pk, one in notices.items()
    }
    return [
        MessageLine(
            titles[row["sort"], row["pk"]],
            row["told_at"],
            row["read_at"] is None,
            reverse("messages:message", args=[row["sort"], row["pk"]]),
        )
        for row in rows
    ]
