"""What a page sends to the house, in order."""

from urllib.parse import parse_qs

from playwright.sync_api import Page, Request


def sent(page: Page) -> list[str]:
    """Every POST from now on: the action decided, or ``bet`` for a form without one."""
    seen: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            seen.append(parse_qs(request.post_data or "").get("action", ["bet"])[0])

    page.on("request", note)
    return seen
