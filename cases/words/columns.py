"""Columns of the queue in files."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from cases.models import Case
from pages.lists import Column
from pages.moments import in_zone_lazy

COLUMNS: Final[tuple[Column[Case], ...]] = (
    Column("number", _("Case"), lambda one: one.number),
    Column("kind", _("Kind"), lambda one: one.get_kind_display(), code=lambda one: one.kind),
    Column(
        "severity",
        _("Severity"),
        lambda one: one.get_severity_display(),
        code=lambda one: one.severity,
    ),
    Column(
        "status", _("Status"), lambda one: one.get_status_display(), code=lambda one: one.status
    ),
    Column(
        "outcome",
        _("Outcome"),
        lambda one: one.get_outcome_display() or None,
        code=lambda one: one.outcome or None,
    ),
    Column("opened_at", in_zone_lazy(_("Opened ({zone})")), lambda one: one.opened_at),
    Column("due_at", in_zone_lazy(_("Due ({zone})")), lambda one: one.due_at),
    Column(
        "assignee",
        _("Assigned to"),
        lambda one: one.assignee.full_name if one.assignee else None,
    ),
    Column("id", _("Id"), lambda one: str(one.public_id)),
)
