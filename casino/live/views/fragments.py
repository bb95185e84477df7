"""Public fragment of a live table for streams: no request, the same for all readers of a language."""

from collections.abc import Collection, Mapping

from django.template.loader import render_to_string
from django.utils import translation

from casino.live.selectors.table_state import load_table, place_by_key
from casino.live.words.table_view import view_table


def render_felt(place: int, languages: Collection[str]) -> tuple[int, Mapping[str, str]]:
    """Render the table's public fragment in each language. Returns its version and the fragments."""
    state = load_table(place_by_key(place))
    found = {}
    for language in languages:
        with translation.override(language):
            found[language] = render_to_string(
                "casino/live/_felt.html", {"view": view_table(state)}
            )
    return state.clock.version, found
