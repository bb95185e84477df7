"""Statements as CSV: flow, reference, status, amount, currency, time; a header line names the columns."""

import csv
import io
from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from journal.refusals import Refusal
from wallet.money.values import Money
from wallet.providers.refusals import StatementUnreadable
from wallet.providers.values import PaymentFlow, PaymentStatus, ReportedPayment

COLUMNS: Final = ("flow", "reference", "status", "amount", "currency", "at")


def parse_csv(file: bytes) -> Sequence[ReportedPayment]:
    """Return the payments of a statement, each once. Raises StatementUnreadable, naming the line."""
    try:
        rows = list(csv.reader(io.StringIO(file.decode("utf-8-sig"), newline=""), strict=True))
    except (UnicodeDecodeError, csv.Error) as error:
        raise StatementUnreadable(detail=type(error).__name__) from error
    if not rows or tuple(rows[0]) != COLUMNS:
        raise StatementUnreadable(detail="line 1")
    found = [_parse_line(number, row) for number, row in enumerate(rows[1:], 2)]
    if len({(one.flow, one.reference) for one in found}) < len(found):
        raise StatementUnreadable(detail="a payment is named twice")
    return found


def _parse_line(number: int, row: list[str]) -> ReportedPayment:
    try:
        flow, reference, status, amount, currency, at = row
        return ReportedPayment(
            PaymentFlow(flow),
            UUID(reference),
            PaymentStatus(status),
            Money.parse(amount, currency),
            datetime.strptime(at, "%Y-%m-%dT%H:%M:%S%z"),
        )
    except (ValueError, Refusal) as error:
        raise StatementUnreadable(detail=f"line {number}") from error


def format_csv(payments: Sequence[ReportedPayment]) -> bytes:
    """Return the payments as `parse_csv` reads them."""
    out = io.StringIO(newline="")
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow(COLUMNS)
    for one in payments:
        money = (one.money.text, one.money.currency)
        lines.writerow(
            (one.flow, one.reference, one.status, *money, one.at.isoformat(timespec="seconds"))
        )
    return out.getvalue().encode()
