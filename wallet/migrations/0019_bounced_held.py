"""A withdrawal that came back unpaid can be held."""

from django.conf import settings
from django.db import migrations, models

from journal.sql import run_sql


class Migration(migrations.Migration):
    dependencies = [
        ("wallet", "0018_sealed_destinations"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="withdrawalstep",
            name="wallet_withdrawal_step_move",
        ),
        migrations.AddConstraint(
            model_name="withdrawalstep",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("from_state", ""), ("to_state__in", ("requested",))),
                    models.Q(
                        ("from_state", "requested"),
                        ("to_state__in", ("second", "approved", "held", "refused")),
                    ),
                    models.Q(
                        ("from_state", "second"), ("to_state__in", ("approved", "held", "refused"))
                    ),
                    models.Q(
                        ("from_state", "approved"),
                        ("to_state__in", ("sent", "paid", "held", "refused")),
                    ),
                    models.Q(
                        ("from_state", "held"),
                        ("to_state__in", ("requested", "bounced", "paid", "refused")),
                    ),
                    models.Q(
                        ("from_state", "sent"), ("to_state__in", ("paid", "bounced", "doubted"))
                    ),
                    models.Q(
                        ("from_state", "doubted"), ("to_state__in", ("paid", "bounced", "sent"))
                    ),
                    models.Q(
                        ("from_state", "bounced"), ("to_state__in", ("paid", "held", "refused"))
                    ),
                    _connector="OR",
                ),
                name="wallet_withdrawal_step_move",
            ),
        ),
        run_sql("wallet.sql", "0019_bounced_held"),
    ]
