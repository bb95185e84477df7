"""Addresses to which a player is sent back after connecting an app."""

import re
from typing import Final
from urllib.parse import urlsplit

LONGEST: Final = 300
_PRINTABLE: Final = re.compile(r"[\x21-\x7e]+")
_OF_AN_APP: Final = re.compile(r"[a-z][a-z0-9-]*(\.[a-z0-9-]+)+")
_LOOPBACK: Final = frozenset({"127.0.0.1", "::1"})


def parse_redirect_uri(text: str) -> str:
    """Return an exact redirect URI: https, http on the loopback interface, or an app's scheme such as `com.example.app`.

    Raises ValueError.
    """
    given = urlsplit(text)
    known = _PRINTABLE.fullmatch(text) and len(text) <= LONGEST and "*" not in text
    if not known or given.fragment or given.username is not None or text.endswith("#"):
        raise ValueError(text)
    web = given.scheme == "https" and given.hostname
    local = given.scheme == "http" and given.hostname in _LOOPBACK
    if not (web or local or _OF_AN_APP.fullmatch(given.scheme)):
        raise ValueError(text)
    return text


def form_action_source(uri: str) -> str:
    """Return the source with which a CSP allows a form to end at this URI."""
    given = urlsplit(uri)
    return f"{given.scheme}://{given.netloc}" if given.netloc else f"{given.scheme}:"
