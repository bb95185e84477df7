"""Fixtures shared by the API's tests."""

from tests.accounts.conftest import still_clock
from tests.live.site import loaded_programs, programs

__all__ = ["loaded_programs", "programs", "still_clock"]
