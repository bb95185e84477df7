"""Refusals of void cases."""

from http import HTTPStatus
from typing import Final

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal

NO_OWN_HANDS: Final = _(
    "Another person has to decide this: nobody decides their own proposal or their own hands."
)
"""Message for `AnotherPersonNeeded`."""


class EvidenceMissing(Refusal):
    """A proposal without evidence."""

    code = "evidence_missing"
    field = "evidence"
    message = _("Give the evidence: a void needs it.")


class NoEligibleHands(Refusal):
    """None of the chosen hands can be in the case."""

    code = "nothing_to_do"
    message = _("None of these hands can be in this case.")


class TooManyHands(Refusal):
    """More hands than one case allows."""

    code = "too_many_hands_in_case"

    def __init__(self, most: int) -> None:
        super().__init__(_("One case takes up to %(most)d hands: make several.") % {"most": most})


class HandInOpenCase(Refusal):
    """A hand has come into another open case."""

    code = "in_open_case"
    status = HTTPStatus.CONFLICT
    message = _("One of these hands is now in another open case. Nothing was proposed.")


class FiguresChanged(Refusal):
    """The figures differ from those shown."""

    code = "figures_changed"
    status = HTTPStatus.CONFLICT
    message = _(
        "The amounts have changed since they were shown. These are the present figures; nothing was done."
    )


class ProposalExpired(Refusal):
    """The proposal has expired."""

    code = "proposal_expired"
    status = HTTPStatus.CONFLICT
    message = _("This proposal has expired. Propose it again. Nothing was moved.")
