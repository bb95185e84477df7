"""Template tag of a live table's boxes."""

from functools import lru_cache

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from casino.live.words.box_view import BoxView

register = template.Library()


@register.simple_tag
def live_box(box: BoxView) -> SafeString:
    """Draw one box of the felt as everyone sees it."""
    draw = _draw if settings.DEBUG else _drawn  # a template that is being written changes
    return draw(box, get_language())


def _draw(box: BoxView, _language: str | None) -> SafeString:
    return render_to_string("casino/live/_box.html", {"box": box})


_drawn = lru_cache(maxsize=1024)(_draw)
"""Cached: between two fragments of a table most of its boxes do not change."""
