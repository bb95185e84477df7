"""Template tags of a live table: parts of its page that look the same again and again are drawn once."""

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

from casino.live.words.box_view import BoxView
from casino.models import Shoe

register = template.Library()


@register.simple_tag
@lru_cache(maxsize=1024)
def live_url(name: str, slug: str) -> str:
    """Address of a page or form of a live table. Cached: each own part has a dozen of them."""
    return reverse(f"casino:live_{name}", args=[slug])


@register.simple_tag
def live_box(box: BoxView) -> SafeString:
    """Draw one box of the felt as everyone sees it."""
    draw = _draw if settings.DEBUG else _drawn  # a template that is being written changes
    return draw(box, get_language())


def _draw(box: BoxView, _language: str | None) -> SafeString:
    return render_to_string("casino/live/_box.html", {"box": box})


_drawn = lru_cache(maxsize=1024)(_draw)
"""Cached: between two fragments of a table most of its boxes do not change."""


@register.simple_tag
def shoe_commitments(shoes: Sequence[Shoe]) -> SafeString:
    """List the commitments of the present and the next shoe, as the house has announced them."""
    told = tuple((shoe.number, shoe.commitment, shoe.announced_at) for shoe in shoes)
    list_them = _list_shoes if settings.DEBUG else _listed_shoes
    return list_them(told, get_language(), get_current_timezone_name())


def _list_shoes(
    shoes: tuple[tuple[int, str, datetime], ...], _language: str | None, _zone: str
) -> SafeString:
    return render_to_string("casino/live/_shoes.html", {"shoes": shoes})


_listed_shoes = lru_cache(maxsize=512)(_list_shoes)
"""Cached: they change with the shoe, and otherwise by language and zone alone."""
