"""A page as URL name and arguments, from which views and templates build the URL."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PageLink:
    """Name of a URL pattern, its arguments, and a query string with its question mark."""

    name: str
    arguments: tuple[object, ...] = ()
    query: str = ""
