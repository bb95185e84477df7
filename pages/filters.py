"""Filters available in every template: times with their zone, headings with the zone, unbroken numbers, page URLs."""

import re
from datetime import datetime
from typing import Final

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from pages import moments, signs
from pages.page_links import PageLink

register = template.Library()
register.filter(signs.with_percent)
_ON_ONE_LINE: Final = "unbroken"  # class in static/css/utilities.css
_NUMBER: Final = re.compile(r"\b(?:R-[0-9A-Z]{5}-[0-9A-Z]{5}|[A-Z]-[0-9]{6,})\b")


@register.filter
def moment(at: datetime | None, form: str) -> str:
    """Format a time in the reader's zone, followed by the zone: `{{ round.started_at|moment:_("j M Y, H:i") }}`."""
    return moments.moment_text(at, form) if at else ""


@register.filter
def in_zone(title: str | Promise) -> str:
    """Replace `{zone}` in a heading by the reader's zone."""
    return moments.in_zone(title)


@register.filter
def zone_name(_value: object) -> str:
    """Return the reader's zone; the value is ignored."""
    return moments.zone_name()


@register.filter
def unbroken(text: object) -> SafeString:
    """Prevent line breaks within the numbers of rounds, payments and cases, such as R-7K4QX-2M9TB."""
    escaped = conditional_escape(text if isinstance(text, str) else str(text))
    return mark_safe(_NUMBER.sub(rf'<span class="{_ON_ONE_LINE}">\g<0></span>', escaped))  # noqa: S308 - escaped


@register.filter
def page_url(link: PageLink | None) -> str:
    """Return the URL of a page; "" without a link or if the arguments match no pattern, as in some old events."""
    if link is None:
        return ""
    try:
        return reverse(link.name, args=link.arguments) + link.query
    except NoReverseMatch:
        return ""
