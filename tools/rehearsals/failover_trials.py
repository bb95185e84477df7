"""The trials of a failover rehearsal, and the comparison of the players' books with the ledger."""

import io
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from django.core.management import CommandError, call_command

from tools.faults.compare import find_differences
from tools.faults.ledger import (
    find_implied_keys,
    load_transfers,
    renew_connection,
    settle_result,
)
from tools.faults.live_players import LivePlayer
from tools.faults.live_proof import judge_tables
from tools.faults.record import read_books
from tools.faults.stage import Stage
from tools.rehearsals.bounds import Deadline, used_gigabytes
from tools.rehearsals.cluster import VOTERS, Cluster
from tools.rehearsals.failover_drills import (
    MACHINE_LIMIT,
    PLANS,
    POLL,
    STEADY_SECONDS,
    DrillPlan,
    Rehearsal,
)
from tools.rehearsals.failover_load import PrivatePlayer
from tools.rehearsals.failover_site import run_site
from tools.rehearsals.product import make_database
from tools.rehearsals.report import Drill, print_drill, print_progress

STOPPED_SECONDS: Final = 60.0
"""Seconds without an acknowledged bet after which play has stopped until the repair."""


@dataclass(frozen=True)
class Schedule:
    """Names of the drills, trials of each, and the bounds of time and disk."""

    names: Sequence[str]
    trials: int
    deadline: Deadline
    gigabytes: float

    def check(self, folder: Path) -> None:
        """Raise TimeoutError if the time or the disk is used up."""
        self.deadline.check("the rehearsal")
        if used_gigabytes(folder) > self.gigabytes:
            raise TimeoutError(f"the rehearsal uses more than {self.gigabytes:.0f} GB of disk")


def rehearse(cluster: Cluster, folder: Path, schedule: Schedule, dice: Random) -> list[Drill]:
    """Run the drills in a random order under load, then check everything."""
    stage = Stage("failover", folder, make_database(cluster, folder), 0)
    print_progress("starting the product")
    with run_site(stage) as site:
        with site.load() as live:
            rehearsal = Rehearsal(cluster, site, stage, dice)
            drills = [
                run_drill(rehearsal, PLANS[name], schedule)
                for name in dice.sample(schedule.names, len(schedule.names))
            ]
            cluster.await_healthy()
            rehearsal.await_flow()
        return [*drills, _check_everything(rehearsal, live)]


def run_drill(rehearsal: Rehearsal, plan: DrillPlan, schedule: Schedule) -> Drill:
    """Run a drill's trials and compare the books with the ledger."""
    stops = len(rehearsal.cluster.with_data) < VOTERS and plan.limit == MACHINE_LIMIT
    drill = Drill(plan.name, limit=None if stops else plan.limit)
    if stops:
        drill.note = f"no second standby: repaired after {STOPPED_SECONDS:.0f} s if play stops"
    for number in range(1, schedule.trials + 1):
        try:
            schedule.check(rehearsal.cluster.folder)
            drill.down.append(_run_trial(rehearsal, plan))
            print_progress(f"{plan.name}, {number} of {schedule.trials}: {drill.down[-1]:.1f} s")
        except (TimeoutError, RuntimeError) as error:
            drill.problems.append(f"trial {number}: {error}")
            _repair(rehearsal)
    _count(rehearsal, drill)
    print_drill(drill)
    return drill


def _run_trial(rehearsal: Rehearsal, plan: DrillPlan) -> float:
    """Return the longest time without an acknowledged bet, from the fault on."""
    rehearsal.cluster.await_healthy()
    rehearsal.await_flow()
    rehearsal.sleep(rehearsal.dice.uniform(0, 3))
    began = time.monotonic()
    plan.act(rehearsal)
    rehearsal.sleep(max(0.0, began + plan.watch - time.monotonic()))
    _await_return(rehearsal)
    down = PrivatePlayer.answers.longest_gap(began)
    _repair(rehearsal)
    return down


def _await_return(rehearsal: Rehearsal) -> None:
    """Wait for acknowledged bets; after a minute without any, repair first: play has stopped."""
    limit = time.monotonic() + STOPPED_SECONDS
    while not PrivatePlayer.answers.flows(STEADY_SECONDS) and time.monotonic() < limit:
        rehearsal.supervise()
        time.sleep(POLL)
    if time.monotonic() >= limit:
        _repair(rehearsal)
    rehearsal.await_flow()


def _repair(rehearsal: Rehearsal) -> None:
    while rehearsal.repairs:
        rehearsal.repairs.pop()()


def _count(rehearsal: Rehearsal, drill: Drill) -> None:
    """Count what the books say, and compare them with the ledger while players go on.

    An acknowledged transfer is in the ledger read after the books; a transfer has its request in the
    books read after the ledger.
    """
    rehearsal.cluster.await_healthy()
    renew_connection()
    before = read_books(rehearsal.stage.books)
    by_key, moved = load_transfers()
    after = read_books(rehearsal.stage.books)
    lost = find_differences(before, by_key, moved).lost
    implied = find_implied_keys(after, by_key)
    doubled = find_differences(after, by_key, moved, implied).twice
    now = (before.acknowledged, len(before.refusals), len(before.repeated))
    drill.acknowledged, drill.refused, drill.unanswered = (
        new - old for new, old in zip(now, rehearsal.seen, strict=True)
    )
    drill.lost, drill.doubled = lost - rehearsal.lost, doubled - rehearsal.doubled
    rehearsal.seen, rehearsal.lost, rehearsal.doubled = now, lost, doubled


def _check_everything(rehearsal: Rehearsal, live: list[LivePlayer]) -> Drill:
    """Check ledger, event chain, every deal and every shoe; repeat what was not answered."""
    print_progress("checking the ledger, the event chain, every deal and every shoe")
    renew_connection()
    result = rehearsal.stage.result
    settle_result(result, rehearsal.stage.books)
    note = judge_tables(rehearsal.stage, live, is_cut_off=True)
    try:
        call_command("verify_events", stdout=io.StringIO())
    except CommandError as error:
        result.problems.append(f"verify_events: {error}")
    drill = Drill("all of it, checked at the end", note=note, problems=result.problems)
    drill.acknowledged, drill.refused = result.acknowledged, result.refused
    drill.lost, drill.doubled, drill.unanswered = result.lost, result.twice, result.unanswered
    print_drill(drill)
    return drill
