"""Checks whether the links that a profile requires are reachable: by the webhooks' client, so to public addresses only."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Final
from urllib.parse import urljoin

from django.conf import settings

from api.selectors.webhooks import listed_networks
from api.services.webhook_http import WebhookRequest, send_webhook
from api.values.webhook_answers import DeliveryFailure, WebhookAnswer
from api.values.webhook_networks import Network
from profiles.models import LinkCheck
from profiles.selectors.links import list_checked_addresses

AT_ONCE: Final = 10
MOST_REDIRECTS: Final = 5
FAILED_AGAIN: Final = timedelta(minutes=10)
"""A link that failed is checked again after this time."""
_HEADERS: Final = {"User-Agent": "Ligalo-Links/1", "Accept": "*/*"}
_NO_HEAD: Final = (
    HTTPStatus.FORBIDDEN,
    HTTPStatus.NOT_FOUND,
    HTTPStatus.METHOD_NOT_ALLOWED,
    HTTPStatus.NOT_IMPLEMENTED,
)
"""Answers of servers that know no HEAD: they are asked by GET."""


def check_due_links(now: datetime) -> int:
    """Check the required links whose time has come; return how many. Safe to run twice. Forgets links that no profile requires."""
    addresses = list_checked_addresses(now)
    LinkCheck.objects.exclude(address__in=addresses).delete()
    known = {row.address: row for row in LinkCheck.objects.all()}
    due = [one for one, hours in addresses.items() if _is_due(known.get(one), hours, now)]
    if not due:
        return 0
    networks = listed_networks()
    with ThreadPoolExecutor(max_workers=min(len(due), AT_ONCE)) as pool:
        answers = list(pool.map(lambda address: check_link(address, networks), due))
    for address, answer in zip(due, answers, strict=True):
        found = {"checked_at": now, "failure": answer.failure.value, "status": answer.status}
        LinkCheck.objects.update_or_create(address=address, defaults=found)
    return len(due)


def _is_due(last: LinkCheck | None, hours: int, now: datetime) -> bool:
    """Return whether half of the time to the next check is over, so that a check that runs late is still in time."""
    if last is None:
        return True
    pause = FAILED_AGAIN if last.failure else timedelta(hours=hours) / 2
    return last.checked_at <= now - pause


def check_link(address: str, networks: list[Network]) -> WebhookAnswer:
    """Ask for a page by HEAD, or by GET of a server without it, and follow a few redirects, each to an allowed address."""
    for _turn in range(MOST_REDIRECTS + 1):
        answer = _ask("HEAD", address, networks)
        if answer.status in _NO_HEAD:
            answer = _ask("GET", address, networks)
        if answer.failure != DeliveryFailure.REDIRECT or not answer.location:
            return answer
        address = urljoin(address, answer.location).partition("#")[0]
    return answer


def _ask(method: str, address: str, networks: list[Network]) -> WebhookAnswer:
    request = WebhookRequest(
        address.partition("#")[0], _HEADERS, b"", networks, settings.WEBHOOK_SECONDS, method
    )
    return send_webhook(request)
