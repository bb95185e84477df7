"""Void cases for the operator's systems: listed, previewed and proposed. Staff decide them."""

from http import HTTPStatus
from typing import ClassVar, Final
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.audit.services import list_viewed_rounds, record_object_views, record_player_views
from accounts.models.audit_views import Look
from accounts.models.users import User
from api.pagination import load_row_page
from api.refusals import ResourceNotFound
from api.resources.operators.voids import VoidPreview, find_void_status, preview_void
from api.serializers.base import QuerySerializer, write_document
from api.serializers.operators.voids import (
    HandsBody,
    ProposeVoidBody,
    VoidCaseSerializer,
    VoidPageSerializer,
    VoidPreviewSerializer,
    VoidsQuery,
    VoidStatusSerializer,
    read_choice,
)
from api.values.scopes import Scope
from api.views.changes import document_change
from api.views.operations import Access, document_operation
from api.views.service import ServiceView
from compliance.models import CaseKind, CaseReason
from compliance.voids.selectors.cases import find_cases
from compliance.voids.services.approval import VoidProposal, propose_case
from pages.pagination import ByNumber

TAG: Final = _("Operator: voids")
_VOIDS: Final = "voids"


def answer_preview(found: VoidPreview, user: User) -> Response:
    """Return a preview; the views of its players and rounds are recorded as this person's."""
    rounds = found.found.rounds
    viewed = list_viewed_rounds(one.public_id for one in rounds)
    record_player_views(user, {one.player_id for one in rounds}, "void", *viewed)
    return Response(VoidPreviewSerializer(found).data)


class VoidsView(ServiceView):
    scopes: ClassVar = {"GET": Scope.VOIDS_READ, "POST": Scope.VOIDS_PROPOSE}

    @document_operation(
        "list_voids",
        TAG,
        (_("List void cases"), _("Cases of voided hands and what follows them, the newest first.")),
        VoidPageSerializer,
        takes=VoidsQuery,
        access=Access.SERVICE,
        leads_to={"get_void": ("case_id", "/data/0/id")},
    )
    def get(self, _request: Request) -> Response:
        query = self.read_query(VoidsQuery)
        page = load_row_page(_VOIDS, find_cases(query.wanted), ByNumber(), query.validated_data)
        record_object_views(self.user, *((Look.Kind.CASE, one.public_id) for one in page.rows))
        return Response(write_document(VoidPageSerializer, page))

    @document_change(
        "propose_void",
        TAG,
        (
            _("Propose a void"),
            _("Propose to void hands, after a preview. Nothing moves until a person approves it."),
        ),
        VoidCaseSerializer,
        takes=ProposeVoidBody,
        access=Access.SERVICE,
        status=HTTPStatus.CREATED,
        leads_to={"get_void": ("case_id", "/id")},
    )
    def post(self, _request: Request) -> Response:
        body = self.read_body(ProposeVoidBody)
        proposal = VoidProposal(
            kind=CaseKind.VOID,
            reason=CaseReason(body["reason"]),
            evidence=body["evidence"],
            choice=read_choice(body),
            seen=body["seen"],
            key=self.caller_key.derive("void"),
        )
        made = propose_case(proposal, self.user)
        return Response(write_document(VoidCaseSerializer, made), HTTPStatus.CREATED)


class VoidPreviewView(ServiceView):
    scopes: ClassVar = {"POST": Scope.VOIDS_PROPOSE}

    @document_operation(
        "preview_void",
        TAG,
        (
            _("Preview a void"),
            _("What voiding these hands would move now. Its digest belongs to the proposal."),
        ),
        VoidPreviewSerializer,
        takes=HandsBody,
        access=Access.SERVICE,
    )
    def post(self, _request: Request) -> Response:
        body = self.read_body(HandsBody)
        return answer_preview(
            preview_void(read_choice(body), CaseReason(body["reason"])), self.user
        )


class VoidView(ServiceView):
    scopes: ClassVar = {"GET": Scope.VOIDS_READ}

    @document_operation(
        "get_void",
        TAG,
        (_("Get a void case"), _("One case with its steps, and how far it is carried out.")),
        VoidStatusSerializer,
        problems=[HTTPStatus.NOT_FOUND],
        access=Access.SERVICE,
    )
    def get(self, _request: Request, case_id: UUID) -> Response:
        self.read_query(QuerySerializer)
        found = find_void_status(case_id)
        if found is None:
            raise ResourceNotFound
        record_object_views(self.user, (Look.Kind.CASE, case_id))
        return Response(write_document(VoidStatusSerializer, found))
