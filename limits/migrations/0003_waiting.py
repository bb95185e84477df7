from django.db import migrations, models

from journal.sql import run_sql


class Migration(migrations.Migration):
    """How long a looser own limit waits, as its request says."""

    dependencies = [("limits", "0002_session_plans")]

    operations = [
        migrations.AddField(
            model_name="limit",
            name="wait_hours",
            field=models.PositiveSmallIntegerField(db_default=0, default=0, editable=False),
        ),
        run_sql("limits.sql", "waiting"),
    ]
