"""Fixtures that run the verification modules in Chromium, served from loopback, where WebCrypto is allowed."""

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.threads import Running
from tools.launch.layout import ROOT

MODULES = "/static/js/verify"
BLANK = f"{MODULES}/cards.js"  # any file of the server sets the origin


class QuietFiles(SimpleHTTPRequestHandler):
    """Static files of the repository, without a log line for each request."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # the base class's name
        """Log nothing."""


@pytest.fixture(scope="session")
def modules_address() -> Iterator[str]:
    """Base URL of the served modules."""
    handler = partial(QuietFiles, directory=str(ROOT))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        serving = Running(server.serve_forever)
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        serving.result()


@pytest.fixture(scope="session")
def modules(browser: Browser, modules_address: str) -> Iterator[Page]:
    """Browser tab in which `await import("/static/js/verify/….js")` works."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(modules_address + BLANK)
    yield page
    context.close()
