"""Checklist of the steps to real money."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from accounts.identity.selectors.document_numbers import has_number
from accounts.models.identity import Upload
from accounts.models.users import User
from accounts.users.selectors.emails import has_confirmed_email


class ChecklistStep(StrEnum):
    """Steps, in display order."""

    EMAIL = "email"
    DETAILS = "details"
    DOCUMENTS = "documents"
    VERIFIED = "verified"


NEEDED_UPLOADS = (Upload.Kind.FRONT, Upload.Kind.BACK, Upload.Kind.FACE)
"""Uploads that staff need to verify an unknown player."""

_LEAST_UPLOADS = {Upload.Kind.FRONT, Upload.Kind.FACE}  # one page is enough for a passport
_COUNTING = (Upload.State.WAITING, Upload.State.ACCEPTED)


@dataclass(frozen=True, slots=True)
class Checklist:
    """Completed steps."""

    done: frozenset[ChecklistStep]

    @property
    def count(self) -> int:
        return len(self.done)

    @property
    def total(self) -> int:
        return len(ChecklistStep)


def load_checklist(player: User, sent: Iterable[Upload]) -> Checklist:
    """Return the checklist of a player, given the player's uploads. Two queries, none for a verified player.

    A verified player has completed all steps.
    """
    if player.is_verified:
        return Checklist(frozenset(ChecklistStep))
    there = {one.kind for one in sent if one.state in _COUNTING}
    is_done = {
        ChecklistStep.EMAIL: has_confirmed_email(player),
        ChecklistStep.DETAILS: has_number(player),
        ChecklistStep.DOCUMENTS: there >= _LEAST_UPLOADS,
    }
    return Checklist(frozenset(step for step, done in is_done.items() if done))
