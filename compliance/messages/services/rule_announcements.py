"""Letters about new rules to a table's players before the rules take effect.

Players of the last thirty days get a letter. Participants are processed in batches, each in its own transaction that
stores a checkpoint (`told_to`); concurrent workers skip a table that another is processing.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models.letters import Letter
from accounts.restrictions.selectors.eligibility import PLAYING
from casino.models import Participant, Round
from compliance.models import RulesAnnouncement
from journal.models import EventKind
from journal.services.recording import record
from tables.models import RuleSetVersion, Table, VersionState, VersionStep
from tables.words.rule_differences import find_player_differences

SLICE: Final = 1000  # participants per batch
PLAYED_WITHIN: Final = timedelta(days=30)
# Rules in force at once, longer ago, are announced only at the table.
ANNOUNCED_WITHIN: Final = timedelta(days=1)


@transaction.atomic
def begin_announcements(now: datetime) -> int:
    """Create the missing announcements of tables with new rules. Return how many were created; idempotent."""
    made = 0
    for step in _steps(now):
        for table in _tables(step):
            made += _begin_announcement(table, step)
    return made


def _steps(now: datetime) -> QuerySet[VersionStep]:
    """Last scheduling step of each version that is scheduled, or that came into force at once within the last day."""
    later = VersionStep.objects.filter(version=OuterRef("version"), n__gt=OuterRef("n"))
    scheduled = VersionStep.objects.filter(to_state=VersionState.SCHEDULED)
    waits = Q(version__state=VersionState.SCHEDULED) & ~Exists(later)
    fresh = Q(version__state=VersionState.ACTIVE, at__gt=now - ANNOUNCED_WITHIN)
    at_once = fresh & ~Exists(later.filter(to_state=VersionState.SCHEDULED))
    return scheduled.filter(waits | at_once).select_related("version").order_by("pk")


def _tables(step: VersionStep) -> QuerySet[Table]:
    """Open tables of the step's rule set without an announcement of the step."""
    known = RulesAnnouncement.objects.filter(table=OuterRef("pk"), step=step)
    family = Table.objects.filter(version__rule_set=step.version.rule_set_id)
    return family.filter(~Exists(known), status=Table.Status.OPEN).select_related("version")


def _begin_announcement(table: Table, step: VersionStep) -> int:
    before = _before(table, step)
    if before is None or not find_player_differences(before.rules, step.version.rules):
        return 0
    _row, made = RulesAnnouncement.objects.get_or_create(
        table=table, step=step, defaults={"before": before}
    )
    return int(made)


def _before(table: Table, step: VersionStep) -> RuleSetVersion | None:
    """Rules of the table before the step takes effect."""
    if table.version_id != step.version_id:
        return table.version
    steps = VersionStep.objects.filter(version__rule_set=step.version.rule_set_id, at__gte=step.at)
    retired = steps.filter(to_state=VersionState.RETIRED).select_related("version")
    last = retired.order_by("-at", "-pk").first()
    return last.version if last else None


def continue_announcements() -> int:
    """Process one batch of each unfinished announcement. Return the number of participants processed."""
    due = RulesAnnouncement.objects.filter(done_at__isnull=True).order_by("pk")
    return sum(_slice(pk) for pk in list(due.values_list("pk", flat=True)))


@transaction.atomic
def _slice(pk: int) -> int:
    rows = RulesAnnouncement.objects.select_for_update(of=("self",), skip_locked=True)
    found = rows.select_related("step__version").filter(pk=pk, done_at__isnull=True).first()
    if found is None:
        return 0
    participants = Participant.objects.filter(
        place__table=found.table_id, pk__gt=found.told_to
    ).order_by("pk")
    seen = list(participants.values_list("pk", flat=True)[:SLICE])
    players = list(_players(seen, found.at))
    letters = [
        Letter(player_id=player, kind=Letter.Kind.RULES, about=str(pk)) for player in players
    ]
    Letter.objects.bulk_create(letters, ignore_conflicts=True)
    found.told_to = seen[-1] if seen else found.told_to
    if len(seen) < SLICE:
        _finish_announcement(found)
    found.save(update_fields=["told_to", "done_at"])
    return len(seen)


def _players(participants: list[int], announced: datetime) -> Iterator[int]:
    """Players among these participants who played lately and may play; excluded players get no letter."""
    since = announced - PLAYED_WITHIN
    lately = Round.objects.filter(participant=OuterRef("pk"), started_at__gte=since)
    rows = Participant.objects.filter(Exists(lately), pk__in=participants)
    playing = rows.filter(player__state__in=PLAYING)
    yield from playing.order_by("pk").values_list("player", flat=True)


def _finish_announcement(found: RulesAnnouncement) -> None:
    """Mark as finished and record the number of letters. Later players see the notice at the table."""
    told = Letter.objects.filter(kind=Letter.Kind.RULES, about=str(found.pk)).count()
    found.done_at = timezone.now()
    data = {"table": found.table.name, "players_told": told}
    record(EventKind.TABLE_RULES_TOLD, subject=f"rules {found.step.version}", data=data)
