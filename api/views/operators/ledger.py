"""The ledger for the operator's systems: every transfer once, in the order of its transactions."""

from typing import ClassVar, Final

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.audit.services import record_list_view
from api.pagination import read_cursor, write_cursor
from api.resources.operators.ledger import TransferPage, build_transfer_records
from api.selectors.gapless import GaplessCursor, list_rows_after
from api.selectors.transfers import filter_transfers
from api.serializers.base import write_document
from api.serializers.operators.ledger import TransferPageSerializer, TransfersQuery
from api.values.scopes import Scope
from api.views.operations import Access, document_operation
from api.views.service import ServiceView

TAG: Final = _("Operator: ledger")
_TRANSFERS: Final = "transfers"


class TransfersView(ServiceView):
    scopes: ClassVar = {"GET": Scope.LEDGER_READ}

    @document_operation(
        "list_transfers",
        TAG,
        (
            _("List transfers"),
            _(
                "Transfers with their entries, in the order of the transactions that wrote them. Going on from `next` misses none, whatever is written meanwhile; a transfer appears when all older transactions have ended."
            ),
        ),
        TransferPageSerializer,
        takes=TransfersQuery,
        access=Access.SERVICE,
    )
    def get(self, _request: Request) -> Response:
        asked = self.read_query(TransfersQuery).validated_data
        limit, given = asked["limit"], asked.get("cursor")
        cursor = read_cursor(_TRANSFERS, given, GaplessCursor.parse) if given else None
        found = list_rows_after(filter_transfers(asked), cursor, limit + 1)
        rows = found[:limit]
        record_list_view(self.user, (one.player_id for one in rows), asked.keys() - {"limit"})
        after = write_cursor(_TRANSFERS, GaplessCursor.of_row(rows[-1])) if rows else given
        page = TransferPage(build_transfer_records(rows), after, len(found) > limit)
        return Response(write_document(TransferPageSerializer, page))
