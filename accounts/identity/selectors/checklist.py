"""Checklist of the steps to real money."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from accounts.identity.selectors.addresses import has_address
from accounts.identity.selectors.document_numbers import has_number
from accounts.models.identity import Upload
from accounts.models.users import User
from accounts.users.selectors.emails import has_confirmed_email
from profiles.selectors.in_force import profile_in_force


class ChecklistStep(StrEnum):
    """Steps, in display order."""

    EMAIL = "email"
    DETAILS = "details"
    ADDRESS = "address"
    DOCUMENTS = "documents"
    VERIFIED = "verified"


NEEDED_UPLOADS = (Upload.Kind.FRONT, Upload.Kind.BACK, Upload.Kind.FACE)
"""Uploads that staff need to verify an unknown player."""

_LEAST_UPLOADS = {Upload.Kind.FRONT, Upload.Kind.FACE}  # one page is enough for a passport
_COUNTING = (Upload.State.WAITING, Upload.State.ACCEPTED)


@dataclass(frozen=True, slots=True)
class Checklist:
    """The steps that the profile asks for, in display order, and those completed."""

    steps: tuple[ChecklistStep, ...]
    done: frozenset[ChecklistStep]

    @property
    def count(self) -> int:
        return len(self.done)

    @property
    def total(self) -> int:
        return len(self.steps)


def load_checklist(player: User, sent: Iterable[Upload]) -> Checklist:
    """Return the checklist of a player, given the player's uploads. Two queries, none for a verified player.

    A verified player has completed all steps but an address that the profile requires since.
    """
    steps = list_steps(player)
    done = set(ChecklistStep) if player.is_verified else _find_done(player, sent)
    if not has_address(player):
        done.discard(ChecklistStep.ADDRESS)
    return Checklist(steps, frozenset(done.intersection(steps)))


def list_steps(player: User) -> tuple[ChecklistStep, ...]:
    """Return the steps that the profile asks of this player. No query."""
    asks_address = profile_in_force(player.country).address_required
    return tuple(step for step in ChecklistStep if asks_address or step != ChecklistStep.ADDRESS)


def _find_done(player: User, sent: Iterable[Upload]) -> set[ChecklistStep]:
    there = {one.kind for one in sent if one.state in _COUNTING}
    is_done = {
        ChecklistStep.EMAIL: has_confirmed_email(player),
        ChecklistStep.DETAILS: has_number(player),
        ChecklistStep.ADDRESS: has_address(player),
        ChecklistStep.DOCUMENTS: there >= _LEAST_UPLOADS,
    }
    return {step for step, done in is_done.items() if done}
