"""Live tables of the signed-in player: state, stream, bets."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Final
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpResponse
from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.resources.live import load_live_table
from api.serializers.base import QuerySerializer, StrictSerializer, write_document
from api.serializers.live import LiveTableSerializer, StreamSerializer
from api.serializers.live_play import WagerBody, read_wager
from api.serializers.play import CurrencyQuery, name_box_fields
from api.views.changes import Handler, document_change
from api.views.operations import Access, document_operation
from api.views.places import PlayView, rename_fields
from casino.live.selectors.table_state import place_by_slug
from casino.live.services import betting
from casino.live.services.tables import find_live_place
from casino.models import Place
from push.tickets import JSON, LIFETIME_SECONDS, Ticket
from tables.models import Table

TAG: Final = _("Live tables")
_NOT_FOUND: Final = [HTTPStatus.NOT_FOUND]


def document_act(
    name: str, texts: tuple[Promise, Promise], takes: type[StrictSerializer] = QuerySerializer
) -> Callable[[Handler], Callable[..., HttpResponse]]:
    """Document a change at a live table, which answers with its state."""
    return document_change(
        name,
        TAG,
        texts,
        LiveTableSerializer,
        takes=takes,
        access=Access.PLAYER,
        problems=_NOT_FOUND,
    )


class LiveView(PlayView):
    """A live table. Its services commit several times: money of other players moves in transactions of its own.

    The answer, too, is read in a snapshot of its own after the act. So the first request of a key needs the session's lock.
    """

    in_one_transaction = False

    @cached_property
    def _known_place(self) -> Place | None:
        return place_by_slug(self.kwargs["table"])

    @cached_property
    def place(self) -> Place:
        """The place of the live table, created if needed. Raises `NotFound`."""
        return self._known_place or find_live_place(self.kwargs["table"])

    @cached_property
    def target_table(self) -> Table | None:
        """The table of the place, which the same query loads."""
        return super().target_table if self._known_place is None else self._known_place.table

    def show(self, place: Place, currency: str = "") -> Response:
        return Response(
            write_document(LiveTableSerializer, load_live_table(self.player, place, currency))
        )


class LiveTableStateView(LiveView):
    @document_operation(
        "get_live_table",
        TAG,
        (
            _("Get a live table"),
            _(
                "The part that everybody sees, and your own. Asking every 20 seconds keeps your seat."
            ),
        ),
        LiveTableSerializer,
        takes=CurrencyQuery,
        access=Access.PLAYER,
        problems=_NOT_FOUND,
    )
    def get(self, _request: Request, **_names: str) -> Response:
        currency = self.read_query(CurrencyQuery).validated_data.get("currency", "")
        return self.show(self.place, currency)


class StreamView(LiveView):
    @document_operation(
        "get_stream",
        TAG,
        (
            _("Get the stream of a live table"),
            _(
                "The address of its server-sent events. Each holds the newest public part as JSON; ask for your own part when it concerns you. Add `since` with the version you have."
            ),
        ),
        StreamSerializer,
        access=Access.PLAYER,
        problems=_NOT_FOUND,
    )
    def get(self, _request: Request, **_names: str) -> Response:
        self.read_query(QuerySerializer)
        ticket = Ticket(self.place.pk, JSON).sign()
        url = f"{settings.STREAMS_PATH}?{urlencode({'ticket': ticket})}"
        return Response(
            write_document(StreamSerializer, {"url": url, "expires_in": LIFETIME_SECONDS})
        )


class WagersView(LiveView):
    @document_act(
        "place_live_bet",
        (
            _("Bet at a live table"),
            _(
                "Holds the stakes for the next deal; an earlier bet for it is replaced and its money returned. Bets behind name their choices."
            ),
        ),
        WagerBody,
    )
    def post(self, _request: Request, **_names: str) -> Response:
        place, body = self.place, self.read_body(WagerBody)
        names = {**name_box_fields(body["boxes"]), "words": "seal"}
        with rename_fields(names):
            betting.place_wager(self.player, place, read_wager(body, self.origin))
        return self.show(place)


class WithdrawView(LiveView):
    @document_act(
        "withdraw_live_bet",
        (_("Withdraw a bet"), _("Until the bell. The money returns at once.")),
    )
    def post(self, _request: Request, **_names: str) -> Response:
        place = self.place
        betting.withdraw_wager(self.player, place)
        return self.show(place)
