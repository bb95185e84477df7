"""Why staff refused is written twice: a sentence for the player, a reason for staff."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("wallet", "0014_debts"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="depositstep",
            name="told_player",
            field=models.CharField(
                choices=[
                    ("not_received", "The money was not received."),
                    ("amount", "The amount received is not the one recorded."),
                    ("mistake", "It was recorded by mistake."),
                    (
                        "not_allowed",
                        "Your account or a limit does not allow it. The money is returned.",
                    ),
                    (
                        "review",
                        "It did not pass our review. The money is returned; write to us with questions.",
                    ),
                ],
                max_length=20,
                null=True,
            ),
        ),
        migrations.AddField(
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
                    ("review", "It did not pass our review. Write to us with questions."),
                ],
                max_length=20,
                null=True,
            ),
        ),
        migrations.AlterField(
            model_name="transfer",
            name="kind",
            field=models.CharField(
                choices=[
                    ("deposit", "Deposit"),
                    ("bet", "Stake"),
                    ("settle", "Paid back"),
                    ("refund", "Refund"),
                    ("reverse", "Reversal"),
                    ("exchange", "Exchange"),
                    ("withdraw", "Withdrawal requested"),
                    ("pay_out", "Withdrawal paid"),
                    ("cancel_withdrawal", "Withdrawal refused"),
                    ("adjust", "Adjustment"),
                    ("bonus", "Bonus"),
                    ("void", "Round voided"),
                    ("owe", "Owed by the player"),
                    ("collect", "Owed amount paid"),
                    ("suspend", "Stakes suspended"),
                    ("redeem", "Points redeemed"),
                    ("repay", "Amount owed set off"),
                    ("advance", "Recorded as amount owed"),
                ],
                max_length=20,
            ),
        ),
        migrations.AddConstraint(
            model_name="depositstep",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("event__isnull", True),
                        ("to_state", "refused"),
                        (
                            "told_player__in",
                            ["not_received", "amount", "mistake", "not_allowed", "review"],
                        ),
                        ("told_player__isnull", False),
                    ),
                    models.Q(
                        models.Q(
                            models.Q(("to_state", "refused"), _negated=True),
                            ("event__isnull", False),
                            _connector="OR",
                        ),
                        ("told_player__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="wallet_deposit_step_told",
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
                            ["destination", "holder", "identity", "not_paid", "asked", "review"],
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
    ]
