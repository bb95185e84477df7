"""The player's movements, and exchanges between balances."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.pagination import RowPage, read_cursor, write_cursor
from api.serializers.base import write_document
from api.serializers.statement import (
    AcceptedOfferSerializer,
    ExchangedSerializer,
    OfferQuery,
    OfferSerializer,
    StatementPageSerializer,
    StatementQuery,
)
from api.views.base import PlayerView
from api.views.cash import MONEY
from api.views.changes import document_change
from api.views.operations import Access, document_operation
from pages.line_pages import LineCursor, RequestedPlace
from wallet.cash.selectors.statement import load_page
from wallet.exchange.services import confirm_exchange, offer_exchange
from wallet.money.values import Money

_NAME = "statement"


class StatementView(PlayerView):
    @document_operation(
        "list_movements",
        MONEY,
        (
            _("List movements"),
            _("Every movement of the player's balances, the newest first, by filter."),
        ),
        StatementPageSerializer,
        takes=StatementQuery,
        access=Access.PLAYER,
    )
    def get(self, _request: Request) -> Response:
        query = self.read_query(StatementQuery)
        given, asked = query.validated_data, RequestedPlace()
        if "cursor" in given:
            asked = RequestedPlace(before=read_cursor(_NAME, given["cursor"], LineCursor.parse))
        found = load_page(self.player.pk, query.wanted, asked, size=given["limit"])
        following = write_cursor(_NAME, found.older) if found.older else None
        return Response(write_document(StatementPageSerializer, RowPage(found.lines, following)))


class ExchangeView(PlayerView):
    @document_operation(
        "get_exchange_offer",
        MONEY,
        (_("Get an offer to exchange"), _("The price now; nothing moves.")),
        OfferSerializer,
        takes=OfferQuery,
        access=Access.PLAYER,
        problems=[HTTPStatus.CONFLICT],
    )
    def get(self, _request: Request) -> Response:
        given = self.read_query(OfferQuery).validated_data
        money = Money.parse(given["amount"], given["given"])
        return Response(
            write_document(
                OfferSerializer, offer_exchange(self.player.pk, money, given["received"])
            )
        )

    @document_change(
        "accept_exchange_offer",
        MONEY,
        (
            _("Exchange"),
            _("Accepts an offer. An expired one is refused with `quote_expired`: get a new one."),
        ),
        ExchangedSerializer,
        takes=AcceptedOfferSerializer,
        access=Access.PLAYER,
    )
    def post(self, _request: Request) -> Response:
        offer = self.read_body(AcceptedOfferSerializer)["offer"]
        given, received = confirm_exchange(self.player.pk, offer)
        return Response(write_document(ExchangedSerializer, {"given": given, "received": received}))
