"""Tasks while the installation is closed after a restore."""

import logging
from typing import Any, Final

from celery import Task

_log = logging.getLogger(__name__)
RUN_WHILE_CLOSED: Final = frozenset(
    {
        "alarms.tasks.look_at_watches",
        "alarms.tasks.tell_people",
        "casino.tasks.check_ledger",
        "casino.tasks.make_partitions",
        "casino.tasks.prove_ledger",
        "compliance.tasks.recount_rounds",
        "compliance.tasks.verify_build",
        "journal.tasks.chain_records",
        "journal.tasks.record_clock_heartbeat",
        "journal.tasks.report_missing_months",
        "journal.tasks.verify_chain",
        "journal.tasks.verify_rows",
        "restores.tasks.watch_server",
        "wallet.tasks.make_partitions",
        "wallet.tasks.seal_ledger",
        "wallet.tasks.verify_archive",
    }
)
"""Tasks that check, seal and watch. All others move money, cards or messages, or depend on them."""


class GatedTask(Task):  # type: ignore[type-arg]  # Celery's class takes no argument at run time
    """A task that does nothing after a restore, unless it is listed. The next run finds the same due rows."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        from restores.selectors import is_open  # noqa: PLC0415  # needs the app registry

        if self.name not in RUN_WHILE_CLOSED and not is_open():
            _log.info("%s waits: the installation is closed after a restore", self.name)
            return None
        return super().__call__(*args, **kwargs)
