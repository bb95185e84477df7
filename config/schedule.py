"""Periodic tasks with their intervals, and the queues of the slow ones."""

from typing import Any, Final

from celery.schedules import crontab

MINUTE: Final = 60.0
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
# UTC: early morning in Caracas, Bogotá and Santo Domingo.
NIGHTLY: Final = crontab(hour="9", minute="30")

# Name, task, and interval in seconds or crontab.
_EVERY: Final[dict[str, tuple[str, float | crontab]]] = {
    "chain the public log": ("casino.tasks.chain_log", 5),
    "close shoes that are due": ("casino.tasks.close_due_shoes", MINUTE),
    "play for players who have gone": ("casino.tasks.play_for_absent", 10),
    "send the mails that wait": ("accounts.tasks.send_mails", 15),
    "mail what happened meanwhile": ("casino.tasks.mail_notices", 30),
    "mail what staff did to accounts": ("compliance.tasks.mail_letters", 30),
    "tell players of rules to come": ("compliance.tasks.announce_rules", MINUTE),
    "end restrictions whose time is over": ("compliance.tasks.end_restrictions", MINUTE),
    "take lost second steps away": ("compliance.tasks.reset_second_steps", 10 * MINUTE),
    "tell of documents that are valid no more": ("compliance.tasks.tell_of_documents", HOUR),
    "delete documents that nobody needs": ("compliance.tasks.delete_documents", HOUR),
    "forget sessions that are over and visits of long ago": (
        "compliance.tasks.forget_visits",
        NIGHTLY,
    ),
    "tell of rounds that are open for long": ("casino.tasks.tell_of_long_open", HOUR),
    "carry out voids": ("compliance.tasks.carry_out_voids", MINUTE),
    "expire voids that nobody decided": ("compliance.tasks.expire_voids", 10 * MINUTE),
    "tell of large days": ("casino.tasks.tell_of_large_days", 10 * MINUTE),
    "compute mathematics that are due": ("tables.tasks.compute_mathematics", MINUTE),
    "bring rules into force": ("tables.tasks.activate_rules", 15),
    "fetch the reference rates": ("wallet.tasks.fetch_rates", HOUR),
    "expire deposits that were never paid": ("wallet.tasks.expire_deposits", 10 * MINUTE),
    "give a sign of life": ("journal.tasks.beat", 30),
    "chain the events": ("journal.tasks.chain_records", MINUTE),
    "verify the chain of events": ("journal.tasks.verify_chain", NIGHTLY),
    "compare configured rows with their history": ("journal.tasks.verify_rows", NIGHTLY),
    "recompute finished rounds": ("compliance.tasks.recount_rounds", NIGHTLY),
    "verify the build": ("compliance.tasks.verify_build", NIGHTLY),
    "seal the ledger": ("wallet.tasks.seal_ledger", MINUTE),
    # creates three months ahead, so it may fail for a season before anything stops
    "make the ledger's months": ("wallet.tasks.make_partitions", DAY),
    "make files that were asked for": ("reports.tasks.make_exports", MINUTE),
    "delete files that have expired": ("reports.tasks.delete_exports", HOUR),
    "check the ledger": ("casino.tasks.check_ledger", HOUR),
    "close the hours that are over": ("reports.tasks.close_hours", 5 * MINUTE),
    "close the days that are over": ("reports.tasks.close_days", 10 * MINUTE),
    "add up what players were dealt": ("reports.tasks.sum_hands", 10 * MINUTE),
    "check the closed days": ("reports.tasks.check_days", NIGHTLY),
    "look for returns that chance does not explain": ("reports.tasks.watch_returns", NIGHTLY),
    "judge decisions": ("reports.tasks.judge_rounds", 10 * MINUTE),
    "put players on their tiers": ("loyalty.tasks.refresh_tiers", NIGHTLY),
    "bring tiers into force": ("loyalty.tasks.bring_tiers_into_force", MINUTE),
    "count what tiers would do": ("loyalty.tasks.count_previews", MINUTE),
    "check all of the ledger": ("casino.tasks.prove_ledger", NIGHTLY),
}

# For Celery's beat. A task message older than its interval is dropped: the next one finds the same
# due rows.
BEAT: Final[dict[str, dict[str, Any]]] = {
    name: {
        "task": task,
        "schedule": when,
        "options": {"expires": when if isinstance(when, int | float) else DAY},
    }
    for name, (task, when) in _EVERY.items()
}

# Tasks that may take minutes have a queue of their own, so that sealing, the log and absent players
# never wait. Files that people asked for may take an hour and have another one: the ledger check
# must not wait behind them, since withdrawals close without it.
ROUTES: Final[dict[str, dict[str, str]]] = {
    "casino.tasks.check_ledger": {"queue": "long"},
    "casino.tasks.prove_ledger": {"queue": "long"},
    "compliance.tasks.forget_visits": {"queue": "long"},
    "compliance.tasks.recount_rounds": {"queue": "long"},
    "compliance.tasks.verify_build": {"queue": "long"},
    "journal.tasks.verify_chain": {"queue": "long"},
    "journal.tasks.verify_rows": {"queue": "long"},
    "loyalty.tasks.bring_tiers_into_force": {"queue": "long"},
    "loyalty.tasks.count_previews": {"queue": "long"},
    "loyalty.tasks.refresh_tiers": {"queue": "long"},
    "reports.tasks.check_days": {"queue": "long"},
    "reports.tasks.close_days": {"queue": "long"},
    "reports.tasks.make_exports": {"queue": "files"},
    "reports.tasks.judge_rounds": {"queue": "long"},
    "reports.tasks.watch_returns": {"queue": "long"},
    "reports.tasks.sum_hands": {"queue": "long"},
    "tables.tasks.compute_mathematics": {"queue": "long"},
}

# Beat and every queue in use: a heartbeat is expected from each.
WATCHED: Final = ("beat", *sorted({"celery", *(route["queue"] for route in ROUTES.values())}))
