"""Messages to the player."""

from http import HTTPStatus
from typing import Final

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.pagination import read_cursor
from api.refusals import ResourceNotFound
from api.resources.messages import MessageDetail, find_message, list_messages
from api.serializers.base import PageQuery, QuerySerializer, write_document
from api.serializers.messages import (
    MessageDetailSerializer,
    MessagePageSerializer,
    ReadAllSerializer,
)
from api.views.base import PlayerView
from api.views.changes import document_change
from api.views.operations import Access, document_operation
from compliance.messages.selectors.messages import MessageSort, count_unread
from compliance.messages.services import reading
from pages.line_pages import LineCursor, RequestedPlace
from pages.pagination import parse_row_number

TAG: Final = _("Messages")
_NAME = "messages"


class MessagesView(PlayerView):
    @document_operation(
        "list_messages",
        TAG,
        (_("List messages"), _("Messages about the account and about rounds, the newest first.")),
        MessagePageSerializer,
        takes=PageQuery,
        access=Access.PLAYER,
        leads_to={
            "get_message": ("message", "/data/0/id"),
            "mark_message_read": ("message", "/data/0/id"),
        },
    )
    def get(self, _request: Request) -> Response:
        query = self.read_query(PageQuery).validated_data
        asked = RequestedPlace()
        if "cursor" in query:
            asked = RequestedPlace(before=read_cursor(_NAME, query["cursor"], LineCursor.parse))
        page = list_messages(_NAME, self.player, asked, query["limit"])
        return Response(write_document(MessagePageSerializer, page))


class OneMessageView(PlayerView):
    """Base of the resources of one message."""

    def find(self, message: str) -> MessageDetail:
        """Return the player's message. Raises ResourceNotFound."""
        sort, _dash, number = message.rpartition("-")
        pk = parse_row_number(number)
        found = None
        if sort in set(MessageSort) and pk is not None:
            found = find_message(self.player, sort, pk)
        if found is None:
            raise ResourceNotFound
        return found


class MessageView(OneMessageView):
    @document_operation(
        "get_message",
        TAG,
        (_("Get a message"), _("With its text. Reading it here does not mark it as read.")),
        MessageDetailSerializer,
        access=Access.PLAYER,
        problems=[HTTPStatus.NOT_FOUND],
    )
    def get(self, _request: Request, message: str) -> Response:
        self.read_query(QuerySerializer)
        return Response(write_document(MessageDetailSerializer, self.find(message)))


class ReadMessageView(OneMessageView):
    @document_change(
        "mark_message_read",
        TAG,
        (_("Mark a message as read"), _("The time of the first reading is kept.")),
        MessageDetailSerializer,
        access=Access.PLAYER,
        problems=[HTTPStatus.NOT_FOUND],
    )
    def post(self, _request: Request, message: str) -> Response:
        found = self.find(message)
        if found.notices:
            reading.mark_notices_read(self.player, found.notices)
        else:
            reading.mark_letter_read(self.player, int(found.id.rpartition("-")[2]))
        return Response(write_document(MessageDetailSerializer, found))


class ReadAllView(PlayerView):
    @document_change(
        "mark_all_messages_read",
        TAG,
        (_("Mark all messages as read"), _("Every message that the player has now.")),
        ReadAllSerializer,
        access=Access.PLAYER,
    )
    def post(self, _request: Request) -> Response:
        reading.mark_all_read(self.player)
        return Response(write_document(ReadAllSerializer, {"unread": count_unread(self.player)}))
