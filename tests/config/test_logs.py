import pytest
import structlog
from django.test import RequestFactory

from config.logs import mask_secrets
from config.middleware import RequestLogMiddleware


@pytest.mark.parametrize(
    "name",
    ["password", "new_password1", "server_seed", "SECRET_KEY", "csrf_token", "set_cookie", "salt"],
)
def test_a_secret_by_name_is_masked(name: str) -> None:
    assert mask_secrets(None, "info", {"event": "x", name: "open sesame"})[name] == "…"


def test_the_published_hash_of_a_seed_is_kept() -> None:
    event = {"event": "x", "server_seed_hash": "6c86"}

    assert mask_secrets(None, "info", dict(event)) == event


def test_one_time_keys_and_query_strings_leave_the_address() -> None:
    event = {
        "request": "GET /cuenta/password/reset/key/3-abc/?next=x",
        "event": "Not Found: /cuenta/confirm-email/K1/",
    }

    assert mask_secrets(None, "info", event) == {
        "request": "GET /cuenta/password/reset/key/…/",
        "event": "Not Found: /cuenta/confirm-email/…/",
    }


def test_an_address_that_anybody_may_send_is_not_logged() -> None:
    request = RequestFactory().get("/", headers={"x-real-ip": "198.51.100.7"})
    request.META["REMOTE_ADDR"] = "192.0.2.1"
    with structlog.contextvars.bound_contextvars(ip=""):
        RequestLogMiddleware.bind_ip(request)
        assert structlog.contextvars.get_contextvars()["ip"] == "192.0.2.1"
