"""URLs of pages that selectors and texts name."""

from django import template
from django.urls import NoReverseMatch, reverse

from pages.page_links import PageLink

register = template.Library()


@register.filter
def page_url(link: PageLink | None) -> str:
    """The URL of a page; "" where there is no link, or its arguments fit no pattern, as those of old events may."""
    if link is None:
        return ""
    try:
        return reverse(link.name, args=link.arguments) + link.query
    except NoReverseMatch:
        return ""
