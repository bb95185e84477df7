"""Fixtures shared by the API's tests."""

from tests.accounts.conftest import still_clock

__all__ = ["still_clock"]
