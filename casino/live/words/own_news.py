"""Sentences to one player about what changed without an act of that player: boxes given up, an early decision dropped."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _, ngettext

from casino.live.selectors.own_state import OwnState
from casino.live.selectors.running import LiveDeal
from casino.live.selectors.table_state import TableState
from casino.rounds.words.labels import ACTIONS

_DEALT: Final = 2  # cards of a hand before its first decision


def describe_extra_boxes(own: OwnState, state: TableState) -> list[str]:
    """Say which boxes the player gives up, and which became free for others since the player's last bet."""
    if not own.seats:
        return []
    kept, *extra = sorted(own.seats)
    given = sorted(set(own.participant.boxes_given_up) - set(own.seats))
    said = [_given_up(given, kept)] if given else []
    if extra and state.waiting:
        said.append(_gives_up(extra, kept))
    return said


def _gives_up(boxes: Sequence[int], kept: int) -> str:
    return ngettext(
        "Another player is waiting for a seat: when this deal is over, box %(boxes)s becomes free and you keep box %(kept)d.",
        "Another player is waiting for a seat: when this deal is over, boxes %(boxes)s become free and you keep box %(kept)d.",
        len(boxes),
    ) % {"boxes": _listed(boxes), "kept": kept}


def _given_up(boxes: Sequence[int], kept: int) -> str:
    return ngettext(
        "Another player was waiting for a seat: box %(boxes)s is free for others now, and you keep box %(kept)d.",
        "Another player was waiting for a seat: boxes %(boxes)s are free for others now, and you keep box %(kept)d.",
        len(boxes),
    ) % {"boxes": _listed(boxes), "kept": kept}


def _listed(boxes: Sequence[int]) -> str:
    return ", ".join(map(str, boxes))


def describe_dropped_choice(own: OwnState, live: LiveDeal) -> list[str]:
    """Say that the early decision for the present turn was dropped, until the player decides."""
    box = live.turn.box
    hand, *others = live.state.find_box(box).hands
    if box not in own.dropped or others or len(hand.cards) > _DEALT:
        return []
    return [
        _("Your early decision is not possible any more: %(action)s. Please decide now.")
        % {"action": ACTIONS[own.dropped[box]]}
    ]
