"""The feed of events, for the operator's systems."""

from typing import ClassVar, Final

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.pagination import read_cursor, write_cursor
from api.selectors.event_documents import build_event_document
from api.selectors.event_feed import BEGINNING, FeedPosition, read_feed
from api.serializers.operators.events import EventPageSerializer, EventsQuery
from api.values.scopes import Scope
from api.views.service import ServiceView, document_service_operation

TAG: Final = _("Operator: events")
_EVENTS: Final = "events"


class EventsView(ServiceView):
    scopes: ClassVar = {"GET": Scope.EVENTS_READ}

    @document_service_operation(
        "read_events",
        TAG,
        (
            _("Read the feed of events"),
            _(
                "Events in the order in which they became final; a cursor never skips one. `next` is never null: ask with it again for later events."
            ),
        ),
        EventPageSerializer,
        takes=EventsQuery,
    )
    def get(self, _request: Request) -> Response:
        query = self.read_query(EventsQuery, scopes=frozenset(self.key.scopes))
        asked, after = query.validated_data, BEGINNING
        if "cursor" in asked:
            after = read_cursor(_EVENTS, asked["cursor"], FeedPosition.parse)
        page = read_feed(after, query.wanted, asked["limit"])
        document = {
            "data": [build_event_document(event) for event in page.events],
            "next": write_cursor(_EVENTS, page.position),
            "has_more": page.has_more,
        }
        return Response(EventPageSerializer(document).data)
