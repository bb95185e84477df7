"""What the test player measures, for Prometheus."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

REGISTRY: Final = CollectorRegistry()
STEPS: Final = ("sign_in", "bet", "stream", "settlement")

DEALS: Final = Counter(
    "ligalo_test_deals", "Deals that the test player played to the end.", registry=REGISTRY
)
FAILURES: Final = Counter(
    "ligalo_test_deal_failures",
    "Deals that the test player could not finish, by the step that failed.",
    ("step",),
    registry=REGISTRY,
)
LAST: Final = Gauge(
    "ligalo_test_deal_last_success_timestamp_seconds",
    "When the test player last finished a deal, in seconds since 1970.",
    registry=REGISTRY,
)
SECONDS: Final = Histogram(
    "ligalo_test_deal_seconds",
    "Seconds of a step of a test deal: until the bet is accepted, until the stream shows it, until it is settled.",
    ("step",),
    buckets=(0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60),
    registry=REGISTRY,
)
for _step in STEPS:  # a rate of a counter needs its zero
    FAILURES.labels(_step)


class DealFailed(Exception):
    """A deal could not be finished; `step` is what failed."""

    def __init__(self, step: str) -> None:
        super().__init__(step)
        self.step = step


@contextmanager
def measure_step(step: str, *failures: type[Exception]) -> Iterator[None]:
    """Measure a step's time. An exception of these classes becomes DealFailed."""
    begun = time.monotonic()
    try:
        yield
    except failures as error:
        raise DealFailed(step) from error
    SECONDS.labels(step).observe(time.monotonic() - begun)


def note_deal() -> None:
    """Count a deal that was played to the end."""
    DEALS.inc()
    LAST.set_to_current_time()
