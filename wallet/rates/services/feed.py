"""Reference rates from a daily XML file in the European Central Bank's format.

The file has units per euro; USD per unit is stored. Only the configured URL is fetched, and a redirect is an error.
"""

import http.client
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import ROUND_HALF_EVEN, Decimal, InvalidOperation, localcontext
from typing import Any, Final
from urllib.parse import urlsplit
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from journal.models import EventKind
from journal.services.recording import record
from journal.values.findings import make_finding
from wallet.rates.models import Rate
from wallet.rates.refusals import RateOutdated, RateRefused
from wallet.rates.selectors import rates
from wallet.rates.services.rate_entry import EnteredRate, enter_rate
from wallet.rates.values import RATE_STEP, OfferedRate

MOST_BYTES: Final = 256 * 1024
MOST_SECONDS: Final = 20.0
PUBLISHED_HOUR: Final = 14  # UTC; about 16:00 in Frankfurt


class FeedFailed(Exception):
    """The file is missing or invalid; nothing was stored. `finding` says why."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.finding = make_finding(code, **facts)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_args: Any, **_more: Any) -> None:
        """Treat a redirect as an error."""


@dataclass(frozen=True, slots=True)
class ReferenceRates:
    """Rates of one day: time of publication, and units per euro."""

    as_of: datetime
    per_euro: Mapping[str, Decimal]


def fetch_file(address: str) -> bytes:
    """Return the file at `address`, limited to MOST_BYTES and MOST_SECONDS. Raises FeedFailed."""
    opener = urllib.request.build_opener(_NoRedirect)
    limit = time.monotonic() + MOST_SECONDS
    try:
        with opener.open(address, timeout=MOST_SECONDS / 2) as answer:
            return _read(answer, limit)
    except (OSError, ValueError, http.client.HTTPException) as error:
        host = urlsplit(address).hostname
        raise FeedFailed("feed_unreachable", host=host, error=_brief(error)) from error


def _brief(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:200]


def _read(answer: Any, limit: float) -> bytes:
    body = b""
    while part := answer.read1(16 * 1024):
        body += part
        if len(body) > MOST_BYTES:
            raise FeedFailed("feed_too_large", bytes=MOST_BYTES)
        if time.monotonic() > limit:
            raise FeedFailed("feed_too_slow", seconds=int(MOST_SECONDS))
    return body


def parse_file(body: bytes) -> ReferenceRates:
    """Return the rates of the newest day in a file. Raises FeedFailed if it is invalid."""
    try:
        root = fromstring(body, forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError) as error:
        raise FeedFailed("feed_unreadable", error=_brief(error)) from error
    days = {cube.attrib["time"]: cube for cube in root.iter() if "time" in cube.attrib}
    if not days:
        raise FeedFailed("feed_without_day")
    day = max(days)
    try:
        as_of = datetime.strptime(day, "%Y-%m-%d").replace(hour=PUBLISHED_HOUR, tzinfo=UTC)
        per_euro = {
            cube.attrib["currency"]: Decimal(cube.attrib["rate"])
            for cube in days[day]
            if "currency" in cube.attrib
        }
    except (KeyError, ValueError, InvalidOperation) as error:
        raise FeedFailed("feed_day_unreadable", day=day[:30], error=_brief(error)) from error
    if any(not (rate.is_finite() and rate > 0) for rate in per_euro.values()):
        raise FeedFailed("feed_rate_not_positive")
    if "USD" not in per_euro:
        raise FeedFailed("feed_without_dollar")
    return ReferenceRates(as_of, per_euro)


def convert_file_rates(reference: ReferenceRates, source: str) -> list[OfferedRate]:
    """Return USD per unit, to twelve decimals, of each of the house's currencies in the file."""
    dollars = reference.per_euro["USD"]
    per_euro = {**reference.per_euro, "EUR": Decimal(1)}
    with localcontext(prec=60):
        return [
            OfferedRate(
                code,
                (dollars / per_euro[code]).quantize(RATE_STEP, rounding=ROUND_HALF_EVEN),
                source,
                reference.as_of,
            )
            for code in rates.FOREIGN
            if code in per_euro
        ]


def import_feed(address: str) -> list[EnteredRate]:
    """Fetch the feed and enter its new rates; return those entered. Idempotent per file.

    A failure is recorded as an event and returns nothing, so the schedule continues.
    """
    source = f"feed: {urlsplit(address).hostname or ''}"[:60]
    try:
        offers = convert_file_rates(parse_file(fetch_file(address)), source)
    except FeedFailed as error:
        record(EventKind.RATE_FEED_FAILED, subject=source, data={"reason": error.finding})
        return []
    entered = [_enter_offer(offer) for offer in offers if not _is_known(offer)]
    return [one for one in entered if one is not None]


def _is_known(offer: OfferedRate) -> bool:
    same = Rate.objects.filter(currency_id=offer.currency, source=offer.source, as_of=offer.as_of)
    return same.exists()


def _enter_offer(offer: OfferedRate) -> EnteredRate | None:
    try:
        return enter_rate(offer, None)
    except RateOutdated:  # a later rate was entered manually
        return None
    except RateRefused as error:
        reason = make_finding("feed_rate_refused", why=error.code)
        data = {"currency": offer.currency, "reason": reason}
        record(EventKind.RATE_FEED_FAILED, subject=offer.source, data=data)
        return None
