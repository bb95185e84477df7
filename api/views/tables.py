"""Tables of the house."""

from http import HTTPStatus
from typing import Final

from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import conditional_page
from rest_framework.request import Request
from rest_framework.response import Response

from api.pagination import RowPage
from api.refusals import ResourceNotFound
from api.resources.tables import find_table, list_open_tables
from api.serializers.base import QuerySerializer, write_document
from api.serializers.tables import TablePageSerializer, TableSerializer
from api.views.base import PublicView
from api.views.operations import document_operation

TAG: Final = _("Tables")


@method_decorator(conditional_page, name="dispatch")
class ListTablesView(PublicView):
    @document_operation(
        "list_tables",
        TAG,
        (
            _("List open tables"),
            _("Every open table, the oldest first, with its limits for anybody in each currency."),
        ),
        TablePageSerializer,
        leads_to={
            "get_table": ("table", "/data/0/id"),
            "get_position": ("table", "/data/0/id"),
            "get_rule_set": ("hash", "/data/0/rules_hash"),
        },
    )
    def get(self, _request: Request) -> Response:
        self.read_query(QuerySerializer)
        page = RowPage(list_open_tables(), None)
        return Response(write_document(TablePageSerializer, page))


@method_decorator(conditional_page, name="dispatch")
class GetTableView(PublicView):
    @document_operation(
        "get_table",
        TAG,
        (_("Get a table"), _("A table that players can see, open or closed.")),
        TableSerializer,
        problems=[HTTPStatus.NOT_FOUND],
    )
    def get(self, _request: Request, table: str) -> Response:
        self.read_query(QuerySerializer)
        found = find_table(table)
        if found is None:
            raise ResourceNotFound
        return Response(write_document(TableSerializer, found))
