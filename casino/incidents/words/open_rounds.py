"""Rounds in progress for staff: what each waits for, without cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext as _

from casino.incidents.selectors.freezes import load_open_freezes_by_round
from casino.incidents.selectors.open_rounds import find_existing_events
from casino.models import Freeze, Round, Shoe
from journal.models import EventKind
from pages.moments import moment_text
from wallet.money.values import Money


@dataclass(frozen=True, slots=True)
class StaffRound:
    """A round in progress as shown to staff."""

    id: UUID
    number: str
    table_name: str
    player: int
    player_name: str
    player_email: str
    started_at: datetime
    asked_at: datetime
    staked: Money
    waits_for: str
    broken: bool
    frozen: bool


_KINDS = (
    EventKind.ROUND_FROZEN.value,
    EventKind.SEED_UNREADABLE.value,
    EventKind.ROUND_FAILED.value,
)


def _subjects(round_: Round) -> dict[str, str]:
    """Subjects of events about a round and its shoe, by kind."""
    names = (
        str(round_.public_id),
        str(round_.deal.shoe.public_id),
        f"round {round_.public_id}",
    )
    return dict(zip(_KINDS, names, strict=True))


def _told(round_: Round, found: set[tuple[str, str]]) -> set[str]:
    return {kind for kind, subject in _subjects(round_).items() if (kind, subject) in found}


def _broken(*, stopped: bool) -> str:
    if stopped:
        return _("It is stopped: its shoe's seed is not the one that was published.")
    return _("It is stopped: its replay differs from what the player saw, or its stakes differ.")


def _in_vain(told: set[str]) -> str:
    """Explain why the house's attempt to play the round failed."""
    if EventKind.ROUND_FAILED.value in told:
        return _(
            "The house could not play it: there was an error, which the worker's log explains. It is tried again every ten minutes."
        )
    if EventKind.SEED_UNREADABLE.value in told:
        return _(
            "The house could not play it: the keys of this server do not open the seed of its shoe. It goes on when they are put back."
        )
    return _("The house could not play it yet: the strategy chart of its rules is missing.")


def _waits_for(round_: Round, now: datetime, told: set[str]) -> str:
    at = round_.house_plays_at
    if round_.house_tried_at is not None and (at is None or at <= now):
        return _in_vain(told)
    if at is None:
        return _("It waits for its player without a time limit.")
    if at <= now:
        return _("The house is about to play it.")
    words = {"time": moment_text(at, "H:i:s")}
    return _("It waits for its player; the house plays it at %(time)s.") % words


def _staff_round(round_: Round, now: datetime, told: set[str], frozen: Freeze | None) -> StaffRound:
    stopped = round_.deal.shoe.status == Shoe.Status.STOPPED
    broken = stopped or EventKind.ROUND_FROZEN.value in told
    return StaffRound(
        id=round_.public_id,
        number=round_.number,
        table_name=round_.place.table.display_name,
        player=round_.player_id,
        player_name=round_.player.display_name,
        player_email=round_.player.email,
        started_at=round_.started_at,
        asked_at=round_.asked_at,
        staked=round_.money(round_.staked),
        waits_for=_broken(stopped=stopped)
        if broken
        else _waits_for(round_, now, told)
        if frozen is None
        else _("%(person)s froze it; another person decides.")
        % {"person": frozen.proposed_by.full_name},
        broken=broken,
        frozen=frozen is not None,
    )


def staff_rounds(rounds: Sequence[Round], now: datetime) -> list[StaffRound]:
    """Describe rounds for staff. One query; two if a round is frozen."""
    told = [subject for round_ in rounds for subject in _subjects(round_).values()]
    found = find_existing_events(_KINDS, told)
    freezes = load_open_freezes_by_round(rounds)
    return [
        _staff_round(round_, now, _told(round_, found), freezes.get(round_.pk)) for round_ in rounds
    ]
