"""Back-office pages about rates: clients by role, and page text."""

import re
from html import unescape
from typing import Any

from django.test import Client

from accounts.roles.values import Role
from tests.accounts.staff import inside, staff


def page_of(role: Role, language: str = "en") -> Client:
    return inside(staff(role), language)


def text(response: Any) -> str:
    words = re.sub(r"<[^>]+>", " ", unescape(response.content.decode()))
    return " ".join(words.split())
