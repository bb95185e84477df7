"""Template filters for values of sheets."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html

from pages.lists import Column
from reports.words.cells import brief_text, cell_text

register = template.Library()


@register.filter
def said(value: object) -> str:
    """Format a value for people: 1,234 or 99.53 %."""
    return cell_text(value)


@register.filter
def headline(value: object) -> str:
    """Format a value for a narrow box, where the currency may wrap."""
    return cell_text(value).replace("\N{NO-BREAK SPACE}", " ")


@register.filter
def glance(value: object) -> str:
    """Format a value rounded to the smallest coin, for a narrow box."""
    return brief_text(value).replace("\N{NO-BREAK SPACE}", " ")


@register.simple_tag
def cell(column: Column[Any], row: object) -> str:
    """Render a column's value of a row, with its link and second line."""
    value = cell_text(column.value(row))
    page = column.link(row) if column.link and value else None
    told = value
    if page is not None:
        address = reverse(page.name, args=page.arguments) + page.query
        told = format_html('<a href="{}">{}</a>', address, value)
    below = cell_text(column.below(row)) if column.below else ""
    return format_html('{}<br><span class="staff-soft">{}</span>', told, below) if below else told
