"""Rounds and shoes for the operator's systems. Each view is recorded as that of the key's owner."""

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any, ClassVar, Final
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.audit.services import (
    list_viewed_rounds,
    record_list_view,
    record_object_views,
    record_player_view,
)
from accounts.models.audit_views import Look
from api.pagination import RowPage, read_cursor, write_cursor
from api.refusals import ResourceNotFound
from api.resources.operators.rounds import (
    find_round_detail,
    select_listed_rounds,
    select_listed_shoes,
)
from api.serializers.base import QuerySerializer, write_document
from api.serializers.operators.rounds import (
    RoundDetailSerializer,
    RoundRecordPageSerializer,
    RoundsQuery,
    ShoeRecordPageSerializer,
    ShoeRecordsQuery,
)
from api.values.scopes import Scope
from api.views.operations import Access, document_operation
from api.views.service import ServiceView
from compliance.hands.selectors.hands import filter_hands, is_selective
from compliance.hands.selectors.time_search import scan_by_time
from compliance.hands.services import report_difference
from compliance.shoes.selectors.shoes import filter_shoes, is_selective as is_selective_for_shoes
from pages.pagination import Cursor

TAG: Final = _("Operator: rounds and shoes")
_ROUNDS, _SHOES = "rounds", "shoes"
_PAGING: Final = frozenset({"cursor", "limit"})


def _scan(
    name: str, rows: QuerySet[Any], field: str, asked: Mapping[str, Any], *, few: bool
) -> RowPage[Any]:
    """Return a page of a long list by time, newest first."""
    cursor = read_cursor(name, asked["cursor"], Cursor.parse) if "cursor" in asked else None
    between = (asked.get("since"), asked.get("until"))
    found = scan_by_time(rows, field, cursor, between=between, few=few, size=asked["limit"])
    after = None if found.cursor is None else write_cursor(name, found.cursor)
    return RowPage(found.rows, after)


def _filters(asked: Iterable[str]) -> list[str]:
    return sorted(set(asked) - _PAGING)


class RoundRecordsView(ServiceView):
    scopes: ClassVar = {"GET": Scope.ROUNDS_READ}

    @document_operation(
        "list_round_records",
        TAG,
        (
            _("List rounds"),
            _(
                "Rounds of all players, the newest first. A page may have fewer rows than `limit`, or none, while `next` is not null: the search goes on there."
            ),
        ),
        RoundRecordPageSerializer,
        takes=RoundsQuery,
        access=Access.SERVICE,
        leads_to={"get_round_record": ("round_id", "/data/0/id")},
    )
    def get(self, _request: Request) -> Response:
        asked = self.read_query(RoundsQuery).validated_data
        few = is_selective(asked)
        rows = select_listed_rounds(filter_hands(asked))
        page = _scan(_ROUNDS, rows, "started_at", asked, few=few)
        record_list_view(self.user, (one.player_id for one in page.rows), _filters(asked))
        record_object_views(self.user, *list_viewed_rounds(one.public_id for one in page.rows))
        return Response(write_document(RoundRecordPageSerializer, page))


class RoundRecordView(ServiceView):
    scopes: ClassVar = {"GET": Scope.ROUNDS_READ}

    @document_operation(
        "get_round_record",
        TAG,
        (_("Get a round"), _("A round with bets, decisions, cards and transfers.")),
        RoundDetailSerializer,
        problems=[HTTPStatus.NOT_FOUND],
        access=Access.SERVICE,
    )
    def get(self, _request: Request, round_id: UUID) -> Response:
        self.read_query(QuerySerializer)
        detail = find_round_detail(round_id)
        if detail is None:
            raise ResourceNotFound
        record_player_view(self.user, detail.round.player, "hand", (Look.Kind.ROUND, round_id))
        report_difference(detail.facts, detail.proofs)
        return Response(write_document(RoundDetailSerializer, detail))


class ShoeRecordsView(ServiceView):
    scopes: ClassVar = {"GET": Scope.ROUNDS_READ}

    @document_operation(
        "list_shoe_records",
        TAG,
        (
            _("List shoes"),
            _("Shoes of all tables in any state, the newest first. Pages are as those of rounds."),
        ),
        ShoeRecordPageSerializer,
        takes=ShoeRecordsQuery,
        access=Access.SERVICE,
    )
    def get(self, _request: Request) -> Response:
        asked = self.read_query(ShoeRecordsQuery).validated_data
        wanted = {**asked, "reference": asked.get("commitment")}
        few = is_selective_for_shoes(wanted)
        rows = select_listed_shoes(filter_shoes(wanted))
        page = _scan(_SHOES, rows, "announced_at", asked, few=few)
        players = (one.place.player_id for one in page.rows if one.place.player_id)
        record_list_view(self.user, players, _filters(asked))
        return Response(write_document(ShoeRecordPageSerializer, page))
