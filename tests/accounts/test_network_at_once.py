"""Failures of one network in the same moment: each counts."""

import pytest
from django.conf import settings
from django.test import RequestFactory

from accounts import network, slowing
from tests.threads import at_once

pytestmark = pytest.mark.committed


def test_failures_at_once_are_counted_each() -> None:
    together = settings.LOGIN_NETWORK_FAILURES

    def fail() -> None:
        network.failed(RequestFactory().post("/"))

    for _time in range(5):
        network.succeeded(RequestFactory().post("/"))
        at_once(*[fail] * together)
        assert network.locked(RequestFactory().post("/"))


def test_failures_of_one_account_at_once_are_counted_each() -> None:
    together = 4

    def fail() -> None:
        slowing.failed("ana@example.com")

    for _time in range(5):
        slowing.forget("ana@example.com")
        at_once(*[fail] * together)
        counted = slowing._times(slowing._place("ana@example.com"))
        assert len(counted) == together
