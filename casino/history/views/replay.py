"""A player's finished round, step by step."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.guests.views import open_to_guests
from accounts.users.views import require_player
from casino.history.words.round_list import format_round_note
from casino.refusals import Alarm
from casino.rounds.selectors.hand_facts import load_own_finished_round
from casino.rounds.selectors.round_money import build_round_money, load_round_points
from casino.rounds.words.replay import Replay, ReplayStep, build_replay
from casino.rounds.words.round_view import outcome_kind, outcome_sentence
from casino.services.alarms import report_alarm
from casino.views.players import player_required
from journal.refusals import NotFound


@open_to_guests
@player_required
@require_safe
def replay(request: HttpRequest, round_id: UUID) -> HttpResponse:
    """The table at one step of a finished round, from the deal on."""
    hand = load_own_finished_round(require_player(request), round_id)
    if isinstance(hand.alarm, Alarm):
        report_alarm(hand.alarm)
    shown = build_replay(hand)
    step = _step(shown, request.GET.get("step", "0"))
    last = step is not None and step.number == step.last
    context = {
        "record": hand.round,
        "step": step,
        "steps": shown.names,
        "money": build_round_money(hand.round),
        "points": load_round_points(hand.round) if last else [],
        "result": outcome_sentence(hand.round) if last else "",
        "result_kind": outcome_kind(hand.round),
        "note": format_round_note(hand.round),
    }
    return render(request, "casino/replay.html", context)


def _step(shown: Replay, number: str) -> ReplayStep | None:
    """The step named in the URL; None if the round cannot be replayed. Raises `NotFound` for anything but a number."""
    if not (number.isascii() and number.isdigit() and len(number) <= 4):  # noqa: PLR2004  no round has ten thousand steps
        raise NotFound
    return shown.step(int(number)) if shown.frames else None
