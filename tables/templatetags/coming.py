"""The message to players before other rules take effect."""

from typing import Any

from django import template

from tables.words.coming import coming_rules as found

register = template.Library()


@register.inclusion_tag("tables/_coming.html")
def coming_rules(slug: str | None = None) -> dict[str, Any]:
    """What is scheduled for a table, or for every open one; nothing where nothing is."""
    return {"coming": found(slug)}
