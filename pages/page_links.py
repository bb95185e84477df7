"""A page by its name and what its URL is made of: what selectors and texts hand back; views and templates make the URL."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PageLink:
    """The name of a URL pattern, its arguments, and a query with its question mark."""

    name: str
    arguments: tuple[object, ...] = ()
    query: str = ""
