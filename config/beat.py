"""Celery beat scheduler that stores its state as JSON; Celery's own file contains pickles."""

import json
import math
import time
from datetime import datetime
from pathlib import Path
from typing import Any

from celery.beat import Scheduler

from config.watching import BEAT


class JSONScheduler(Scheduler):
    """Celery's scheduler with a JSON state file, named by `--schedule`.

    A task that came due while beat was down runs when beat starts.
    """

    def __init__(self, *arguments: Any, schedule_filename: str, **options: Any) -> None:
        self.file = Path(f"{schedule_filename}.json")
        self.heartbeat_at = -math.inf
        super().__init__(*arguments, **options)

    def tick(self, *arguments: Any, **options: Any) -> float:
        """Queue the due tasks; give the heartbeat when it is due."""
        from journal.services import heartbeats  # noqa: PLC0415  # needs the app registry, which loads after this module

        if time.monotonic() - self.heartbeat_at >= heartbeats.heartbeat_interval():
            self.heartbeat_at = time.monotonic()
            heartbeats.write_heartbeat([BEAT])
        wait: float = super().tick(*arguments, **options)
        return min(wait, heartbeats.heartbeat_interval())

    def setup_schedule(self) -> None:
        """Load the schedule from the settings and the last run times from the file."""
        self.merge_inplace(self.app.conf.beat_schedule)
        times = json.loads(self.file.read_text()) if self.file.exists() else {}
        for name, at in times.items():
            if name in self.schedule:
                self.schedule[name].last_run_at = datetime.fromisoformat(at)
        self.sync()

    def sync(self) -> None:
        """Write the last run times, replacing the file atomically."""
        entries = self.schedule.items()
        times = {name: one.last_run_at.isoformat() for name, one in entries if one.last_run_at}
        unfinished = self.file.with_name(f"{self.file.name}.part")
        unfinished.write_text(json.dumps(times))
        unfinished.replace(self.file)

    def close(self) -> None:
        self.sync()
