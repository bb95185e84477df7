"""The consent page and the player's connected apps, in a browser under the site's CSP."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, expect

from api.models import AppConnection
from tests.api.apps import AUTHORIZE, asked_of, register
from tests.casino import scenes
from tests.fixtures.coming_in import come_in
from tests.fixtures.looking import too_wide
from tests.fixtures.site import Site


class _App(BaseHTTPRequestHandler):
    """The page of the app to which the player is sent back."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<link rel=icon href=data:,>Connected")

    def log_message(self, *_args: object) -> None:
        """Print nothing."""


@pytest.fixture
def redirect() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _App) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/done"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("language", ["es", "en"])
def test_a_player_connects_an_app_and_disconnects_it(
    browser: Browser, site: Site, redirect: str, language: str
) -> None:
    context = browser.new_context(base_url=site.url)  # the watched one allows no other host
    page = context.new_page()
    player, issued = scenes.new_player(), register(real_money=True, redirect_uris=(redirect,))
    player.language = language
    player.save()
    come_in(context, player)
    page.goto(f"{AUTHORIZE}?{urlencode(asked_of(issued, redirect_uri=redirect))}")
    assert not too_wide(page, f"consent-{language}")
    ticks = page.get_by_role("checkbox")
    assert [tick.is_checked() for tick in ticks.all()] == [True, True, False]
    page.locator("button[value=grant]").click()
    page.wait_for_url(f"{redirect}?**")
    expect(page.get_by_text("Connected")).to_be_visible()
    assert "code=" in page.url
    assert AppConnection.objects.get().scopes == ["read", "play"]

    page.goto("/account/apps/")
    assert not too_wide(page, f"connected-{language}")
    page.locator("main form button").click()
    expect(page.locator("main form")).to_have_count(0)
    assert AppConnection.objects.get().revoked_at is not None
