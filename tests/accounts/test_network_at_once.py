"""Failures of one network in the same moment: each counts."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.conf import settings
from django.db import connection
from django.test import RequestFactory

from accounts import network, slowing

pytestmark = pytest.mark.committed


def test_failures_at_once_are_counted_each() -> None:
    together = settings.LOGIN_NETWORK_FAILURES
    ready = Barrier(together)

    def fail(_n: int) -> None:
        request = RequestFactory().post("/")
        connection.ensure_connection()
        ready.wait(timeout=20)
        network.failed(request)
        connection.close()

    for _time in range(5):
        network.succeeded(RequestFactory().post("/"))
        with ThreadPoolExecutor(together) as pool:
            list(pool.map(fail, range(together)))
        assert network.locked(RequestFactory().post("/"))


def test_failures_of_one_account_at_once_are_counted_each() -> None:
    together = 4
    ready = Barrier(together)

    def fail(_n: int) -> None:
        connection.ensure_connection()
        ready.wait(timeout=20)
        slowing.failed("ana@example.com")
        connection.close()

    for _time in range(5):
        slowing.forget("ana@example.com")
        with ThreadPoolExecutor(together) as pool:
            list(pool.map(fail, range(together)))
        counted = slowing._times(slowing._place("ana@example.com"))
        assert len(counted) == together
