"""Failures of one network in the same moment: each counts."""

import pytest
from django.conf import settings
from django.test import RequestFactory

from accounts.sign_in.services import account_failures, network_failures
from tests.threads import at_once

pytestmark = pytest.mark.committed


def test_failures_at_once_are_counted_each() -> None:
    together = settings.LOGIN_NETWORK_FAILURES

    def fail() -> None:
        network_failures.failed(RequestFactory().post("/"))

    for _time in range(5):
        network_failures.succeeded(RequestFactory().post("/"))
        at_once(*[fail] * together)
        assert network_failures.locked(RequestFactory().post("/"))


def test_failures_of_one_account_at_once_are_counted_each() -> None:
    together = 4

    def fail() -> None:
        account_failures.failed("ana@example.com")

    for _time in range(5):
        account_failures.forget("ana@example.com")
        at_once(*[fail] * together)
        counted = account_failures._times(account_failures._place("ana@example.com"))
        assert len(counted) == together
