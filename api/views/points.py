"""The player's points."""

from dataclasses import replace
from http import HTTPStatus
from typing import Final

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.pagination import load_row_page
from api.resources.points import describe_entry, load_points
from api.serializers.base import QuerySerializer, write_document
from api.serializers.points import (
    NewRedemptionSerializer,
    PointsPageSerializer,
    PointsQuery,
    PointsSerializer,
    RedemptionOfferSerializer,
    RedemptionQuery,
    RedemptionSerializer,
)
from api.views.base import PlayerView
from api.views.changes import document_change
from api.views.operations import Access, document_operation
from loyalty.selectors.history import find_entries
from loyalty.selectors.redemption import price_offer
from loyalty.services.redeeming import redeem_points
from pages.pagination import ByNumber

TAG: Final = _("Points")
_NAME, _ORDER = "points", ByNumber("seq")


class PointsView(PlayerView):
    @document_operation(
        "get_points",
        TAG,
        (_("Get points"), _("Balance, tier, and what is missing to the next one.")),
        PointsSerializer,
        access=Access.PLAYER,
    )
    def get(self, _request: Request) -> Response:
        self.read_query(QuerySerializer)
        return Response(write_document(PointsSerializer, load_points(self.player)))


class PointsHistoryView(PlayerView):
    @document_operation(
        "list_points",
        TAG,
        (_("List changes of points"), _("Every change, the newest first.")),
        PointsPageSerializer,
        takes=PointsQuery,
        access=Access.PLAYER,
    )
    def get(self, _request: Request) -> Response:
        query = self.read_query(PointsQuery).validated_data
        entries = find_entries(self.player.pk, query.get("kind", ""))
        page = load_row_page(_NAME, entries, _ORDER, query)
        shown = replace(page, rows=[describe_entry(one) for one in page.rows])
        return Response(write_document(PointsPageSerializer, shown))


class RedemptionOfferView(PlayerView):
    @document_operation(
        "get_redemption_offer",
        TAG,
        (_("Get the value of points"), _("What points would be worth now; nothing moves.")),
        RedemptionOfferSerializer,
        takes=RedemptionQuery,
        access=Access.PLAYER,
    )
    def get(self, _request: Request) -> Response:
        given = self.read_query(RedemptionQuery).validated_data
        offer = price_offer(self.player, given["points"], given["currency"])
        return Response(write_document(RedemptionOfferSerializer, offer))


class RedemptionsView(PlayerView):
    @document_change(
        "redeem_points",
        TAG,
        (_("Redeem points"), _("For the amount of the offer; refused if the value has changed.")),
        RedemptionSerializer,
        takes=NewRedemptionSerializer,
        access=Access.PLAYER,
        status=HTTPStatus.CREATED,
    )
    def post(self, _request: Request) -> Response:
        given = self.read_body(NewRedemptionSerializer)
        money, key = given["amount"], self.caller_key.derive("redemption")
        made = redeem_points(self.player, given["points"], money.currency, key=key, shown=money)
        return Response(write_document(RedemptionSerializer, made), status=HTTPStatus.CREATED)
