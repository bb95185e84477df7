"""Refusals of decisions."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from journal.refusals import Refusal


class ProposerGone(Refusal):
    """The proposer's account has been locked or closed: the proposal can only be refused."""

    code = "proposer_gone"
    status = HTTPStatus.CONFLICT
    message = _(
        "The account of the person who proposed this has been locked or closed. Refuse it; somebody else can propose it again."
    )


class ProposalSuperseded(Refusal):
    """A later proposal about the same thing is in force, so this one can only be refused; nothing was changed."""

    code = "proposal_superseded"
    status = HTTPStatus.CONFLICT
    message = _("A later proposal is in force already. This one can only be refused.")


class NotProposer(Refusal):
    """Only the proposer can withdraw a proposal."""

    code = "not_yours"
    status = HTTPStatus.FORBIDDEN
    message = _("Only the person who proposed it can withdraw it.")
