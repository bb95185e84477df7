"""Fixtures shared by the API's tests."""

from tests.accounts.conftest import still_clock
from tests.live.site import programs

__all__ = ["programs", "still_clock"]
