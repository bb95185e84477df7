"""Private tables of the signed-in player: position, rounds, shoes."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from typing import Final
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.resources.positions import build_position, load_shoes, open_position
from api.serializers.base import QuerySerializer, write_document
from api.serializers.play import (
    AMOUNT_NAMES,
    BetBody,
    ClientSeedBody,
    CurrencyQuery,
    DecisionBody,
    ShoeBody,
    StepBody,
    name_box_fields,
    read_bet,
    read_decision,
)
from api.serializers.positions import HintSerializer, PositionSerializer, ShoesSerializer
from api.views.base import PlayerView
from api.views.changes import document_change
from api.views.operations import Access, document_operation
from casino.absence.services import waiting
from casino.fairness.services import shoes
from casino.play.selectors.position import Position
from casino.play.services import betting, decisions, hints
from casino.play.views import record_request_origin
from journal.refusals import NotFound, Refusal
from tables.models import Table
from tables.selectors.tables import KNOWN

TAG: Final = _("Play")
_NOT_FOUND: Final = [HTTPStatus.NOT_FOUND]


@contextmanager
def rename_fields(names: Mapping[str, str]) -> Iterator[None]:
    """Name the field of a refusal as the body does."""
    try:
        yield
    except Refusal as refusal:
        refusal.field = names.get(refusal.field, refusal.field)
        raise


class PlayView(PlayerView):
    """A view of the signed-in player at a table."""

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        """Record where the request comes from, before its transaction."""
        super().initial(request, *args, **kwargs)
        self.origin = record_request_origin(request._request)  # noqa: SLF001 - it reads the session

    @property
    def private_table(self) -> Table:
        """The private table that the request names. Raises `NotFound`, also for a live one."""
        table = self.target_table
        if table is None or table.is_live or table.status not in KNOWN:
            raise NotFound
        return table

    def show_position(self, position: Position, currency: str = "") -> Response:
        return Response(write_document(PositionSerializer, build_position(position, currency)))


class PositionView(PlayView):
    @document_operation(
        "get_position",
        TAG,
        (
            _("Get your position at a table"),
            _(
                "The newest round, the present shoe with its commitment, and the terms of the next bet. The first request takes the place and publishes its shoes."
            ),
        ),
        PositionSerializer,
        takes=CurrencyQuery,
        access=Access.PLAYER,
        problems=_NOT_FOUND,
        leads_to={"make_decision": ("round", "/round/id")},
    )
    def get(self, _request: Request, **_names: str) -> Response:
        currency = self.read_query(CurrencyQuery).validated_data.get("currency", "")
        return self.show_position(open_position(self.player, self.private_table), currency)


class RoundsView(PlayView):
    @document_change(
        "place_bet",
        TAG,
        (
            _("Place a bet"),
            _(
                "Holds the stakes and deals. The bet names the shoe and nonce of the position; a bet for another one is refused and nothing is staked."
            ),
        ),
        PositionSerializer,
        takes=BetBody,
        access=Access.PLAYER,
        problems=_NOT_FOUND,
        leads_to={"get_round": ("round", "/round/id"), "make_decision": ("round", "/round/id")},
    )
    def post(self, _request: Request) -> Response:
        body = self.read_body(BetBody)
        with rename_fields(name_box_fields(body["boxes"])):
            _round, position = betting.place_bet_at(
                self.player, body["table"], read_bet(body, self.origin)
            )
        if position is None:
            position = open_position(self.player, self.private_table)
        return self.show_position(position)


class DecisionsView(PlayView):
    @document_change(
        "make_decision",
        TAG,
        (
            _("Make a decision"),
            _(
                "Plays an action at its step. The same decision sent again changes nothing; one for another step is refused."
            ),
        ),
        PositionSerializer,
        takes=DecisionBody,
        access=Access.PLAYER,
        problems=_NOT_FOUND,
    )
    def post(self, _request: Request, round: UUID) -> Response:  # noqa: A002 - the name in the address
        body = self.read_body(DecisionBody)
        with rename_fields(AMOUNT_NAMES):
            made, position = decisions.make_decision_at(
                self.player, read_decision(round, body, self.origin)
            )
        if position is None:
            position = open_position(self.player, made.place.table)
        return self.show_position(position)


class HintsView(PlayView):
    @document_change(
        "take_hint",
        TAG,
        (
            _("Take a hint"),
            _("The chart's advice for the present decision, at tables with hints. It is recorded."),
        ),
        HintSerializer,
        takes=StepBody,
        access=Access.PLAYER,
        problems=_NOT_FOUND,
    )
    def post(self, _request: Request, round: UUID) -> Response:  # noqa: A002 - the name in the address
        step = self.read_body(StepBody)["step"]
        if (found := self.target_table) is None:
            raise NotFound
        hint = hints.take_hint(self.player, decisions.StepRequest(round, step), found)
        waiting.restart_wait(self.player, found, timezone.now())
        return Response(write_document(HintSerializer, hint))


class OwnShoesView(PlayView):
    @document_operation(
        "get_shoes",
        TAG,
        (
            _("Get your shoes at a table"),
            _("Commitments of the present and the next shoe, and your last closed shoes."),
        ),
        ShoesSerializer,
        access=Access.PLAYER,
        problems=_NOT_FOUND,
    )
    def get(self, _request: Request, **_names: str) -> Response:
        self.read_query(QuerySerializer)
        return self._show(self.private_table)

    def _show(self, table: Table) -> Response:
        return Response(write_document(ShoesSerializer, load_shoes(self.player, table)))


class ChangeShoeView(OwnShoesView):
    http_method_names = ["post"]  # noqa: RUF012 - Django's shape

    @document_change(
        "change_shoe",
        TAG,
        (
            _("Change the shoe"),
            _("Closes the present shoe and reveals its seed. The next shoe follows."),
        ),
        ShoesSerializer,
        takes=ShoeBody,
        access=Access.PLAYER,
        problems=_NOT_FOUND,
    )
    def post(self, _request: Request, **_names: str) -> Response:
        found = self.private_table
        shoes.change_shoe(self.player, found, self.read_body(ShoeBody)["shoe"])
        return self._show(found)


class ClientSeedView(OwnShoesView):
    http_method_names = ["post"]  # noqa: RUF012 - Django's shape

    @document_change(
        "set_client_seed",
        TAG,
        (_("Set your client seed"), _("It applies from the next round.")),
        ShoesSerializer,
        takes=ClientSeedBody,
        access=Access.PLAYER,
        problems=_NOT_FOUND,
    )
    def post(self, _request: Request, **_names: str) -> Response:
        found = self.private_table
        shoes.choose_client_seed(self.player, found, self.read_body(ClientSeedBody)["client_seed"])
        return self._show(found)
