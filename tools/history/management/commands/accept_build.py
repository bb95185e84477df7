"""`manage.py accept_build`: two people of a demo or a rehearsal accept the build that was registered last."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from accounts.models.users import State, User
from accounts.roles.values import Role
from builds.models import BuildManifest
from compliance.build.services.acceptance import decide_acceptance, propose_acceptance
from journal.management.english_commands import EnglishCommand

_REASON = "rehearsed"


class Command(EnglishCommand):
    """Accept as an operator and a compliance manager; where there are none, refuse."""

    help = "Accept the build that was registered last, by two people of the demo's staff."

    def handle(self, *_args: Any, **_options: Any) -> None:
        if not settings.DEMO_PROVIDER_ENABLED:
            raise CommandError("Only rehearsals accept a build by a command: people use the page.")
        newest = BuildManifest.objects.order_by("-pk").first()
        proposer, decider = _find(Role.OPERATOR), _find(Role.COMPLIANCE_MANAGER)
        if newest is None or proposer is None or decider is None:
            raise CommandError("Register a build, and create an operator and a manager first.")
        asked = propose_acceptance(newest.pk, acting_user=proposer, reason=_REASON)
        decide_acceptance(asked.pk, approved=True, acting_user=decider, reason=_REASON)
        self.stdout.write(f"{newest} is in force")


def _find(role: Role) -> User | None:
    people = User.objects.filter(is_staff=True, state=State.ACTIVE, groups__name=role.value)
    return people.order_by("pk").first()
