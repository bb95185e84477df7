from django.db import migrations, models

from approvals.operations import decided_by_another
from journal.sql import run_sql


class Migration(migrations.Migration):
    """Proposed thresholds may be withdrawn by their proposer; their trial is then stopped."""

    dependencies = [("detection", "0004_dueplayer_judge_from")]

    operations = [
        migrations.AddField(
            model_name="thresholddecision",
            name="withdrawn",
            field=models.BooleanField(db_default=False, default=False),
        ),
        # locks: constraint-missing-not-valid: no release has the table
        migrations.AddConstraint(
            model_name="thresholddecision",
            constraint=models.CheckConstraint(
                condition=models.Q(("withdrawn", False), ("approved", False), _connector="OR"),
                name="detection_withdrawn_not_approved",
            ),
        ),
        migrations.AlterField(
            model_name="recomputation",
            name="state",
            field=models.CharField(
                choices=[
                    ("waiting", "running"),
                    ("done", "finished"),
                    ("failed", "failed"),
                    ("stopped", "stopped"),
                ],
                default="waiting",
                max_length=7,
            ),
        ),
        migrations.RunSQL("DROP TRIGGER another_person ON public.detection_thresholddecision"),
        decided_by_another(
            "detection_thresholdchange", "detection_thresholddecision", when="NOT new.withdrawn"
        ),
        run_sql("detection.sql", "withdrawals"),
    ]
