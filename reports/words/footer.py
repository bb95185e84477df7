"""Metadata of a sheet, shown in files and, without the reader, on its page."""

from django.utils.translation import gettext as _

from pages.moments import moment_text
from profiles.selectors.in_force import profile_in_force
from reports.values.sheet import Sheet


def sheet_facts(sheet: Sheet) -> list[tuple[str, str]]:
    """Return operator, licence if the profile has one, period, time made and reader, each with its label."""
    licence = profile_in_force(at=sheet.made_at).licence
    return [
        (_("Operator"), sheet.operator),
        *([(_("Licence"), licence)] if licence else []),
        (_("Period"), sheet.period),
        (_("Made at"), moment_text(sheet.made_at, "Y-m-d H:i:s")),
        (_("Made for"), sheet.by),
    ]
