"""The back office's frame: titles, colours and the sidebar menu."""

from typing import Any, Final

from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.staff.menu import SECTIONS

# Lightness of each colour step, as unfold expects them; the hue is that of the felt.
_LIGHT: Final = {50: 97.5, 100: 94.5, 200: 89, 300: 81, 400: 71, 500: 60, 600: 50, 700: 43}
_LIGHT_DARK: Final = {800: 37, 900: 31, 950: 22}


SHORT: Final = 12
"""Menu lines that fit on a laptop screen without scrolling."""


def build_navigation(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the sidebar for this person: the pages that the role may see.

    A short menu is fully expanded; a long one expands only the current page's section.
    """
    from accounts.models.users import User  # noqa: PLC0415  # the settings import this module
    from accounts.roles.selectors import load_rights  # noqa: PLC0415  # as above

    rights = load_rights(request.user) if isinstance(request.user, User) else frozenset()
    found = [
        _section(section.title, items, request.path)
        for section in SECTIONS
        if (
            items := [
                _item(page.title, page.icon, reverse(page.address))
                for page in section.pages
                if page.right in rights or page.other in rights
            ]
        )
    ]
    is_short = sum(len(section["items"]) for section in found) <= SHORT
    home = _item(_("Overview"), "home", reverse("admin:index"))
    return [
        {"title": _("Back office"), "items": [home], "open": True},
        *({**section, "open": is_short or section["open"]} for section in found),
    ]


def _section(title: Promise, items: list[dict[str, Any]], here: str) -> dict[str, Any]:
    return {
        "title": title,
        "items": items,
        "open": any(here.startswith(item["link"]) for item in items),
    }


def _item(title: Promise, icon: str, link: str) -> dict[str, Any]:
    return {"title": title, "icon": icon, "link": link, "active": lambda here: here.path == link}


def _icon(_request: HttpRequest) -> str:
    return static("favicon.svg")


def _sheet(_request: HttpRequest) -> str:
    return static("staff/staff.css")


def _working(_request: HttpRequest) -> str:
    return static("css/components/working.css")


def unfold_settings(name: str) -> dict[str, Any]:
    """Return the UNFOLD settings of the back office; `name` is the operator's."""
    return {
        "SITE_TITLE": name,
        "SITE_HEADER": name,
        "SITE_SUBHEADER": _("Back office"),
        "SITE_URL": "/",
        "SITE_ICON": _icon,
        "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": _icon}],
        "STYLES": [_sheet, _working],
        "SHOW_HISTORY": False,
        "SHOW_LANGUAGES": True,
        "COLORS": {
            "primary": {
                str(step): f"oklch({light}% {0.03 if light > 90 else 0.11} 160)"  # noqa: PLR2004  # the two palest steps
                for step, light in {**_LIGHT, **_LIGHT_DARK}.items()
            },
        },
        "SIDEBAR": {"navigation": "config.back_office.build_navigation"},
    }
