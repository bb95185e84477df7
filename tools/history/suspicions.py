"""What detection and cases make of the demo's history: their tasks, run once, so that the first queue has its cases."""

from django.db.models import Count
from django.utils import timezone

from cases.services import scanning
from casino.models import Round
from detection.services import building, groups, judging, links, voids
from signals.looks import FIRST_LOOKS
from tables.models import Table
from tables.services.mathematics import compute_due, request_mathematics
from tables.values.questions import effects_question
from tools.history.cast import COUNTER


def find_suspicions() -> int:
    """Judge all players of the history and open cases; return how many. No blind sample is drawn."""
    _compute_worths()
    building.build_columns()
    voids.follow_voids()
    judging.make_active_players_due()
    judging.judge_due_players()
    links.refresh_links()
    groups.judge_groups()
    groups.judge_pairs()
    groups.judge_points()
    return scanning.open_cases(timezone.now())


def _compute_worths() -> None:
    """Compute what a round is worth by count at the counter's table, if somebody has enough rounds for a look there.

    It takes ten seconds; workers compute the other tables' worths.
    """
    counted = Round.objects.values("player").annotate(rounds=Count("pk"))
    if not counted.filter(rounds__gte=FIRST_LOOKS[0]).exists():
        return
    for table in Table.objects.filter(slug=COUNTER.table).select_related("version"):
        row = request_mathematics(table.version.rules, effects_question())
        compute_due(timezone.now(), row.digest)
