"""The plan of the player's session."""

from datetime import timedelta
from http import HTTPStatus

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.resources.session_plan import load_session_plan
from api.serializers.base import QuerySerializer, write_document
from api.serializers.session_plan import NewSessionPlanSerializer, SessionPlanSerializer
from api.views.base import PlayerView
from api.views.changes import document_change
from api.views.operations import Access, document_operation
from api.views.protection import TAG
from casino.protection.services.session_plan import PlanRequest, plan_session


class SessionPlanView(PlayerView):
    @document_operation(
        "get_session_plan",
        TAG,
        (
            _("Get the plan of the session"),
            _("Whether real-money play needs one, and what is left of the session planned last."),
        ),
        SessionPlanSerializer,
        access=Access.PLAYER,
    )
    def get(self, _request: Request) -> Response:
        self.read_query(QuerySerializer)
        return Response(write_document(SessionPlanSerializer, load_session_plan(self.player)))

    @document_change(
        "plan_session",
        TAG,
        (
            _("Plan a session"),
            _("It begins now and can't be changed. Refused while the one before it runs."),
        ),
        SessionPlanSerializer,
        takes=NewSessionPlanSerializer,
        access=Access.PLAYER,
        status=HTTPStatus.CREATED,
    )
    def post(self, _request: Request) -> Response:
        given = self.read_body(NewSessionPlanSerializer)
        wanted = PlanRequest(
            timedelta(seconds=given["seconds"]),
            given["loss"],
            timedelta(seconds=given["lockout_seconds"]),
        )
        plan_session(self.player, wanted, key=self.caller_key.derive("session plan"))
        answer = write_document(SessionPlanSerializer, load_session_plan(self.player))
        return Response(answer, status=HTTPStatus.CREATED)
