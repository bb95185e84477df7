"""Metadata of a sheet, shown in files and, without the reader, on its page."""

from django.utils.translation import gettext as _

from pages.moments import moment_text
from reports.values.sheet import Sheet


def sheet_facts(sheet: Sheet) -> list[tuple[str, str]]:
    """Return operator, period, time made and reader, each with its label."""
    return [
        (_("Operator"), sheet.operator),
        (_("Period"), sheet.period),
        (_("Made at"), moment_text(sheet.made_at, "Y-m-d H:i:s")),
        (_("Made for"), sheet.by),
    ]
