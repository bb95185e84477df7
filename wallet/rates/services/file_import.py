"""Import of a file of rates by staff: preview, then all or nothing."""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import Final

from django.core import signing
from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext as _

from accounts.models.users import User
from accounts.roles.services import require
from accounts.roles.values import Right
from journal.refusals import Refusal
from wallet.rates.refusals import RateFileRefused, RateRefused
from wallet.rates.selectors import rates
from wallet.rates.services.rate_entry import EnteredRate, enter_rate
from wallet.rates.values import MAX_RATE, RATE_STEP, OfferedRate

MOST_BYTES: Final = 128 * 1024
MOST_LINES: Final = 1000
COLUMNS: Final = ("currency", "rate", "as_of", "source")
SHOWN_FOR: Final = 60 * 60  # seconds that a preview can be confirmed
_SALT: Final = "wallet.rate_import"
_FINEST: Final = 12
_EARLIEST: Final = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class RateLine:
    """Line of the file: its rate, or its error."""

    number: int
    text: str
    offered: OfferedRate | None
    error: str = ""
    waits: bool | None = None  # for a second person; None if the file has errors


@dataclass(slots=True)
class RateFileContext:
    """State that lines are checked against: times of the rates in effect, and earlier lines.

    `point` is the decimal mark accepted besides a point.
    """

    point: str = "."
    present: dict[str, datetime | None] = field(default_factory=dict)
    seen: set[tuple[str, datetime]] = field(default_factory=set)

    def newest(self, currency: str) -> datetime | None:
        """Return the time of the currency's rate in effect. One query per currency."""
        if currency not in self.present:
            row = rates.rates_in_effect(currency).first()
            self.present[currency] = row.as_of if row else None
        return self.present[currency]


@dataclass(frozen=True, slots=True)
class RateFilePreview:
    """All lines, and the signed content that a confirmation sends back; "" if there are errors."""

    lines: list[RateLine]
    sealed: str = ""
    errors: int = field(default=0)


def preview_file(content: bytes, acting_user: User) -> RateFilePreview:
    """Parse a file and try its rates without storing them. Raises NotPermitted, RateFileRefused."""
    require(acting_user, Right.EDIT_RATES)
    text = _decode_file(content)
    lines = list(_lines(text))
    if not lines:
        raise RateFileRefused(_("The file has no rates."))
    if not any(line.error for line in lines):
        lines = _try_lines(lines, acting_user)
    wrong = sum(1 for line in lines if line.error)
    return RateFilePreview(lines, "" if wrong else _sign_lines(text, lines, acting_user), wrong)


def _try_lines(lines: list[RateLine], acting_user: User) -> list[RateLine]:
    """Return the lines with their effect: all are entered and rolled back, because PostgreSQL decides."""
    found = []
    with transaction.atomic():
        for line, offered in _in_order(lines):
            try:
                entered = enter_rate(offered, acting_user)
            except Refusal as refusal:
                found.append(replace(line, error=str(refusal), offered=None))
            else:
                found.append(replace(line, waits=entered.waits))
        transaction.set_rollback(True)
    return sorted(found, key=lambda line: line.number)


def _in_order(lines: list[RateLine]) -> list[tuple[RateLine, OfferedRate]]:
    pairs = [(line, line.offered) for line in lines if line.offered is not None]
    return sorted(pairs, key=lambda pair: pair[1].as_of)


def confirm_file(sealed: str, acting_user: User) -> list[EnteredRate]:
    """Store a previewed file, all or nothing.

    Raises NotPermitted, RateRefused, and RateFileRefused if the preview has expired, is another user's, or no longer
    applies.
    """
    require(acting_user, Right.EDIT_RATES)
    try:
        text, waits, present, user = signing.loads(sealed, salt=_SALT, max_age=SHOWN_FOR)
    except signing.BadSignature as error:
        raise RateFileRefused(_("This preview is over. Please choose the file again.")) from error
    if user != acting_user.pk:
        raise RateFileRefused(_("This preview is somebody else's."))
    lines = list(_lines(text))
    if any(line.error for line in lines):
        raise _no_longer()
    with transaction.atomic():
        if _present(lines) != present:
            raise _no_longer()
        entered = [(line, enter_rate(offered, acting_user)) for line, offered in _in_order(lines)]
        if [line.number for line, one in entered if one.waits] != waits:
            raise _no_longer()
    return [one for _line, one in entered]


