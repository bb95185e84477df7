"""Forms that a page sends."""

from urllib.parse import parse_qs

from playwright.sync_api import Page, Request


def sent(page: Page) -> list[str]:
    """Return a list that collects every POST from now on.

    Each item is the action decided, or ``bet`` for a form without one.
    """
    seen: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            seen.append(parse_qs(request.post_data or "").get("action", ["bet"])[0])

    page.on("request", note)
    return seen
