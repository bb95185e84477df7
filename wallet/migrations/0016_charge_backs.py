"""A charged-back deposit is reversed with its own state, and holds its player's withdrawals."""

from django.conf import settings
from django.db import migrations, models

from journal.sql import run_sql


class Migration(migrations.Migration):
    dependencies = [
        ("wallet", "0015_told_player"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="depositstep",
            name="wallet_deposit_step_money",
        ),
        migrations.RemoveConstraint(
            model_name="depositstep",
            name="wallet_deposit_step_move",
        ),
        migrations.RemoveConstraint(
            model_name="withdrawalstep",
            name="wallet_withdrawal_step_told",
        ),
        migrations.AlterField(
            model_name="deposit",
            name="state",
            field=models.CharField(
                choices=[
                    ("requested", "Requested"),
                    ("pending", "On its way"),
                    ("credited", "Credited"),
                    ("failed", "Not paid"),
                    ("refused", "Refused"),
                    ("expired", "Expired"),
                    ("reversed", "Reversed"),
                ],
                default="requested",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="depositstep",
            name="from_state",
            field=models.CharField(
                blank=True,
                choices=[
                    ("requested", "Requested"),
                    ("pending", "On its way"),
                    ("credited", "Credited"),
                    ("failed", "Not paid"),
                    ("refused", "Refused"),
                    ("expired", "Expired"),
                    ("reversed", "Reversed"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="depositstep",
            name="to_state",
            field=models.CharField(
                choices=[
                    ("requested", "Requested"),
                    ("pending", "On its way"),
                    ("credited", "Credited"),
                    ("failed", "Not paid"),
                    ("refused", "Refused"),
                    ("expired", "Expired"),
                    ("reversed", "Reversed"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="withdrawalstep",
            name="told_player",
            field=models.CharField(
                choices=[
                    (
                        "destination",
                        "We could not confirm the account to pay to. Request it again with other details.",
                    ),
                    (
                        "holder",
                        "The account to pay to is not in your name. Request it again to an account of yours.",
                    ),
                    (
                        "identity",
                        "We need to verify your identity again. Send a valid document, then request it again.",
                    ),
                    ("not_paid", "The payment could not be made. Request it again in another way."),
                    ("asked", "It was refused at your request."),
                    ("reversed", "A deposit of yours was reversed, and this money pays for it."),
                    ("review", "It did not pass our review. Write to us with questions."),
                ],
                max_length=20,
                null=True,
            ),
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
                    models.Q(("from_state", "credited"), ("to_state__in", ("reversed",))),
                    models.Q(
                        ("from_state", "expired"),
                        ("to_state__in", ("pending", "credited", "failed", "refused")),
                    ),
                    _connector="OR",
                ),
                name="wallet_deposit_step_move",
            ),
        ),
        migrations.AddConstraint(
            model_name="depositstep",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("to_state__in", ["credited", "reversed"]), ("transfer__isnull", False)
                    ),
                    models.Q(
                        models.Q(("to_state__in", ["credited", "reversed"]), _negated=True),
                        ("transfer__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="wallet_deposit_step_money",
            ),
        ),
        migrations.AddConstraint(
            model_name="withdrawalstep",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("to_state", "refused"),
                        (
                            "told_player__in",
                            [
                                "destination",
                                "holder",
                                "identity",
                                "not_paid",
                                "asked",
                                "reversed",
                                "review",
                            ],
                        ),
                        ("told_player__isnull", False),
                    ),
                    models.Q(
                        models.Q(("to_state", "refused"), _negated=True),
                        ("told_player__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="wallet_withdrawal_step_told",
            ),
        ),
        run_sql("wallet.sql", "0016_charge_backs"),
    ]
