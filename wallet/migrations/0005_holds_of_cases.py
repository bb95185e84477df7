from django.db import migrations, models


class Migration(migrations.Migration):
    """The site may hold a withdrawal by itself: such a step has neither a person nor a provider's event."""

    atomic = False  # each statement takes its own lock, and the last one reads while others write

    dependencies = [("wallet", "0004_archive")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                # locks: ban-drop-constraint: replaced in the same statement by one that allows more
                migrations.RunSQL(
                    "ALTER TABLE public.wallet_withdrawal_step"
                    " DROP CONSTRAINT wallet_withdrawal_step_actor,"
                    " ADD CONSTRAINT wallet_withdrawal_step_actor CHECK ("
                    "acting_user_id IS NULL AND (event_id IS NOT NULL OR to_state = 'held')"
                    " OR acting_user_id IS NOT NULL AND event_id IS NULL) NOT VALID"
                ),
                migrations.RunSQL(
                    "ALTER TABLE public.wallet_withdrawal_step"
                    " VALIDATE CONSTRAINT wallet_withdrawal_step_actor"
                ),
            ],
            state_operations=[
                migrations.RemoveConstraint("withdrawalstep", "wallet_withdrawal_step_actor"),
                migrations.AddConstraint(
                    "withdrawalstep",
                    models.CheckConstraint(
                        name="wallet_withdrawal_step_actor",
                        condition=models.Q(acting_user__isnull=False, event__isnull=True)
                        | models.Q(
                            models.Q(event__isnull=False) | models.Q(to_state="held"),
                            acting_user__isnull=True,
                        ),
                    ),
                ),
            ],
        )
    ]
