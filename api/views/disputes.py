"""The player's disputes."""

from http import HTTPStatus
from typing import Final
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.pagination import load_row_page
from api.refusals import ResourceNotFound
from api.resources.messages import find_dispute
from api.serializers.base import PageQuery, QuerySerializer, write_document
from api.serializers.messages import (
    DisputeDetailSerializer,
    DisputePageSerializer,
    NewDisputeSerializer,
    NewReplySerializer,
)
from api.views.base import PlayerView
from api.views.changes import document_change
from api.views.operations import Access, document_operation
from compliance.disputes import services
from compliance.disputes.selectors import own_disputes
from compliance.models import DisputeSubject
from pages.pagination import ByTime

TAG: Final = _("Disputes")
_NAME, _ORDER = "disputes", ByTime("at")


class DisputeAnswerView(PlayerView):
    """Base of the resources that answer with a dispute."""

    def show(self, public_id: UUID, status: HTTPStatus = HTTPStatus.OK) -> Response:
        """Return the player's dispute. Raises ResourceNotFound."""
        found = find_dispute(self.player, public_id)
        if found is None:
            raise ResourceNotFound
        return Response(write_document(DisputeDetailSerializer, found), status=status)


class DisputesView(DisputeAnswerView):
    @document_operation(
        "list_disputes",
        TAG,
        (_("List disputes"), _("The player's disputes, the newest first.")),
        DisputePageSerializer,
        takes=PageQuery,
        access=Access.PLAYER,
        leads_to={
            "get_dispute": ("dispute", "/data/0/id"),
            "settle_dispute": ("dispute", "/data/0/id"),
        },
    )
    def get(self, _request: Request) -> Response:
        query = self.read_query(PageQuery).validated_data
        page = load_row_page(_NAME, own_disputes(self.player), _ORDER, query)
        return Response(write_document(DisputePageSerializer, page))

    @document_change(
        "open_dispute",
        TAG,
        (_("Open a dispute"), _("About the house's work, or about one round of the player.")),
        DisputeDetailSerializer,
        takes=NewDisputeSerializer,
        access=Access.PLAYER,
        status=HTTPStatus.CREATED,
        problems=[HTTPStatus.NOT_FOUND],
        leads_to={"get_dispute": ("dispute", "/id"), "reply_to_dispute": ("dispute", "/id")},
    )
    def post(self, _request: Request) -> Response:
        given, key = self.read_body(NewDisputeSerializer), self.caller_key.derive("dispute")
        subject = DisputeSubject(given["subject"])
        complaint = services.Complaint(subject, given["text"], key, given.get("round"))
        made = services.open_dispute(self.player, complaint)
        return self.show(made.public_id, HTTPStatus.CREATED)


class DisputeView(DisputeAnswerView):
    @document_operation(
        "get_dispute",
        TAG,
        (_("Get a dispute"), _("With its messages, the oldest first.")),
        DisputeDetailSerializer,
        access=Access.PLAYER,
        problems=[HTTPStatus.NOT_FOUND],
    )
    def get(self, _request: Request, dispute: UUID) -> Response:
        self.read_query(QuerySerializer)
        return self.show(dispute)


class DisputeRepliesView(DisputeAnswerView):
    @document_change(
        "reply_to_dispute",
        TAG,
        (_("Write in a dispute"), _("Adds a message to an open dispute.")),
        DisputeDetailSerializer,
        takes=NewReplySerializer,
        access=Access.PLAYER,
        status=HTTPStatus.CREATED,
        problems=[HTTPStatus.NOT_FOUND],
    )
    def post(self, _request: Request, dispute: UUID) -> Response:
        given, key = self.read_body(NewReplySerializer), self.caller_key.derive("reply")
        services.add_message(self.player, dispute, given["text"], key=key)
        return self.show(dispute, HTTPStatus.CREATED)


class SettleDisputeView(DisputeAnswerView):
    @document_change(
        "settle_dispute",
        TAG,
        (_("Settle a dispute"), _("Closes it, because the player is satisfied.")),
        DisputeDetailSerializer,
        access=Access.PLAYER,
        problems=[HTTPStatus.NOT_FOUND],
    )
    def post(self, _request: Request, dispute: UUID) -> Response:
        services.settle_dispute(self.player, dispute, key=self.caller_key.derive("settlement"))
        return self.show(dispute)
