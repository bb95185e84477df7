"""A page as URL name and arguments; views and templates make the URL."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PageLink:
    """The name of a URL pattern, its arguments, and a query with its question mark."""

    name: str
    arguments: tuple[object, ...] = ()
    query: str = ""
