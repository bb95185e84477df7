"""Response headers and status codes served by gunicorn."""

import json
import urllib.error
import urllib.request

import pytest

from tests.fixtures.site import Site


def get(site: Site, path: str) -> tuple[int, dict[str, str], str]:
    try:
        with urllib.request.urlopen(site.url + path) as answer:  # noqa: S310  # our own address
            return answer.status, dict(answer.headers), answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, dict(error.headers), error.read().decode()


def test_every_page_is_strict_and_no_key_is_logged(site: Site) -> None:
    secret = "one-time-key-that-nobody-may-read"
    for path in ("/", "/nowhere/", f"/cuenta/confirm-email/{secret}/?next={secret}"):
        _, headers, _ = get(site, path)
        policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
        assert policy == {
            "default-src": "'self'",
            "script-src": "'self'",
            "style-src": "'self'",
            "img-src": "'self' data:",
            "frame-ancestors": "'none'",
            "form-action": "'self'",
            "base-uri": "'none'",
            "object-src": "'none'",
        }
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Permissions-Policy"].startswith("camera=()")
    site.stop()
    assert secret not in site.logged()
    events = [json.loads(line)["event"] for line in site.logged().splitlines()]
    assert "request_finished" in events


def test_static_files_are_served_forever_under_their_hash(site: Site) -> None:
    _, _, page = get(site, "/")
    names = [word for word in page.replace('"', " ").split() if word.startswith("/static/")]

    assert names
    for name in names:
        status, headers, _ = get(site, name.partition("#")[0])
        assert status == 200, name
        assert "immutable" in headers["Cache-Control"], name


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_language_is_negotiated(site: Site, language: str) -> None:
    wish = urllib.request.Request(site.url, headers={"Accept-Language": language})  # noqa: S310  # our own address

    with urllib.request.urlopen(wish) as answer:  # noqa: S310  # our own address
        assert answer.headers["Content-Language"] == language


def test_a_form_in_an_unreadable_encoding_is_refused_with_a_page(site: Site) -> None:
    kind = {"Content-Type": "application/x-www-form-urlencoded; charset=utf-16"}
    form = urllib.request.Request(site.url + "/account/login/", data=b"login=ana", headers=kind)  # noqa: S310  # our own address
    visitor = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    visitor.open(form.full_url).close()  # sets the CSRF cookie

    with pytest.raises(urllib.error.HTTPError) as refused:
        visitor.open(form)

    with refused.value as answer:
        assert answer.code == 400
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
        assert "<html" in answer.read().decode()


def test_loopback_is_not_trusted_as_a_proxy(site: Site) -> None:
    """With TRUSTED_PROXY_COUNT=0, X-Forwarded-Proto is ignored: a request over HTTPS would need a Referer."""
    page = urllib.request.Request(site.url + "/account/login/")  # noqa: S310  # our own address
    with urllib.request.urlopen(page) as answer:  # noqa: S310  # as above
        cookie = answer.headers["Set-Cookie"].partition(";")[0]
        token = (
            answer.read().decode().partition('csrfmiddlewaretoken" value="')[2].partition('"')[0]
        )
    form = urllib.request.Request(  # noqa: S310  # as above
        page.full_url,
        data=f"csrfmiddlewaretoken={token}".encode(),
        headers={"Cookie": cookie, "X-Forwarded-Proto": "https"},
    )

    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(form)  # noqa: S310  # as above

    with refused.value as answered:
        assert answered.code == 422  # refused by the form's validation, not by the CSRF check
