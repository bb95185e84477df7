"""Clients and requests for the pages about tables."""

from typing import Any

from django.test import Client
from django.urls import reverse

from tests.accounts.staff import inside
from tests.tables.house import manager, operator


def opened(client: Client, name: str, *args: Any, status: int = 200) -> str:
    """Return the text of the page."""
    answer = client.get(reverse(f"tables:{name}", args=args))
    assert answer.status_code == status, answer.status_code
    return answer.content.decode()


def sent(
    client: Client, page: str, *args: Any, data: Any = None, status: int = 303, **more: Any
) -> str:
    """Post a form and return the redirect's location, or else the text of the answer."""
    answer = client.post(reverse(f"tables:{page}", args=args), {**(data or {}), **more})
    assert answer.status_code == status, answer.content.decode()
    return answer.headers.get("Location") or answer.content.decode()


def olga(language: str = "en") -> Client:
    """Return the client of an operator."""
    return inside(operator(), language)


def marta(language: str = "en") -> Client:
    """Return the client of a manager."""
    return inside(manager(), language)
