"""Fixtures shared by the API's tests."""

from time import time
from typing import Any

import pytest

from api.throttles import load_earlier_counts
from tests.accounts.conftest import still_clock
from tests.api.world import World, build_world
from tests.live.site import loaded_programs, programs

__all__ = ["loaded_programs", "programs", "still_clock"]


@pytest.fixture(autouse=True)
def one_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clock of rate limits, however long the test takes: requests older than a minute do not count."""
    load_earlier_counts.cache_clear()  # of requests that other tests took back
    now = time()
    monkeypatch.setattr("api.throttles.time", lambda: now)


@pytest.fixture
def without_rate_limits(settings: Any) -> None:
    """Answer any number of requests within a minute."""
    settings.API_REQUESTS_PER_MINUTE = dict.fromkeys(settings.API_REQUESTS_PER_MINUTE, 10**6)


@pytest.fixture
def world(db: None, without_rate_limits: None) -> World:
    """A house with a player who has one of everything."""
    return build_world()
