"""What waits for a person about rules, tables and limits of play."""

from django.utils.translation import gettext_lazy as _

from accounts.roles.values import Right
from approvals.selectors import Queue, undecided_proposals
from limits.models import LimitSet
from tables.models import RuleSetVersion, TableChange, VersionState


def table_queues() -> tuple[Queue, ...]:
    """Versions of rules, changes of tables, limits of play."""
    rules = RuleSetVersion.objects.filter(state=VersionState.PROPOSED)
    see, page = Right.VIEW_TABLES, "tables:overview"
    return (
        Queue(_("Rules"), see, rules, page),
        Queue(_("Changes of tables"), see, undecided_proposals(TableChange), page),
        Queue(_("Limits of play"), see, undecided_proposals(LimitSet), page),
    )
