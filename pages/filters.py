"""Filters of every template: times with their zone, headings that name it, unbroken numbers, URLs of pages."""

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
_ON_ONE_LINE: Final = "unbroken"  # the class of static/css/utilities.css
_NUMBER: Final = re.compile(r"\b(?:R-[0-9A-Z]{5}-[0-9A-Z]{5}|[A-Z]-[0-9]{6,})\b")


@register.filter
def moment(at: datetime | None, form: str) -> str:
    """A time in the reader's zone, and which that is: `{{ round.started_at|moment:_("j M Y, H:i") }}`."""
    return moments.moment_text(at, form) if at else ""


@register.filter
def in_zone(title: str | Promise) -> str:
    """A heading with the reader's zone in place of its `{zone}`."""
    return moments.in_zone(title)


@register.filter
def zone_name(_value: object) -> str:
    """The reader's zone; the value is ignored."""
    return moments.zone_name()


@register.filter
def unbroken(text: object) -> SafeString:
    """Text in which the numbers of rounds, payments and cases, as R-7K4QX-2M9TB, are never broken at a hyphen."""
    escaped = conditional_escape(text if isinstance(text, str) else str(text))
    return mark_safe(_NUMBER.sub(rf'<span class="{_ON_ONE_LINE}">\g<0></span>', escaped))  # noqa: S308 - escaped


@register.filter
def page_url(link: PageLink | None) -> str:
    """The URL of a page; "" without a link, and where the arguments fit no pattern, as those of old events may."""
    if link is None:
        return ""
    try:
        return reverse(link.name, args=link.arguments) + link.query
    except NoReverseMatch:
        return ""
