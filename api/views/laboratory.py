"""Laboratory tables, for players who may enter them."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.pagination import RowPage
from api.resources.tables import list_laboratory_tables
from api.serializers.base import QuerySerializer, write_document
from api.serializers.tables import TablePageSerializer
from api.views.base import PlayerView
from api.views.operations import Access, document_operation
from api.views.places import TAG
from journal.refusals import NotFound


class LaboratoryTablesView(PlayerView):
    @document_operation(
        "list_laboratory_tables",
        TAG,
        (
            _("List laboratory tables"),
            _(
                "A table for each preset, with play money, without limits of pace and rate limits. For test accounts, and for registered apps with `play`. Play there like at any private table."
            ),
        ),
        TablePageSerializer,
        access=Access.PLAYER,
        problems=[HTTPStatus.NOT_FOUND],
    )
    def get(self, _request: Request) -> Response:
        self.read_query(QuerySerializer)
        if self.grant is None and not self.player.is_test_account:
            raise NotFound
        page = RowPage(list_laboratory_tables(), None)
        return Response(write_document(TablePageSerializer, page))
