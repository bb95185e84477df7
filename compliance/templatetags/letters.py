"""What happened to an account, for its player's page, which knows nothing of messages: each by the title of its message."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django import template
from django.urls import reverse

from accounts.profile.words import HistoryEntry
from compliance.messages.selectors import letter_subjects
from compliance.messages.selectors.messages import MessageSort
from compliance.messages.words import letters

register = template.Library()


@dataclass(frozen=True, slots=True)
class AccountHistoryLine:
    """One of them; an address where there is a message to read."""

    at: datetime
    what: str
    words: str
    address: str


@register.simple_tag
def happenings(history: Sequence[HistoryEntry]) -> list[AccountHistoryLine]:
    """All of them in their order. A query for each kind of thing that messages are about."""
    about = letter_subjects.subjects_of(one.letter for one in history if one.letter)
    return [
        AccountHistoryLine(one.at, one.what, one.words, "")
        if one.letter is None
        else AccountHistoryLine(
            one.at,
            letters.letter_title(one.letter, about.get(one.letter.pk)),
            one.words,
            reverse("messages:message", args=[MessageSort.LETTER.value, one.letter.pk]),
        )
        for one in history
    ]
