"""URL arguments of the pages of the house."""

from collections.abc import Mapping

Arguments = Mapping[str, object]


Pages = dict[str, Arguments | tuple[Arguments, ...]]
"""Arguments by URL name; a tuple for a name with several pages to visit."""
