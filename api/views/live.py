"""Live tables of the signed-in player: state, seats, bets, decisions, seals, stream."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Final
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.resources.live import load_live_table
from api.serializers.base import QuerySerializer, StrictSerializer, write_document
from api.serializers.live import LiveTableSerializer, StreamSerializer
from api.serializers.live_play import (
    AnswersBody,
    BoxNumberBody,
    EarlyBody,
    LiveDecisionBody,
    OpeningBody,
    OptionalSeedBody,
    SealBody,
    SitOutBody,
    WagerBody,
    name_answer_fields,
    read_answers,
    read_early,
    read_wager,
)
from api.serializers.play import AMOUNT_NAMES, CurrencyQuery, name_box_fields, read_decision
from api.views.changes import Handler, document_change
from api.views.operations import Access, document_operation
from api.views.places import PlayView, rename_fields
from casino.live.selectors.own_state import check_round_at
from casino.live.services import (
    answers,
    betting,
    early,
    exchange,
    own_seed,
    pause,
    seats,
    turns,
    waiting_list,
)
from casino.live.services.tables import find_live_place
from casino.models import Place
from push.tickets import JSON, LIFETIME_SECONDS, Ticket

TAG: Final = _("Live tables")
_NOT_FOUND: Final = [HTTPStatus.NOT_FOUND]


def _document_act(
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
    """A live table. Its services commit several times: money of other players moves in transactions of its own."""

    in_one_transaction = False

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
    def get(self, _request: Request, table: str) -> Response:
        currency = self.read_query(CurrencyQuery).validated_data.get("currency", "")
        return self.show(find_live_place(table), currency)


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
    def get(self, _request: Request, table: str) -> Response:
        self.read_query(QuerySerializer)
        ticket = Ticket(find_live_place(table).pk, JSON).sign()
        url = f"{settings.STREAMS_PATH}?{urlencode({'ticket': ticket})}"
        return Response(
            write_document(StreamSerializer, {"url": url, "expires_in": LIFETIME_SECONDS})
        )


class SeatsView(LiveView):
    @_document_act(
        "take_seat",
        (_("Take a seat"), _("Takes a free box, to bet on from the next deal on.")),
        BoxNumberBody,
    )
    def post(self, _request: Request, table: str) -> Response:
        place = find_live_place(table)
        seats.take_seat(self.player, place, self.read_body(BoxNumberBody)["box"])
        return self.show(place)


class LeaveSeatsView(LiveView):
    @_document_act(
        "leave_seats",
        (_("Leave your seats"), _("At once, or after the deal if you have a bet on it.")),
    )
    def post(self, _request: Request, table: str) -> Response:
        place = find_live_place(table)
        seats.leave_seats(self.player, place)
        return self.show(place)


class SitOutView(LiveView):
    @_document_act(
        "sit_out",
        (_("Sit out"), _("Betting does not wait for a seat that sits out.")),
        SitOutBody,
    )
    def post(self, _request: Request, table: str) -> Response:
        place = find_live_place(table)
        betting.sit_out(self.player, place, out=self.read_body(SitOutBody)["out"])
        return self.show(place)


class ReadyView(LiveView):
    @_document_act(
        "mark_ready",
        (_("Be ready"), _("The pause between two deals ends early when everybody is ready.")),
    )
    def post(self, _request: Request, table: str) -> Response:
        place = find_live_place(table)
        pause.mark_ready(self.player, place)
        return self.show(place)


class WaitView(LiveView):
    @_document_act(
        "join_waiting_list",
        (_("Join the waiting list"), _("Of a full table; a player waits at one table.")),
    )
    def post(self, _request: Request, table: str) -> Response:
        place = find_live_place(table)
        waiting_list.join_waiting_list(self.player, place)
        return self.show(place)


class StopWaitingView(LiveView):
    @_document_act(
        "leave_waiting_list",
        (_("Leave the waiting list"), _("A box that is held for you becomes free.")),
    )
    def post(self, _request: Request, table: str) -> Response:
        place = find_live_place(table)
        waiting_list.leave_waiting_list(self.player, place)
        return self.show(place)


class WagersView(LiveView):
    @_document_act(
        "place_live_bet",
        (
            _("Bet at a live table"),
            _(
                "Holds the stakes for the next deal; an earlier bet for it is replaced and its money returned. Bets behind name their choices."
            ),
        ),
        WagerBody,
    )
    def post(self, _request: Request, table: str) -> Response:
        place, body = find_live_place(table), self.read_body(WagerBody)
        names = {**name_box_fields(body["boxes"]), "words": "seal"}
        with rename_fields(names):
            betting.place_wager(self.player, place, read_wager(body, self.origin))
        return self.show(place)


class WithdrawView(LiveView):
    @_document_act(
        "withdraw_live_bet",
        (_("Withdraw a bet"), _("Until the bell. The money returns at once.")),
    )
    def post(self, _request: Request, table: str) -> Response:
        place = find_live_place(table)
        betting.withdraw_wager(self.player, place)
        return self.show(place)


class LiveDecisionsView(LiveView):
    @_document_act(
        "make_live_decision",
        (_("Decide at a live table"), _("Plays an action in your turn.")),
        LiveDecisionBody,
    )
    def post(self, _request: Request, table: str) -> Response:
        place, body = find_live_place(table), self.read_body(LiveDecisionBody)
        check_round_at(self.player, place, body["round"])
        with rename_fields(AMOUNT_NAMES):
            turns.decide_turn(self.player, read_decision(body["round"], body, self.origin))
        return self.show(place)


class AnswersView(LiveView):
    @_document_act(
        "give_answers",
        (
            _("Answer before the peek"),
            _("Insurance, even money and early surrender; others don't see your answers."),
        ),
        AnswersBody,
    )
    def post(self, _request: Request, table: str) -> Response:
        place, body = find_live_place(table), self.read_body(AnswersBody)
        check_round_at(self.player, place, body["round"])
        with rename_fields(name_answer_fields(body["answers"])):
            answers.give_answers(self.player, read_answers(body, self.origin))
        return self.show(place)


class EarlyDecisionsView(LiveView):
    @_document_act(
        "choose_early",
        (
            _("Decide before your turn"),
            _(
                "Played in your turn if hand and actions are unchanged. Without an action, an earlier choice is withdrawn."
            ),
        ),
        EarlyBody,
    )
    def post(self, _request: Request, table: str) -> Response:
        place, body = find_live_place(table), self.read_body(EarlyBody)
        check_round_at(self.player, place, body["round"])
        early.choose_early(self.player, read_early(body))
        return self.show(place)


class SealsView(LiveView):
    @_document_act(
        "seal_again",
        (
            _("Seal again"),
            _("A fresh seal for the second exchange, after a seat did not open its seed."),
        ),
        SealBody,
    )
    def post(self, _request: Request, table: str) -> Response:
        place = find_live_place(table)
        exchange.store_fresh_seal(self.player, place, self.read_body(SealBody)["seal"])
        return self.show(place)


class OpeningView(LiveView):
    @_document_act(
        "open_seal",
        (
            _("Open your seal"),
            _("Within three seconds after the list of seals is fixed, if your seal is in it."),
        ),
        OpeningBody,
    )
    def post(self, _request: Request, table: str) -> Response:
        place, body = find_live_place(table), self.read_body(OpeningBody)
        exchange.open_seal(self.player, place, body["seals_hash"], body["seat_seed"])
        return self.show(place)


class LiveClientSeedView(LiveView):
    @_document_act(
        "set_live_client_seed",
        (_("Set your client seed at a live table"), _("It applies from the next bet.")),
        OptionalSeedBody,
    )
    def post(self, _request: Request, table: str) -> Response:
        place, body = find_live_place(table), self.read_body(OptionalSeedBody)
        own_seed.choose_seed(self.player, place, body.get("client_seed"))
        return self.show(place)
