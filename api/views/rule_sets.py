"""Published rules by their hash, with their exact returns and strategy charts."""

from http import HTTPStatus
from typing import Final

from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import conditional_page
from rest_framework.request import Request
from rest_framework.response import Response

from api.refusals import MathematicsPending, ResourceNotFound
from api.serializers.base import HASH, QuerySerializer, write_document
from api.serializers.rule_sets import ChartSerializer, ReturnsSerializer, RuleSetSerializer
from api.views.base import PublicView
from api.views.operations import document_operation
from blackjack.strategy import CODES
from tables.models import Mathematics, RuleSetVersion
from tables.selectors.tables import find_mathematics, find_published_version
from tables.words.rules import rules_line

TAG: Final = _("Rule sets")
_PROBLEMS: Final = (HTTPStatus.NOT_FOUND,)


def _find(digest: str) -> RuleSetVersion:
    version = find_published_version(digest) if HASH.fullmatch(digest) else None
    if version is None:
        raise ResourceNotFound
    return version


def _find_mathematics(digest: str) -> Mathematics:
    found = find_mathematics(_find(digest))
    if found is None or not found.is_current:
        raise MathematicsPending
    return found


@method_decorator(conditional_page, name="dispatch")
class RuleSetView(PublicView):
    @document_operation(
        "get_rule_set",
        TAG,
        (
            _("Get rules"),
            _(
                "The rules with this hash, if a table plays, has played or is announced to play them."
            ),
        ),
        RuleSetSerializer,
        problems=_PROBLEMS,
    )
    def get(self, _request: Request, hash: str) -> Response:  # noqa: A002 - the name in the address
        self.read_query(QuerySerializer)
        rules = _find(hash).rules
        document = {"hash": hash, "summary": rules_line(rules), "rules": rules.to_dict()}
        return Response(write_document(RuleSetSerializer, document))


@method_decorator(conditional_page, name="dispatch")
class ReturnsView(PublicView):
    @document_operation(
        "get_returns",
        TAG,
        (_("Get returns"), _("Exact return, house edge, deviation and payouts of the rules.")),
        ReturnsSerializer,
        problems=[*_PROBLEMS, HTTPStatus.CONFLICT],
    )
    def get(self, _request: Request, hash: str) -> Response:  # noqa: A002 - the name in the address
        self.read_query(QuerySerializer)
        found = _find_mathematics(hash)
        result = found.result or {}
        document = {**result, "library_version": found.library_version}
        return Response(write_document(ReturnsSerializer, document))


@method_decorator(conditional_page, name="dispatch")
class ChartView(PublicView):
    @document_operation(
        "get_chart",
        TAG,
        (
            _("Get the strategy chart"),
            _("The best action for every total and pair against every upcard."),
        ),
        ChartSerializer,
        problems=[*_PROBLEMS, HTTPStatus.CONFLICT],
    )
    def get(self, _request: Request, hash: str) -> Response:  # noqa: A002 - the name in the address
        self.read_query(QuerySerializer)
        chart = _find_mathematics(hash).chart or {}
        used = {code for row in chart["rows"].values() for code in row}
        codes = {code: list(verbs) for code, verbs in CODES.items() if code in used}
        return Response(write_document(ChartSerializer, {**chart, "codes": codes}))
