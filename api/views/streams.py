"""Events of live tables' streams, in the variant of each reader."""

import json

from api.resources.live import build_public_table
from api.serializers.base import write_document
from api.serializers.live import PublicTableSerializer
from casino.live.selectors.table_state import TableState
from casino.live.views.fragments import render_felt
from push.tickets import JSON


def render_variant(state: TableState, variant: str) -> str:
    """Return the public state as JSON for programs, else as the page's fragment in a language."""
    if variant != JSON:
        return render_felt(state, variant)
    return json.dumps(write_document(PublicTableSerializer, build_public_table(state)))
