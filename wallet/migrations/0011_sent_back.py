"""A deposit that is paid during an exclusion, or above an own limit of later, is refused and sent back; its player is told."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("wallet", "0010_withdrawal_factor"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="depositstep",
            name="wallet_deposit_step_move",
        ),
        migrations.AddConstraint(
            model_name="depositstep",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("from_state", ""), ("to_state__in", ("requested",))),
                    models.Q(
                        ("from_state", "requested"),
                        ("to_state__in", ("pending", "credited", "failed", "refused", "expired")),
                    ),
                    models.Q(
                        ("from_state", "pending"),
                        ("to_state__in", ("credited", "failed", "refused")),
                    ),
                    models.Q(("from_state", "failed"), ("to_state__in", ("credited", "refused"))),
                    models.Q(
                        ("from_state", "expired"),
                        ("to_state__in", ("pending", "credited", "failed", "refused")),
                    ),
                    _connector="OR",
                ),
                name="wallet_deposit_step_move",
            ),
        ),
    ]
