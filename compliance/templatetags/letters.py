"""Template tag for the history of an account with letter titles, used in a lower-level app."""

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
    at: datetime
    what: str
    words: str
    address: str


@register.simple_tag
def happenings(history: Sequence[HistoryEntry]) -> list[AccountHistoryLine]:
    """Return the history as lines, in order. One query per kind of letter object."""
    about = letter_subjects.load_letter_subjects(one.letter for one in history if one.letter)
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
