"""Switches of play: their state, and stopping. A key never resumes play."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, ClassVar, Final

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.audit.services import record_list_view
from accounts.models.users import User
from api.pagination import RowPage
from api.refusals import ResourceNotFound
from api.resources.operators.switches import list_switch_records
from api.serializers.base import QuerySerializer, write_document
from api.serializers.operators.switches import StopBody, StoppedSerializer, SwitchPageSerializer
from api.values.scopes import Scope
from api.views.changes import document_change
from api.views.operations import Access, document_operation
from api.views.service import ServiceView
from tables.models import RuleSet, Switching, Table
from tables.services import opening, switches

TAG: Final = _("Operator: switches")
What = Switching.What


class SwitchesView(ServiceView):
    scopes: ClassVar = {"GET": Scope.SWITCHES_READ}

    @document_operation(
        "list_switches",
        TAG,
        (_("List switches"), _("Every switch that stops play, with its state and last use.")),
        SwitchPageSerializer,
        access=Access.SERVICE,
    )
    def get(self, _request: Request) -> Response:
        self.read_query(QuerySerializer)
        found = list_switch_records()
        record_list_view(self.user, (one.player for one in found if one.player), ())
        return Response(write_document(SwitchPageSerializer, RowPage(found, None)))


class StopView(ServiceView):
    scopes: ClassVar = {"POST": Scope.SWITCHES_STOP}

    @document_change(
        "stop_play",
        TAG,
        (
            _("Stop play"),
            _(
                "Stop all play, a rule set, a table, a box or a player from the next bet on; running rounds finish. Only staff resume play."
            ),
        ),
        StoppedSerializer,
        takes=StopBody,
        problems=[HTTPStatus.NOT_FOUND],
        access=Access.SERVICE,
    )
    def post(self, _request: Request) -> Response:
        done = _stop(self.read_body(StopBody), self.user)
        return Response(write_document(StoppedSerializer, {"changed": done}))


def _stop(body: Mapping[str, Any], acting_user: User) -> bool:
    """Stop what the body names. Return whether that changed anything. Raises as the services, and ResourceNotFound."""
    what = What(body["what"])
    how = {"reason": body["reason"], "acting_user": acting_user}
    if what == What.HOUSE:
        return switches.switch_house(stopped=True, **how) is not None
    if what == What.PLAYER:
        return switches.switch_player(body["player"], stopped=True, **how) is not None
    if what == What.RULES:
        rules = RuleSet.objects.filter(name=body["rule_set"]).first()
        if rules is None:
            raise ResourceNotFound
        return switches.switch_rules(rules.pk, stopped=True, **how) is not None
    return _stop_at_table(body, how)


def _stop_at_table(body: Mapping[str, Any], how: Mapping[str, Any]) -> bool:
    table = Table.objects.filter(slug=body["table"]).first()
    if table is None:
        raise ResourceNotFound
    if "box" in body:
        return switches.switch_box(table.pk, body["box"], stopped=True, **how) is not None
    before = table.status
    return opening.close_table(table.pk, **how).status != before
