"""Stalled and slow requests do not block others; pages of signed-in users are not cached."""

import http.client
import re
import socket
import time

import pytest
from django.conf import settings
from django.test import Client

from accounts.roles.values import Role
from internals.gunicorn_worker import HEAD
from tests.accounts.people import ana_confirmed, log_in
from tests.accounts.staff import inside, staff
from tests.fixtures.site import Site
from tests.waiting import NOT_HUNG, wait_until
from tools.benchmarks.stalled import measure_slowest, open_stalled
from tools.launch.layout import ROOT


def test_two_hundred_stalled_bodies_hold_up_nobody(site: Site) -> None:
    host, port = site.address
    with open_stalled(host, port, 200):
        assert measure_slowest(host, port, "/account/login/", times=5) < NOT_HUNG


def test_a_body_that_comes_slowly_is_taken_and_one_without_length_is_not(site: Site) -> None:
    head = "POST /account/login/ HTTP/1.1\r\nHost: localhost\r\n{}\r\n\r\n"
    with socket.create_connection(site.address, timeout=30) as slow:
        slow.sendall(head.format("Content-Length: 9").encode())
        for letter in b"login=ana":
            slow.sendall(bytes([letter]))
            time.sleep(0.01)
        assert b"403" in slow.recv(100).split(b"\r\n")[0]  # CSRF refusal: the form has no token
    with socket.create_connection(site.address, timeout=30) as chunked:
        chunked.sendall(head.format("Transfer-Encoding: chunked").encode())
        assert b"411" in chunked.recv(100).split(b"\r\n")[0]


def test_headers_that_trickle_in_are_given_up(site: Site) -> None:
    with socket.create_connection(site.address, timeout=30) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ")
        slow.settimeout(0.2)
        begun = time.monotonic()

        def is_closed() -> bool:
            try:
                # one byte at a time, so the connection is never idle for ten seconds
                slow.sendall(b"a")
                return slow.recv(1) == b""
            except TimeoutError:
                return False
            except ConnectionError:
                return True

        wait_until(is_closed, "the headers are still waited for", seconds=HEAD + 10)
        assert time.monotonic() - begun > HEAD / 2


def test_a_connection_that_is_kept_has_its_time_for_each_head(site: Site) -> None:
    connection = http.client.HTTPConnection(*site.address, timeout=30)
    for _ in range(2):
        connection.request("GET", "/static/nothing")
        assert connection.getresponse().read() is not None
    connection.close()


def test_the_supplied_proxy_waits_for_slow_clients() -> None:
    written = (ROOT / "deploy/nginx.conf").read_text()
    pages = re.sub(r"location = /streams/.*?}", "", written, flags=re.DOTALL)
    told = dict(re.findall(r"^\s*(\w+) ([^;{]+);", pages, re.MULTILINE))
    assert told["proxy_request_buffering"] == "on"
    assert told["proxy_buffering"] == "on"
    for name in ("client_header_timeout", "client_body_timeout"):
        assert int(told[name].removesuffix("s")) <= 10, name
    assert int(told["client_max_body_size"].removesuffix("m")) * 2**20 > settings.UPLOAD_BYTES
    assert told["limit_conn"].startswith("ligalo_addresses ")
    headers = re.findall(r"proxy_set_header (\S+) (\S+);", pages)
    assert dict(headers)["X-Forwarded-For"] == "$remote_addr"
    assert dict(headers)["X-Forwarded-Proto"] == "$scheme"


def test_a_long_body_arrives_whole_and_its_connection_goes_on(site: Site) -> None:
    connection = http.client.HTTPConnection(*site.address, timeout=30)
    connection.request("GET", "/account/login/")
    page = connection.getresponse()
    cookie = page.headers["Set-Cookie"].partition(";")[0]
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.read().decode())
    assert token
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie}
    for length in (10, 1_000_000, 10):
        body = f"login={'a' * length}@example.com&password=x&csrfmiddlewaretoken={token[1]}"
        connection.request("POST", "/account/login/", body, headers)
        answer = connection.getresponse()
        answer.read()
        # not 403: the CSRF token is at the end of the body, so all of it arrived
        assert answer.status == 422
    connection.close()


@pytest.mark.database
@pytest.mark.parametrize("path", ["/", "/bank/", "/options/", "/help/", "/nowhere/", "/rounds/"])
def test_no_page_of_a_player_is_kept(client: Client, path: str) -> None:
    assert "no-store" not in client.get("/").get("Cache-Control", "")
    assert log_in(client, ana_confirmed().email)["Cache-Control"] == "no-store, private"
    assert client.get(path)["Cache-Control"] == "no-store, private"


@pytest.mark.database
def test_no_page_of_staff_is_kept() -> None:
    assert inside(staff(Role.AUDITOR)).get("/staff/")["Cache-Control"] == "no-store, private"
