"""Cases that follow a void that was carried out: previewed and proposed by a key, decided by staff."""

from http import HTTPStatus
from typing import Any, ClassVar
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.refusals import ResourceNotFound
from api.resources.operators.voids import preview_follow_up
from api.serializers.operators.voids import (
    FollowUpBody,
    ProposeFollowUpBody,
    VoidCaseSerializer,
    VoidPreviewSerializer,
)
from api.values.scopes import Scope
from api.views.changes import document_change
from api.views.operations import Access, document_operation
from api.views.operators.voids import TAG, answer_preview
from api.views.service import ServiceView
from compliance.models import CaseKind, CaseReason, VoidCase
from compliance.voids.selectors.cases import find_case
from compliance.voids.selectors.hand_choice import HandChoice
from compliance.voids.services.approval import VoidProposal, propose_case


class FollowUpPreviewView(ServiceView):
    scopes: ClassVar = {"POST": Scope.VOIDS_PROPOSE}

    @document_operation(
        "preview_follow_up",
        TAG,
        (
            _("Preview a follow-up"),
            _("What a case after this void would move now. Its digest belongs to the proposal."),
        ),
        VoidPreviewSerializer,
        takes=FollowUpBody,
        problems=[HTTPStatus.NOT_FOUND],
        access=Access.SERVICE,
    )
    def post(self, _request: Request, case_id: UUID) -> Response:
        body, of = self.read_body(FollowUpBody), _find_void(case_id)
        found = preview_follow_up(CaseKind(body["kind"]), _read_hands(body), of)
        return answer_preview(found, self.user)


class FollowUpsView(ServiceView):
    scopes: ClassVar = {"POST": Scope.VOIDS_PROPOSE}

    @document_change(
        "propose_follow_up",
        TAG,
        (
            _("Propose a follow-up"),
            _(
                "Propose a case after a void that was carried out, after a preview. Nothing moves until a person approves it."
            ),
        ),
        VoidCaseSerializer,
        takes=ProposeFollowUpBody,
        problems=[HTTPStatus.NOT_FOUND],
        access=Access.SERVICE,
        status=HTTPStatus.CREATED,
        leads_to={"get_void": ("case_id", "/id")},
    )
    def post(self, _request: Request, case_id: UUID) -> Response:
        body, of = self.read_body(ProposeFollowUpBody), _find_void(case_id)
        proposal = VoidProposal(
            kind=CaseKind(body["kind"]),
            reason=CaseReason(of.reason),
            evidence=body["evidence"],
            choice=_read_hands(body),
            seen=body["seen"],
            key=self.caller_key.derive("void"),
            of=of,
        )
        made = propose_case(proposal, self.user)
        return Response(VoidCaseSerializer(made).data, HTTPStatus.CREATED)


def _find_void(case_id: UUID) -> VoidCase:
    """Return the case if another one can follow it. Raises ResourceNotFound."""
    of = find_case(case_id)
    if of is None or not of.may_be_followed:
        raise ResourceNotFound
    return of


def _read_hands(body: dict[str, Any]) -> HandChoice:
    return HandChoice(hands=tuple(body.get("hands", ())))
