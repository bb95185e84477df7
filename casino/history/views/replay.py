"""A player's finished round, step by step."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.guests.views import open_to_guests
from casino.history.words.round_list import note_of
from casino.refusals import Alarm
from casino.rounds.selectors.hand_facts import own_finished
from casino.rounds.selectors.round_money import money_of, points_of
from casino.rounds.words.replay import Replay, ReplayStep, replay_of
from casino.rounds.words.round_view import outcome_kind, outcome_sentence
from casino.services.alarms import tell_staff
from casino.views.players import player_of, player_required
from journal.refusals import NotFound


@open_to_guests
@player_required
@require_safe
def replay(request: HttpRequest, round_id: UUID) -> HttpResponse:
    """The table at one step of a finished round, from the deal on."""
    hand = own_finished(player_of(request), round_id)
    if isinstance(hand.alarm, Alarm):
        tell_staff(hand.alarm)
    shown = replay_of(hand)
    step = _step(shown, request.GET.get("step", "0"))
    last = step is not None and step.number == step.last
    context = {
        "record": hand.round,
        "step": step,
        "steps": shown.names,
        "money": money_of(hand.round),
        "points": points_of(hand.round) if last else [],
        "result": outcome_sentence(hand.round) if last else "",
        "result_kind": outcome_kind(hand.round),
        "note": note_of(hand.round),
    }
    return render(request, "casino/replay.html", context)


def _step(shown: Replay, number: str) -> ReplayStep | None:
    """The step named in the URL; None if the round cannot be replayed. Raises `NotFound` for anything but a number."""
    if not (number.isascii() and number.isdigit() and len(number) <= 4):  # noqa: PLR2004  no round has ten thousand steps
        raise NotFound
    return shown.step(int(number)) if shown.frames else None
