"""Everything that can be exported, by name: the reports, and the long lists of the other apps."""

from collections.abc import Mapping
from typing import Final

from reports import catalogue, lists
from reports.sources import Source

SOURCES: Final[Mapping[str, Source]] = {one.name: one for one in (*catalogue.SOURCES, *lists.LISTS)}
