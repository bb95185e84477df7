"""What the platform does by the clock, how often, and what may take so long that it has a worker of its own."""

from typing import Any, Final

from celery.schedules import crontab

MINUTE: Final = 60.0
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
NIGHTLY: Final = crontab(
    hour="9", minute="30"
)  # UTC: the small hours of Caracas, Bogotá and Santo Domingo

# What is done, its task, and every how many seconds or when.
_EVERY: Final[dict[str, tuple[str, float | crontab]]] = {
    "chain the public log": ("casino.tasks.chain_log", 5),
    "close shoes that are due": ("casino.tasks.close_due_shoes", MINUTE),
    "play for players who have gone": ("casino.tasks.play_for_absent", 10),
    "mail what happened meanwhile": ("casino.tasks.mail_notices", 30),
    "tell of rounds that are open for long": ("casino.tasks.tell_of_long_open", HOUR),
    "compute mathematics that are due": ("tables.tasks.compute_mathematics", MINUTE),
    "bring rules into force": ("tables.tasks.activate_rules", 15),
    "fetch the reference rates": ("wallet.tasks.fetch_rates", HOUR),
    "expire deposits that were never paid": ("wallet.tasks.expire_deposits", 10 * MINUTE),
    "seal the ledger": ("wallet.tasks.seal_ledger", MINUTE),
    # three ahead: it may fail for a season before anything stops
    "make the ledger's months": ("wallet.tasks.make_partitions", DAY),
    "check the ledger": ("casino.tasks.check_ledger", HOUR),
    "check all of the ledger": ("casino.tasks.prove_ledger", NIGHTLY),
}

# For Celery's beat. A nudge that waited longer than its interval is dropped: the next one finds the same due rows.
BEAT: Final[dict[str, dict[str, Any]]] = {
    name: {
        "task": task,
        "schedule": when,
        "options": {"expires": when if isinstance(when, int | float) else DAY},
    }
    for name, (task, when) in _EVERY.items()
}

# What may take minutes: sealing, the log and absent players wait behind nothing.
ROUTES: Final[dict[str, dict[str, str]]] = {
    "casino.tasks.check_ledger": {"queue": "long"},
    "casino.tasks.prove_ledger": {"queue": "long"},
    "tables.tasks.compute_mathematics": {"queue": "long"},
}
