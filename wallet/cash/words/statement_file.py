"""A player's statement as CSV."""

from collections.abc import Iterator, Mapping
from itertools import chain

from django.utils.translation import gettext as _

from pages.moments import in_zone
from pages.spreadsheets import BOM, CsvFormat, select_csv_format
from wallet.cash.selectors.statement import iterate_lines
from wallet.cash.values.statement_lines import StatementFilter, StatementLine
from wallet.exchange.selectors import PastExchange
from wallet.ledger.models import TransferKind


def _header() -> list[str]:
    return [
        in_zone(_("time ({zone})")),
        _("number"),
        _("kind"),
        _("movement"),
        _("currency"),
        _("amount"),
        _("balance after it"),
        _("round"),
        _("note"),
        _("given"),
        _("currency given"),
        _("received"),
        _("currency received"),
        _("exchange rate"),
        _("share of the house"),
    ]


def _exchange_cells(past: PastExchange | None, style: CsvFormat) -> list[str]:
    if past is None:
        return [""] * 6
    return [
        style.number(past.given.text),
        past.given.currency,
        style.number(past.received.text),
        past.received.currency,
        style.number(format(past.price.rate.normalize(), "f")),
        style.number(format(past.spread.normalize(), "f")),
    ]


def _cells(line: StatementLine, labels: Mapping[str, str], style: CsvFormat) -> list[str]:
    return [
        style.time(line.at),
        str(line.transfer_id),
        line.kind,
        labels[line.kind],
        line.amount.currency,
        style.number(line.amount.text),
        style.number(line.balance.text),
        line.round_name,
        line.note,
        *_exchange_cells(line.exchange, style),
    ]


def _batches(
    player_id: int, chosen: StatementFilter, labels: Mapping[str, str], style: CsvFormat
) -> Iterator[str]:
    for line in iterate_lines(player_id, chosen):
        yield style.line(_cells(line, labels, style))


def csv_rows(player_id: int, chosen: StatementFilter, *, sheet: bool = False) -> Iterator[str]:
    """Return the statement as CSV lines, oldest first, in the active language.

    For programs numbers have a decimal point and times their zone; for a `sheet` both are in the spreadsheet's locale.
    Reads 1,000 movements per query and releases the connection in between: a slow download holds neither memory nor a
    connection.
    """
    labels = {str(kind.value): str(kind.label) for kind in TransferKind}
    style = select_csv_format(sheet=sheet)
    return chain([BOM + style.line(_header())], _batches(player_id, chosen, labels, style))
