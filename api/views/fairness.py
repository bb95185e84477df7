"""The public log of shoes, and closed shoes with their seeds."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.pagination import build_page, load_row_page, read_cursor
from api.serializers.base import write_document
from api.serializers.fairness import LogPageSerializer, LogQuery, ShoePageSerializer, ShoesQuery
from api.views.base import PublicView
from api.views.operations import document_operation
from casino.fairness.selectors.closed_shoes import ORDER, public_shoes
from casino.fairness.selectors.public_log import chained_lines, public_line
from pages.pagination import parse_row_number

TAG: Final = _("Fairness")
_LOG, _SHOES = "log", "shoes"


class LogView(PublicView):
    @document_operation(
        "read_log",
        TAG,
        (
            _("Read the public log of shoes"),
            _(
                "Lines in ascending order. Each holds the hash of the line before it, so that a copy of the log shows any later change."
            ),
        ),
        LogPageSerializer,
        takes=LogQuery,
    )
    def get(self, _request: Request) -> Response:
        query = self.read_query(LogQuery).validated_data
        first, limit = query["first"], query["limit"]
        if "cursor" in query:
            first = read_cursor(_LOG, query["cursor"], parse_row_number) + 1
        lines = chained_lines().filter(n__gte=first).order_by("n")[: limit + 1]
        rows = [public_line(line) for line in lines]
        page = build_page(_LOG, rows, limit, lambda line: line["n"])
        return Response(write_document(LogPageSerializer, page))


class ShoesView(PublicView):
    @document_operation(
        "list_closed_shoes",
        TAG,
        (
            _("List closed shoes"),
            _("Closed and lost shoes with their commitments and seeds, the newest first."),
        ),
        ShoePageSerializer,
        takes=ShoesQuery,
    )
    def get(self, _request: Request) -> Response:
        query = self.read_query(ShoesQuery)
        page = load_row_page(_SHOES, public_shoes(query.wanted), ORDER, query.validated_data)
        return Response(write_document(ShoePageSerializer, page))
