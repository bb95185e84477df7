import django.db.models.deletion
from django.db import migrations, models

from journal.sql import run_sql


class Migration(migrations.Migration):
    """The versions of the profile that judged a round."""

    dependencies = [("casino", "0009_table_watches"), ("profiles", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="round",
            name=name,
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to="profiles.profileversion",
            ),
        )
        for name in ("profile", "country_profile")
    ] + [run_sql("casino.sql", "profiles")]
