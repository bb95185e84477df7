"""`manage.py staff_codes`: the current authenticator codes of the demo's staff."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from accounts.factors.selectors import demo_code
from accounts.models.users import User
from journal.management.english_commands import EnglishCommand


class Command(EnglishCommand):
    """Codes of demo staff only, who have no phones."""

    help = "Print the present second-factor codes of the demo's staff (in the demo only)"

    def handle(self, *_args: Any, **_options: Any) -> None:
        if not settings.DEMO_PROVIDER_ENABLED:
            raise CommandError("codes are printed in the demo only: DEMO_PROVIDER_ENABLED is off")
        for user in User.objects.filter(is_staff=True, is_test_account=True).order_by("email"):
            self.stdout.write(f"{user.email}  {demo_code(user)}")
