"""Celery tasks of detection. Each scans for what is due and may run twice."""

from datetime import timedelta
from typing import Final

from celery import shared_task
from django.utils import timezone

from detection.services import (
    building,
    deviations,
    groups,
    judging,
    links,
    payers,
    populations,
    recomputing,
    recording,
    retention,
    sampling,
    voids,
)

_LATELY: Final = timedelta(days=2)


@shared_task(
    name="detection.tasks.judge_players", ignore_result=True, soft_time_limit=3300, time_limit=3500
)
def judge_players() -> None:
    """Pack what was played since the last run, follow payments and voids, and judge the players concerned.

    Payments come first: all rounds played before them are then packed when they are judged. Players who only played are
    judged once an hour.
    """
    payers.make_payers_due()
    building.build_columns()
    voids.follow_voids()
    judging.judge_due_players(timezone.now())


@shared_task(
    name="detection.tasks.judge_everybody",
    ignore_result=True,
    soft_time_limit=3300,
    time_limit=3500,
)
def judge_everybody() -> None:
    """Each night: judge all players with activity since the last one, end old flags, forget old columns."""
    judging.make_active_players_due(timezone.now() - _LATELY)
    judging.judge_due_players()
    recording.end_old_flags()
    retention.delete_old_columns()


@shared_task(
    name="detection.tasks.judge_groups", ignore_result=True, soft_time_limit=3300, time_limit=3500
)
def judge_groups() -> None:
    """Each night: link accounts, and judge groups, pairs that played together lately, and points."""
    links.refresh_links()
    groups.judge_groups()
    groups.judge_pairs(timezone.now() - _LATELY)
    groups.judge_points()
    populations.note_groups_beside()


@shared_task(
    name="detection.tasks.find_deviations",
    ignore_result=True,
    soft_time_limit=3300,
    time_limit=3500,
)
def find_deviations() -> None:
    """Measure what decisions off the chart gained, in shoes that were revealed."""
    deviations.measure_revealed_shoes()


@shared_task(
    name="detection.tasks.recompute", ignore_result=True, soft_time_limit=3300, time_limit=3500
)
def recompute() -> None:
    """Judge again, in the background, what a changed threshold or version concerns, and run trials."""
    recomputing.request_outdated()
    recomputing.finish_recomputations()


@shared_task(name="detection.tasks.draw_sample", ignore_result=True)
def draw_sample() -> None:
    """Draw the week's blind sample."""
    sampling.draw_sample()
