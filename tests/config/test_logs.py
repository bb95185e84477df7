import pytest

from config.logs import mask_secrets


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
