"""Concurrent failed logins of one network or account: each is counted."""

import pytest
from django.conf import settings

from accounts.sign_in.services import account_failures, network_failures
from tests.threads import at_once

pytestmark = pytest.mark.committed
ADDRESS = "192.0.2.7"


def test_concurrent_failures_are_all_counted() -> None:
    together = settings.LOGIN_NETWORK_FAILURES

    def fail() -> None:
        network_failures.count_failure(ADDRESS)

    for _time in range(5):
        network_failures.reset_count(ADDRESS)
        at_once(*[fail] * together)
        assert network_failures.is_locked(ADDRESS)


def test_concurrent_failures_of_one_account_are_all_counted() -> None:
    together = 4

    def fail() -> None:
        account_failures.count_failure("ana@example.com")

    for _time in range(5):
        account_failures.reset_count("ana@example.com")
        at_once(*[fail] * together)
        counted = account_failures._times(account_failures._place("ana@example.com"))
        assert len(counted) == together
