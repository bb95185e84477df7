"""Periodic tasks with their intervals, and the queues of the slow ones."""

from typing import Any, Final

from celery.schedules import crontab

MINUTE: Final = 60.0
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
# UTC: early morning in Caracas, Bogotá and Santo Domingo.
NIGHTLY: Final = crontab(hour="9", minute="30")
WEEKLY: Final = crontab(day_of_week="sunday", hour="8", minute="30")

# Name, task, and interval in seconds or crontab.
_EVERY: Final[dict[str, tuple[str, float | crontab]]] = {
    "chain the public log": ("casino.tasks.chain_log", 5),
    "close due shoes": ("casino.tasks.close_due_shoes", MINUTE),
    "play for absent players": ("casino.tasks.play_for_absent", 10),
    "send queued mail": ("accounts.tasks.send_mails", 15),
    "mail notices": ("casino.tasks.mail_notices", 30),
    "mail letters": ("compliance.tasks.mail_letters", 30),
    "announce rule changes": ("compliance.tasks.announce_rules", MINUTE),
    "end expired restrictions": ("compliance.tasks.end_restrictions", MINUTE),
    "load delivered lists": ("accounts.tasks.load_lists", 10 * MINUTE),
    "apply the exclusion register": ("accounts.tasks.apply_register", MINUTE),
    "ask the exclusion register": ("accounts.tasks.ask_register", MINUTE),
    "carry out factor resets": ("compliance.tasks.carry_out_factor_resets", 10 * MINUTE),
    "notify players of expired documents": (
        "compliance.tasks.notify_players_of_expired_documents",
        HOUR,
    ),
    "announce and begin inactivity": ("compliance.tasks.watch_inactivity", NIGHTLY),
    "erase people after the profile's years": ("compliance.tasks.erase_people", NIGHTLY),
    "destroy keys of erased people": ("compliance.tasks.destroy_keys", HOUR),
    "delete unneeded documents": ("compliance.tasks.delete_documents", HOUR),
    "delete expired sessions and old visits": (
        "compliance.tasks.delete_old_visits",
        NIGHTLY,
    ),
    "report rounds open too long": ("casino.tasks.report_long_open_rounds", HOUR),
    "execute voids": ("compliance.tasks.execute_voids", MINUTE),
    "expire undecided voids": ("compliance.tasks.expire_voids", 10 * MINUTE),
    "report large daily bets and wins": ("casino.tasks.report_large_days", 10 * MINUTE),
    "hold withdrawals of high scores and open cases": ("cases.tasks.scan_flags", MINUTE),
    "return due cases": ("cases.tasks.return_due_cases", MINUTE),
    "compute due mathematics": ("tables.tasks.compute_mathematics", MINUTE),
    "activate rules": ("tables.tasks.activate_rules", 15),
    "fetch reference rates": ("wallet.tasks.fetch_rates", HOUR),
    "expire unpaid deposits": ("wallet.tasks.expire_deposits", 10 * MINUTE),
    "watch the database server": ("restores.tasks.watch_server", 5),
    "record clock heartbeat": ("journal.tasks.record_clock_heartbeat", 30),
    "chain events and changes": ("journal.tasks.chain_records", MINUTE),
    "verify the event chain": ("journal.tasks.verify_chain", NIGHTLY),
    "compare configured rows with their history": ("journal.tasks.verify_rows", NIGHTLY),
    "recompute finished rounds": ("compliance.tasks.recount_rounds", NIGHTLY),
    "tell people on duty about alarms": ("alarms.tasks.tell_people", MINUTE),
    "look at what is watched": ("alarms.tasks.look_at_watches", MINUTE),
    "verify the build": ("compliance.tasks.verify_build", NIGHTLY),
    "seal the ledger": ("wallet.tasks.seal_ledger", MINUTE),
    # three months ahead, so they may fail for a season before a default partition is used
    "create ledger partitions": ("wallet.tasks.make_partitions", DAY),
    "create partitions of decisions": ("casino.tasks.make_partitions", DAY),
    "archive old months": ("wallet.tasks.archive_months", NIGHTLY),
    "detach archived months": ("wallet.tasks.detach_months", HOUR),
    "verify the archive": ("wallet.tasks.verify_archive", WEEKLY),
    "report missing partitions": ("journal.tasks.report_missing_months", HOUR),
    "write requested files": ("reports.tasks.make_exports", MINUTE),
    "delete expired files": ("reports.tasks.delete_exports", HOUR),
    "check the ledger": ("casino.tasks.check_ledger", HOUR),
    "close past hours": ("reports.tasks.close_hours", 5 * MINUTE),
    "close past days": ("reports.tasks.close_days", 10 * MINUTE),
    "sum starting hands": ("reports.tasks.sum_hands", 10 * MINUTE),
    "report large cash": ("wallet.tasks.report_large_cash", 10 * MINUTE),
    "archive daily reports": ("reports.tasks.archive_reports", 10 * MINUTE),
    "write exports to the regulator": ("reports.tasks.write_regulator_exports", 10 * MINUTE),
    "verify archived reports": ("reports.tasks.verify_reports", WEEKLY),
    "sum draws": ("reports.tasks.sum_draws", 10 * MINUTE),
    "report unlikely draws": ("reports.tasks.watch_draws", NIGHTLY),
    "check closed days": ("reports.tasks.check_days", NIGHTLY),
    "report unlikely returns": ("reports.tasks.watch_returns", NIGHTLY),
    "judge decisions": ("reports.tasks.judge_rounds", 10 * MINUTE),
    "judge players": ("detection.tasks.judge_players", MINUTE),
    "judge all active players": ("detection.tasks.judge_everybody", NIGHTLY),
    "judge linked accounts, pairs and points": ("detection.tasks.judge_groups", NIGHTLY),
    "measure decisions off the chart": ("detection.tasks.find_deviations", 10 * MINUTE),
    "draw the blind sample": ("detection.tasks.draw_sample", HOUR),
    "judge changed signals again": ("detection.tasks.recompute", MINUTE),
    "refresh tiers": ("loyalty.tasks.refresh_tiers", NIGHTLY),
    "activate tiers": ("loyalty.tasks.bring_tiers_into_force", MINUTE),
    "count tier previews": ("loyalty.tasks.count_previews", MINUTE),
    "delete old answers of the API": ("api.tasks.delete_old_answers", NIGHTLY),
    "check the whole ledger": ("casino.tasks.prove_ledger", NIGHTLY),
    "send webhooks": ("api.tasks.send_webhooks", 5),
    "check required links": ("api.tasks.check_links", MINUTE),
    "delete old deliveries of webhooks": ("api.tasks.delete_old_deliveries", NIGHTLY),
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
# must not wait behind them, since withdrawals close without it. Receivers of webhooks may answer
# slowly.
ROUTES: Final[dict[str, dict[str, str]]] = {
    "accounts.tasks.ask_register": {"queue": "long"},
    "accounts.tasks.load_lists": {"queue": "long"},
    "api.tasks.check_links": {"queue": "long"},
    "api.tasks.delete_old_deliveries": {"queue": "long"},
    "api.tasks.send_webhooks": {"queue": "webhooks"},
    "casino.tasks.check_ledger": {"queue": "long"},
    "casino.tasks.prove_ledger": {"queue": "long"},
    "compliance.tasks.delete_old_visits": {"queue": "long"},
    "compliance.tasks.recount_rounds": {"queue": "long"},
    "compliance.tasks.verify_build": {"queue": "long"},
    "journal.tasks.verify_chain": {"queue": "long"},
    "journal.tasks.verify_rows": {"queue": "long"},
    "detection.tasks.find_deviations": {"queue": "long"},
    "detection.tasks.judge_everybody": {"queue": "long"},
    "detection.tasks.judge_groups": {"queue": "long"},
    "detection.tasks.judge_players": {"queue": "long"},
    "detection.tasks.recompute": {"queue": "long"},
    "loyalty.tasks.bring_tiers_into_force": {"queue": "long"},
    "loyalty.tasks.count_previews": {"queue": "long"},
    "loyalty.tasks.refresh_tiers": {"queue": "long"},
    "reports.tasks.archive_reports": {"queue": "long"},
    "reports.tasks.check_days": {"queue": "long"},
    "reports.tasks.close_days": {"queue": "long"},
    "reports.tasks.make_exports": {"queue": "files"},
    "reports.tasks.judge_rounds": {"queue": "long"},
    "reports.tasks.verify_reports": {"queue": "files"},
    "reports.tasks.watch_returns": {"queue": "long"},
    "reports.tasks.write_regulator_exports": {"queue": "long"},
    "reports.tasks.sum_draws": {"queue": "long"},
    "reports.tasks.sum_hands": {"queue": "long"},
    "reports.tasks.watch_draws": {"queue": "long"},
    "tables.tasks.compute_mathematics": {"queue": "long"},
    "wallet.tasks.archive_months": {"queue": "files"},
    "wallet.tasks.detach_months": {"queue": "long"},
    "wallet.tasks.verify_archive": {"queue": "files"},
}

# Beat and every queue in use: a heartbeat is expected from each.
WATCHED: Final = ("beat", *sorted({"celery", *(route["queue"] for route in ROUTES.values())}))

QUEUED_AT: Final = "queued_at"
"""Header of a task message: when it was queued, in seconds since 1970. `config.metrics.queues` reads it."""
