"""Workers and queues: each queue has a worker, and long tasks have their own."""

import re

import pytest

from config.celery import app
from tables.services.mathematics import TASK
from tools.launch.site import programs

LONG = {
    "api.tasks.check_links",
    "api.tasks.delete_old_deliveries",
    "casino.tasks.check_ledger",
    "casino.tasks.prove_ledger",
    "accounts.tasks.ask_register",
    "accounts.tasks.load_lists",
    "compliance.tasks.delete_old_visits",
    "compliance.tasks.recount_rounds",
    "compliance.tasks.verify_build",
    "journal.tasks.verify_chain",
    "journal.tasks.verify_rows",
    "detection.tasks.find_deviations",
    "detection.tasks.judge_everybody",
    "detection.tasks.judge_groups",
    "detection.tasks.judge_players",
    "detection.tasks.recompute",
    "loyalty.tasks.bring_tiers_into_force",
    "loyalty.tasks.count_previews",
    "loyalty.tasks.refresh_tiers",
    "reports.tasks.archive_reports",
    "reports.tasks.check_days",
    "reports.tasks.close_days",
    "reports.tasks.judge_rounds",
    "reports.tasks.sum_draws",
    "reports.tasks.sum_hands",
    "reports.tasks.watch_draws",
    "reports.tasks.watch_returns",
    "reports.tasks.write_regulator_exports",
    TASK,
    "wallet.tasks.detach_months",
}
FILES = {
    "reports.tasks.make_exports",
    "reports.tasks.verify_reports",
    "wallet.tasks.archive_months",
    "wallet.tasks.verify_archive",
}
WEBHOOKS = {"api.tasks.send_webhooks"}
QUEUES = {
    **dict.fromkeys(LONG, "long"),
    **dict.fromkeys(FILES, "files"),
    **dict.fromkeys(WEBHOOKS, "webhooks"),
}


def queues() -> list[str]:
    """Return the queue of each worker that `make run` starts."""
    told = [" ".join(line) for line in programs().values()]
    return [queue for line in told for queue in re.findall(r"--queues=(\S+)", line)]


@pytest.mark.parametrize(
    "task", sorted({entry["task"] for entry in app.conf.beat_schedule.values()})
)
def test_every_task_of_the_schedule_has_one_worker_that_takes_it(task: str) -> None:
    queue = app.amqp.router.route({}, task)["queue"].name

    assert queue == QUEUES.get(task, "celery")
    assert queues().count(queue) == 1
