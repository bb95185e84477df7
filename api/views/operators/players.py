"""Players for the operator's systems. Each view of a player is recorded as that of the key's owner."""

from http import HTTPStatus
from typing import ClassVar, Final

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.audit.services import record_list_view, record_player_view
from api.pagination import RowPage, load_row_page
from api.refusals import ResourceNotFound
from api.resources.operators.players import build_player_records, find_player_detail
from api.serializers.base import QuerySerializer, write_document
from api.serializers.operators.players import (
    PlayerDetailSerializer,
    PlayerPageSerializer,
    PlayersQuery,
)
from api.values.scopes import Scope
from api.views.operations import Access, document_operation
from api.views.service import ServiceView
from compliance.players.selectors.listing import find_players
from pages.pagination import ByNumber

TAG: Final = _("Operator: players")
_PLAYERS: Final = "players"


class PlayerRecordsView(ServiceView):
    scopes: ClassVar = {"GET": Scope.PLAYERS_READ}

    @document_operation(
        "list_players",
        TAG,
        (_("List players"), _("Players in the order of their registration, the newest first.")),
        PlayerPageSerializer,
        takes=PlayersQuery,
        access=Access.SERVICE,
        leads_to={"get_player": ("player", "/data/0/id")},
    )
    def get(self, _request: Request) -> Response:
        asked = self.read_query(PlayersQuery).validated_data
        found = load_row_page(_PLAYERS, find_players(asked), ByNumber(), asked)
        filters = [name for name in asked if name not in {"cursor", "limit"}]
        record_list_view(self.user, (row.pk for row in found.rows), filters)
        page = RowPage(build_player_records(found.rows), found.next)
        return Response(write_document(PlayerPageSerializer, page))


class PlayerRecordView(ServiceView):
    scopes: ClassVar = {"GET": Scope.PLAYERS_READ}

    @document_operation(
        "get_player",
        TAG,
        (
            _("Get a player"),
            _("One player with money, amounts owed, restrictions, points and tier."),
        ),
        PlayerDetailSerializer,
        problems=[HTTPStatus.NOT_FOUND],
        access=Access.SERVICE,
    )
    def get(self, _request: Request, player: int) -> Response:
        self.read_query(QuerySerializer)
        found = find_player_detail(player)
        if found is None:
            raise ResourceNotFound
        record_player_view(self.user, found.player, "profile")
        return Response(write_document(PlayerDetailSerializer, found))
