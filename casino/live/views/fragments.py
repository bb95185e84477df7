"""Public fragment of a live table for streams: no request, the same for all readers of a language."""

from django.template.loader import render_to_string
from django.utils import translation

from casino.live.selectors.table_state import TableState
from casino.live.words.table_view import view_table


def render_felt(state: TableState, language: str) -> str:
    """Render the table's public fragment in a language."""
    with translation.override(language):
        return render_to_string("casino/live/_felt.html", {"view": view_table(state)})
