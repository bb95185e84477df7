"""The public fragment of a live table, for streams: no request, the same for all who read a language."""

from django.template.loader import render_to_string
from django.utils import translation

from casino.live.selectors.table_state import load_table
from casino.live.words.table_view import view_table
from casino.models import Place


def render_felt(place: int, language: str) -> tuple[int, str]:
    """The version of the table's present state, and the fragment."""
    found = Place.objects.select_related("table__version__rule_set").get(pk=place)
    with translation.override(language):
        view = view_table(load_table(found))
        return view.version, render_to_string("casino/live/_felt.html", {"view": view})
