"""Reality check, time-out, self-exclusion."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models.users import User
from accounts.protection.services.reality_answers import set_interval
from api.resources.reality import load_reality_check
from api.serializers.base import QuerySerializer
from api.serializers.protection import (
    IntervalSerializer,
    RealityAnswerSerializer,
    RealityCheckSerializer,
)
from api.views.base import PlayerView
from api.views.changes import document_change
from api.views.operations import Access, document_operation
from casino.protection.services.reality import answer_check_anywhere
from journal.refusals import ChangedMeanwhile

TAG: Final = _("Player protection")


def _answer_check(player: User) -> Response:
    current = User.objects.get(pk=player.pk)
    return Response(RealityCheckSerializer(load_reality_check(current)).data)


class RealityCheckView(PlayerView):
    @document_operation(
        "get_reality_check",
        TAG,
        (_("Get the reality check"), _("Its interval, the next one, and the session so far.")),
        RealityCheckSerializer,
        access=Access.PLAYER,
    )
    def get(self, _request: Request) -> Response:
        self.read_query(QuerySerializer)
        return Response(RealityCheckSerializer(load_reality_check(self.player)).data)

    @document_change(
        "set_reality_check",
        TAG,
        (
            _("Choose the interval of the reality check"),
            _("It applies to all devices. Refused while a check is due."),
        ),
        RealityCheckSerializer,
        takes=IntervalSerializer,
        access=Access.PLAYER,
    )
    def put(self, _request: Request) -> Response:
        set_interval(self.player, self.read_body(IntervalSerializer)["minutes"])
        return _answer_check(self.player)


class RealityAnswerView(PlayerView):
    @document_change(
        "answer_reality_check",
        TAG,
        (
            _("Answer the reality check"),
            _("Bets are taken again afterwards. A check that is not the due one is refused."),
        ),
        RealityCheckSerializer,
        takes=RealityAnswerSerializer,
        access=Access.PLAYER,
    )
    def post(self, _request: Request) -> Response:
        given = self.read_body(RealityAnswerSerializer)
        if not answer_check_anywhere(self.player, given["answer"], given["mark"]):
            raise ChangedMeanwhile
        return _answer_check(self.player)
