"""Filters that every template has: times with their zone, and headings that name it."""

from datetime import datetime

from django import template
from django.utils.functional import Promise

from pages import moments

register = template.Library()


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
    """The reader's zone, whatever it is asked of."""
    return moments.zone_name()
