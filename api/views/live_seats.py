"""Seats, waiting list and client seed of a player at a live table."""

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.serializers.live_play import BoxNumberBody, OptionalSeedBody, SitOutBody
from api.views.live import LiveView, document_act
from casino.live.services import betting, own_seed, pause, seats, waiting_list


class SeatsView(LiveView):
    @document_act(
        "take_seat",
        (_("Take a seat"), _("Takes a free box, to bet on from the next deal on.")),
        BoxNumberBody,
    )
    def post(self, _request: Request, **_names: str) -> Response:
        place = self.place
        seats.take_seat(self.player, place, self.read_body(BoxNumberBody)["box"])
        return self.show(place)


class LeaveSeatsView(LiveView):
    @document_act(
        "leave_seats",
        (_("Leave your seats"), _("At once, or after the deal if you have a bet on it.")),
    )
    def post(self, _request: Request, **_names: str) -> Response:
        place = self.place
        seats.leave_seats(self.player, place)
        return self.show(place)


class SitOutView(LiveView):
    @document_act(
        "sit_out",
        (_("Sit out"), _("Betting does not wait for a seat that sits out.")),
        SitOutBody,
    )
    def post(self, _request: Request, **_names: str) -> Response:
        place = self.place
        betting.sit_out(self.player, place, out=self.read_body(SitOutBody)["out"])
        return self.show(place)


class ReadyView(LiveView):
    @document_act(
        "mark_ready",
        (_("Be ready"), _("The pause between two deals ends early when everybody is ready.")),
    )
    def post(self, _request: Request, **_names: str) -> Response:
        place = self.place
        pause.mark_ready(self.player, place)
        return self.show(place)


class WaitView(LiveView):
    @document_act(
        "join_waiting_list",
        (_("Join the waiting list"), _("Of a full table; a player waits at one table.")),
    )
    def post(self, _request: Request, **_names: str) -> Response:
        place = self.place
        waiting_list.join_waiting_list(self.player, place)
        return self.show(place)


class StopWaitingView(LiveView):
    @document_act(
        "leave_waiting_list",
        (_("Leave the waiting list"), _("A box that is held for you becomes free.")),
    )
    def post(self, _request: Request, **_names: str) -> Response:
        place = self.place
        waiting_list.leave_waiting_list(self.player, place)
        return self.show(place)


class LiveClientSeedView(LiveView):
    @document_act(
        "set_live_client_seed",
        (_("Set your client seed at a live table"), _("It applies from the next bet.")),
        OptionalSeedBody,
    )
    def post(self, _request: Request, **_names: str) -> Response:
        place, body = self.place, self.read_body(OptionalSeedBody)
        own_seed.choose_seed(self.player, place, body.get("client_seed"))
        return self.show(place)