def _no_longer() -> RateFileRefused:
    return RateFileRefused(
        _("A rate was entered meanwhile, and the file no longer fits. Nothing was stored.")
    )


def _sign_lines(text: str, lines: list[RateLine], acting_user: User) -> str:
    waits = [line.number for line, _read_offer in _in_order(lines) if line.waits]
    content = [text, waits, _present(lines), acting_user.pk]
    return signing.dumps(content, salt=_SALT, compress=True)


def _present(lines: list[RateLine]) -> dict[str, int | None]:
    """Return the id of the rate in effect of each currency in the file."""
    currencies = {offered.currency for _line, offered in _in_order(lines)}
    rows = {currency: rates.rates_in_effect(currency).first() for currency in currencies}
    return {currency: row.pk if row else None for currency, row in rows.items()}


def _decode_file(content: bytes) -> str:
    if len(content) > MOST_BYTES:
        raise RateFileRefused(_("The file is too large."))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RateFileRefused(_("The file is not text in UTF-8.")) from error


def _lines(text: str) -> Iterator[RateLine]:
    first = text.partition("\n")[0]
    # As spreadsheets write CSV where the decimal mark is a comma.
    spreadsheet = ";" in first and "," not in first
    reader = csv.reader(
        io.StringIO(text, newline=""), strict=True, delimiter=";" if spreadsheet else ","
    )
    known = RateFileContext(point="," if spreadsheet else ".")
    try:
        header = [name.strip().lower() for name in next(reader, [])]
        if header != list(COLUMNS):
            raise RateFileRefused(
                _("The first line must be: %(columns)s") % {"columns": ",".join(COLUMNS)}
            )
        for row in reader:
            if reader.line_num > MOST_LINES + 1:
                raise RateFileRefused(_("The file has too many lines."))
            if any(cell.strip() for cell in row):
                yield _line(reader.line_num, [cell.strip() for cell in row], known)
    except csv.Error as error:
        raise RateFileRefused(_("The file cannot be read as CSV.")) from error


def _line(number: int, row: list[str], known: RateFileContext) -> RateLine:
    text = ",".join(row)
    try:
        offered = _read_offer(row, known)
    except RateRefused as refusal:
        return RateLine(number, text, None, str(refusal))
    return RateLine(number, text, offered)


def _read_offer(row: list[str], known: RateFileContext) -> OfferedRate:
    if len(row) != len(COLUMNS):
        raise RateRefused(_("This line has not four fields."))
    currency, rate, as_of, source = row
    if currency not in rates.FOREIGN:
        raise RateRefused(_("There are no rates of this currency."))
    if not source.isprintable() or not 0 < len(source) <= 60:  # noqa: PLR2004  the column's width
        raise RateRefused(_("The source is missing or longer than 60 characters."))
    offered = OfferedRate(currency, _rate(rate, known.point), source, _time(as_of))
    last = known.newest(currency)
    if last is not None and offered.as_of < last:  # the database decides about equal times
        raise RateRefused(_("There is a rate of the same time or later already."))
    if (currency, offered.as_of) in known.seen:
        raise RateRefused(_("This time is in the file twice."))
    known.seen.add((currency, offered.as_of))
    return offered


def _rate(written: str, point: str) -> Decimal:
    text = written.replace(point, ".", 1)
    whole, _point, decimals = text.partition(".")
    digits = f"{whole}{decimals}"
    if not (digits.isascii() and digits.isdigit() and whole) or len(decimals) > _FINEST:
        raise RateRefused(_("The rate is not a number with a point and up to twelve decimals."))
    rate = Decimal(text).quantize(RATE_STEP) if len(whole) < _FINEST else MAX_RATE
    if not 0 < rate < MAX_RATE:
        raise RateRefused(_("The rate must be above zero and below a billion."))
    return rate


def _time(text: str) -> datetime:
    try:
        found = parse_datetime(text)
        day = parse_date(text) if found is None or len(text) <= 10 else None  # noqa: PLR2004  YYYY-MM-DD
    except ValueError:
        found = day = None
    if day is not None:
        found = datetime(day.year, day.month, day.day, tzinfo=UTC)
    if found is None or found.tzinfo is None:
        raise RateRefused(
            _("The time must be a date, or a date and time with its zone (2026-01-31T14:00Z).")
        )
    if found < _EARLIEST:
        raise RateRefused(_("A rate cannot be of a time before 2000."))
    if found > timezone.now():
        raise RateRefused(_("A rate cannot be of a time to come."))
    return found
