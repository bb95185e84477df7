"""Past rounds of the signed-in player, replays and transcripts."""

import json
from http import HTTPStatus
from typing import Final
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.pagination import build_page, read_cursor
from api.resources.history import (
    PastRoundResource,
    list_past_rounds,
    load_replay,
    load_round_record,
)
from api.resources.positions import load_round_state
from api.serializers.base import QuerySerializer, write_document
from api.serializers.history import (
    HistoryQuery,
    PastRoundPageSerializer,
    PlayedRoundSerializer,
    ReplaySerializer,
    TranscriptSerializer,
)
from api.serializers.rounds import RoundSerializer
from api.views.base import PlayerView
from api.views.operations import Access, document_operation
from casino.fairness.selectors.closed_shoes import find_played_closed_shoe
from casino.fairness.selectors.transcripts import transcript_text
from casino.history.selectors.past_rounds import ORDER, history_start, past_rounds

TAG: Final = _("History")
_LIST: Final = "history"
_NOT_FOUND: Final = [HTTPStatus.NOT_FOUND]


class HistoryView(PlayerView):
    @document_operation(
        "list_rounds",
        TAG,
        (
            _("List your rounds"),
            _("Finished rounds, the newest first, as far back as the history of the site goes."),
        ),
        PastRoundPageSerializer,
        takes=HistoryQuery,
        access=Access.PLAYER,
        leads_to={
            "get_played_round": ("round", "/data/0/id"),
            "replay_round": ("round", "/data/0/id"),
        },
    )
    def get(self, _request: Request) -> Response:
        query = self.read_query(HistoryQuery)
        limit = query.validated_data["limit"]
        found = past_rounds(self.player, query.wanted, history_start(timezone.now()))
        if "cursor" in query.validated_data:
            at = read_cursor(_LIST, query.validated_data["cursor"], ORDER.parse)
            found = found.filter(ORDER.older(at))
        downward = [f"-{field}" for field in ORDER.fields]
        rows = list_past_rounds(found.order_by(*downward)[: limit + 1])
        return Response(
            write_document(PastRoundPageSerializer, build_page(_LIST, rows, limit, _position_of))
        )


def _position_of(row: PastRoundResource) -> object:
    return ORDER.cursor_of(row.round)


class RoundStateView(PlayerView):
    @document_operation(
        "get_round",
        TAG,
        (_("Get a round"), _("The state of one of your rounds, running or finished.")),
        RoundSerializer,
        access=Access.PLAYER,
        problems=_NOT_FOUND,
    )
    def get(self, _request: Request, round: UUID) -> Response:  # noqa: A002 - the name in the address
        self.read_query(QuerySerializer)
        return Response(write_document(RoundSerializer, load_round_state(self.player, round)))


class PlayedRoundView(PlayerView):
    @document_operation(
        "get_played_round",
        TAG,
        (
            _("Get a round's record"),
            _("One of your rounds with every decision, its points and what staff changed."),
        ),
        PlayedRoundSerializer,
        access=Access.PLAYER,
        problems=_NOT_FOUND,
    )
    def get(self, _request: Request, round: UUID) -> Response:  # noqa: A002 - the name in the address
        self.read_query(QuerySerializer)
        return Response(
            write_document(PlayedRoundSerializer, load_round_record(self.player, round))
        )


class ReplayView(PlayerView):
    @document_operation(
        "replay_round",
        TAG,
        (_("Replay a round"), _("Every moment of a finished round, from the deal on.")),
        ReplaySerializer,
        access=Access.PLAYER,
        problems=_NOT_FOUND,
    )
    def get(self, _request: Request, round: UUID) -> Response:  # noqa: A002 - the name in the address
        self.read_query(QuerySerializer)
        return Response(
            write_document(ReplaySerializer, {"frames": load_replay(self.player, round)})
        )


class TranscriptView(PlayerView):
    @document_operation(
        "get_transcript",
        TAG,
        (
            _("Get a transcript"),
            _(
                "The transcript of a closed shoe that you played. At a live table it has your own amounts only. Send it to `verify`, or check it with the library."
            ),
        ),
        TranscriptSerializer,
        access=Access.PLAYER,
        problems=_NOT_FOUND,
    )
    def get(self, _request: Request, shoe: UUID) -> Response:
        self.read_query(QuerySerializer)
        text = transcript_text(find_played_closed_shoe(self.player, shoe), self.player.pk)
        return Response(write_document(TranscriptSerializer, {"transcript": json.loads(text)}))
