"""What a player has done of what real money needs."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from accounts.identity.selectors.document_numbers import has_number
from accounts.models.identity import Upload
from accounts.models.users import User
from accounts.users.selectors.emails import has_confirmed_email


class ChecklistStep(StrEnum):
    """The steps, in the order in which they are shown."""

    EMAIL = "email"
    DETAILS = "details"
    DOCUMENTS = "documents"
    VERIFIED = "verified"


NEEDED_UPLOADS = (Upload.Kind.FRONT, Upload.Kind.BACK, Upload.Kind.FACE)
"""What staff need to see of somebody whom they do not know yet."""

_LEAST_UPLOADS = {Upload.Kind.FRONT, Upload.Kind.FACE}  # of a passport one page is enough
_COUNTING = (Upload.State.WAITING, Upload.State.ACCEPTED)


@dataclass(frozen=True, slots=True)
class Checklist:
    """The steps that are done."""

    done: frozenset[ChecklistStep]

    @property
    def count(self) -> int:
        """How many steps are done."""
        return len(self.done)

    @property
    def total(self) -> int:
        """How many steps there are."""
        return len(ChecklistStep)


def load_checklist(player: User, sent: Iterable[Upload]) -> Checklist:
    """The steps of a player who has sent these uploads. Two queries. A verified player has done them all."""
    if player.is_verified:
        return Checklist(frozenset(ChecklistStep))
    there = {one.kind for one in sent if one.state in _COUNTING}
    is_done = {
        ChecklistStep.EMAIL: has_confirmed_email(player),
        ChecklistStep.DETAILS: has_number(player),
        ChecklistStep.DOCUMENTS: there >= _LEAST_UPLOADS,
    }
    return Checklist(frozenset(step for step, done in is_done.items() if done))
