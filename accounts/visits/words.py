"""Names of browsers and systems from User-Agent headers."""

from typing import Final

from django.utils.translation import gettext as _

# First match wins: each browser's header also contains names further down.
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


APP_SIGN: Final = "App: "
APP_KEY: Final = "ligalo.app"
"""Key of a request's `META` with the agent of a registered app; no header of a request can set it."""
"""Beginning of the agent of a registered app, before its name; the API writes it."""


def name_device(agent: str) -> str:
    """Return browser and system of a User-Agent header: "Firefox, Windows"; of an app its name."""
    if agent.startswith(APP_SIGN):
        return _("app %(name)s") % {"name": agent.removeprefix(APP_SIGN)}
    found = [_first(agent, _BROWSERS), _first(agent, _SYSTEMS)]
    return ", ".join(one for one in found if one) or _("unknown")


def _first(agent: str, names: tuple[tuple[str, str], ...]) -> str:
    return next((name for sign, name in names if sign in agent), "")
