"""Whether a player has accepted the policies that matter."""

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Now

from accounts.models.policies import PolicyVersion
from accounts.models.users import Consent, User
from accounts.policies.selectors.versions import versions_in_force


def policies_due(user: str) -> Exists:
    """Subquery: the account in column `user` has not accepted a version in force that matters, nor a later one."""
    accepted = Consent.objects.filter(user=OuterRef(OuterRef(user)))
    return Exists(_unaccepted(accepted))


def has_policies_due(user: User) -> bool:
    """Return whether the player has to accept a policy before real money. One query."""
    return _unaccepted(Consent.objects.filter(user=user)).exists()


def list_due(user: User) -> list[PolicyVersion]:
    """Return the versions in force that the player is asked to accept. Two queries."""
    due = set(_unaccepted(Consent.objects.filter(user=user)).values_list("kind", flat=True))
    return [one for kind, one in sorted(versions_in_force().items()) if kind in due]


def _unaccepted(consents: QuerySet[Consent]) -> QuerySet[PolicyVersion]:
    accepted = consents.filter(kind=OuterRef("kind"), policy__number__gte=OuterRef("number"))
    return PolicyVersion.objects.filter(
        ~Exists(accepted),
        matters=True,
        decision__approved=True,
        decision__in_force_at__lte=Now(),
    ).order_by()
