"""Hands as lines of a list, from stored facts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from blackjack.bets import FIRST
from casino.models import Round
from casino.play.selectors.large_rounds import is_large_bet, is_large_win
from casino.rounds.words.labels import hand_label
from compliance.hands.selectors.hands import HandMarks, load_marks, round_status
from compliance.hands.words.columns import STATUS_WORDS
from wallet.money.values import Money

_SHOWN: Final = 3
"""Hands of a round shown at once; more are behind a click."""


@dataclass(frozen=True, slots=True)
class DealtHand:
    """Cards in front of the player or the dealer, and what they are worth."""

    cards: list[str]
    label: str


@dataclass(frozen=True, slots=True)
class HandLine:
    """A hand in a list; of a running one only the stake, without result and cards."""

    id: UUID
    number: str
    table_name: str
    rules: str
    player_name: str
    player_email: str
    seat: str  # deal and boxes at a live table, else empty
    started_at: datetime
    staked: Money
    net: Money | None
    status: str
    status_words: str | Promise
    hands: list[DealtHand]
    dealer: DealtHand | None
    marks: list[str]

    @property
    def shown(self) -> list[DealtHand]:
        """Hands shown at once."""
        return self.hands[:_SHOWN]

    @property
    def folded(self) -> list[DealtHand]:
        """Hands shown on request."""
        return self.hands[_SHOWN:]

    @property
    def can_be_void(self) -> bool:
        return self.status in {"completed", "interrupted"}


def hand_lines(rounds: Sequence[Round]) -> list[HandLine]:
    """Return these rounds as lines. Four queries, for any number of rounds."""
    marks = load_marks([one.pk for one in rounds])
    return [_line(one, _mark_words(one, marks)) for one in rounds]


def _line(round_: Round, marks: list[str]) -> HandLine:
    facts = round_.result or {}
    running = round_.status == Round.Status.IN_PROGRESS
    status = round_status(round_)
    return HandLine(
        id=round_.public_id,
        number=round_.number,
        table_name=round_.place.table.display_name,
        rules=round_.version.display_name,
        player_name=round_.player.display_name,
        player_email="" if round_.player.is_guest else round_.player.email,
        seat=format_seat(round_) if round_.place.is_live else "",
        started_at=round_.started_at,
        staked=round_.money(round_.staked),
        net=None if running else round_.money((round_.returned or 0) - round_.staked),
        status=status,
        status_words=STATUS_WORDS[status],
        hands=[] if running else _hands(facts),
        dealer=None if running else _dealer(facts),
        marks=marks,
    )


def format_seat(round_: Round) -> str:
    """Return the deal of a round at a live table and the player's boxes in it, in words."""
    boxes = sorted(round_.bettor_by_box.items())
    own = [str(box) for box, bettor in boxes if bettor == FIRST]
    behind = [str(box) for box, bettor in boxes if bettor != FIRST]
    words = [_("deal %(n)d") % {"n": round_.deal.nonce}]
    if own:
        words.append(_("box %(boxes)s") % {"boxes": ", ".join(own)})
    if behind:
        words.append(_("behind box %(boxes)s") % {"boxes": ", ".join(behind)})
    return " · ".join(words)


def _hands(facts: dict[str, Any]) -> list[DealtHand]:
    return [_dealt(hand) for seat in facts["seats"] for hand in seat["hands"]]


def _dealer(facts: dict[str, Any]) -> DealtHand | None:
    return _dealt(facts["dealer"]) if facts["dealer"]["cards"] else None


def _dealt(hand: dict[str, Any]) -> DealtHand:
    return DealtHand(hand["cards"], hand_label(hand))


def _mark_words(round_: Round, marks: HandMarks) -> list[str]:
    """Marks in words, the same ones as in the filter."""
    found = {
        _("chart asked"): round_.pk in marks.asked,
        _("large bet"): is_large_bet(round_),
        _("large win"): is_large_win(round_),
        _("from two devices"): round_.pk in marks.elsewhere,
        _("stopped for a check"): round_.pk in marks.stopped,
    }
    return [words for words, holds in found.items() if holds]
