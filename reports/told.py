"""What every sheet says about itself in a file; its page has the same, but for who reads it."""

from datetime import UTC

from django.utils.translation import gettext as _

from reports.sheet import Sheet


def about(sheet: Sheet) -> list[tuple[str, str]]:
    """Return operator, interval, time made and who asked, each with its name."""
    return [
        (_("Operator"), sheet.operator),
        (_("Period"), sheet.period),
        (_("Made at"), f"{sheet.made_at.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"),
        (_("Made for"), sheet.by),
    ]
