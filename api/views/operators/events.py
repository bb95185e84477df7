"""The feed of events, for the operator's systems."""

from typing import ClassVar, Final

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.pagination import read_cursor, write_cursor
from api.selectors.event_documents import build_event_document
from api.selectors.event_feed import read_feed
from api.selectors.gapless import GaplessCursor
from api.serializers.base import write_document
from api.serializers.operators.events import EventPageSerializer, EventsQuery
from api.values.scopes import Scope
from api.views.operations import Access, document_operation
from api.views.service import ServiceView

TAG: Final = _("Operator: events")
_EVENTS: Final = "events"


class EventsView(ServiceView):
    scopes: ClassVar = {"GET": Scope.EVENTS_READ}

    @document_operation(
        "read_events",
        TAG,
        (
            _("Read the feed of events"),
            _(
                "Events in the order of the transactions that wrote them. Going on from `next` misses none, whatever is written meanwhile; an event appears when all older transactions have ended."
            ),
        ),
        EventPageSerializer,
        takes=EventsQuery,
        access=Access.SERVICE,
    )
    def get(self, _request: Request) -> Response:
        query = self.read_query(EventsQuery, scopes=frozenset(self.key.scopes))
        asked = query.validated_data
        given = asked.get("cursor")
        after = read_cursor(_EVENTS, given, GaplessCursor.parse) if given else None
        page = read_feed(after, query.wanted, asked["limit"])
        document = {
            "data": [build_event_document(event) for event in page.events],
            "next": write_cursor(_EVENTS, page.cursor),
            "more": page.more,
        }
        return Response(write_document(EventPageSerializer, document))
