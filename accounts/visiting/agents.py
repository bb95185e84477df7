"""What a browser calls itself, as it is kept."""

from typing import Final

from django.http import HttpRequest

LONGEST_AGENT: Final = 200


def agent_of(request: HttpRequest) -> str:
    """The browser's own words in one printable line that is not too long."""
    told = request.headers.get("User-Agent", "")
    return "".join(letter for letter in told if letter.isprintable())[:LONGEST_AGENT]
