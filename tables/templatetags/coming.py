"""Announcement to players before rules change."""

from typing import Any

from django import template

from tables.words import coming

register = template.Library()


@register.inclusion_tag("tables/_coming.html")
def coming_rules(slug: str | None = None) -> dict[str, Any]:
    """Render the scheduled rules of a table, or of every open one."""
    return {"coming": coming.coming_rules(slug)}
