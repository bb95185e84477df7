"""Work queues of rules, tables and limits of play that wait for a decision."""

from accounts.roles.values import Right
from approvals.selectors import Queue, undecided_proposals
from limits.models import LimitSet
from tables.models import RuleSetVersion, TableChange, VersionState


def table_queues() -> tuple[Queue, ...]:
    """Return the queues of versions of rules, changes of tables, and limits of play."""
    rules = RuleSetVersion.objects.filter(state=VersionState.PROPOSED)
    see, page = Right.VIEW_TABLES, "tables:overview"
    return (
        Queue("rules", see, rules, page),
        Queue("table_changes", see, undecided_proposals(TableChange), page),
        Queue("play_limits", see, undecided_proposals(LimitSet), page),
    )
