"""Seals and decisions of a player in a live table's deal."""

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.serializers.live_play import (
    AnswersBody,
    EarlyBody,
    LiveDecisionBody,
    OpeningBody,
    SealBody,
    name_answer_fields,
    read_answers,
    read_early,
)
from api.serializers.play import AMOUNT_NAMES, read_decision
from api.views.live import LiveView, document_act
from api.views.places import rename_fields
from casino.live.selectors.own_state import check_round_at
from casino.live.services import answers, early, exchange, turns


class LiveDecisionsView(LiveView):
    @document_act(
        "make_live_decision",
        (_("Decide at a live table"), _("Plays an action in your turn.")),
        LiveDecisionBody,
    )
    def post(self, _request: Request, **_names: str) -> Response:
        place, body = self.place, self.read_body(LiveDecisionBody)
        check_round_at(self.player, place, body["round"])
        with rename_fields(AMOUNT_NAMES):
            turns.decide_turn(self.player, read_decision(body["round"], body, self.origin))
        return self.show(place)


class AnswersView(LiveView):
    @document_act(
        "give_answers",
        (
            _("Answer before the peek"),
            _("Insurance, even money and early surrender; others don't see your answers."),
        ),
        AnswersBody,
    )
    def post(self, _request: Request, **_names: str) -> Response:
        place, body = self.place, self.read_body(AnswersBody)
        check_round_at(self.player, place, body["round"])
        with rename_fields(name_answer_fields(body["answers"])):
            answers.give_answers(self.player, read_answers(body, self.origin))
        return self.show(place)


class EarlyDecisionsView(LiveView):
    @document_act(
        "choose_early",
        (
            _("Decide before your turn"),
            _(
                "Played in your turn if hand and actions are unchanged. Without an action, an earlier choice is withdrawn."
            ),
        ),
        EarlyBody,
    )
    def post(self, _request: Request, **_names: str) -> Response:
        place, body = self.place, self.read_body(EarlyBody)
        check_round_at(self.player, place, body["round"])
        early.choose_early(self.player, read_early(body))
        return self.show(place)


class SealsView(LiveView):
    @document_act(
        "seal_again",
        (
            _("Seal again"),
            _("A fresh seal for the second exchange, after a seat did not open its seed."),
        ),
        SealBody,
    )
    def post(self, _request: Request, **_names: str) -> Response:
        place = self.place
        exchange.store_fresh_seal(self.player, place, self.read_body(SealBody)["seal"])
        return self.show(place)


class OpeningView(LiveView):
    @document_act(
        "open_seal",
        (
            _("Open your seal"),
            _("Within three seconds after the list of seals is fixed, if your seal is in it."),
        ),
        OpeningBody,
    )
    def post(self, _request: Request, **_names: str) -> Response:
        place, body = self.place, self.read_body(OpeningBody)
        exchange.open_seal(self.player, place, body["seals_hash"], body["seat_seed"])
        return self.show(place)
