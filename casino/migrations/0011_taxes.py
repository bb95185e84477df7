from django.db import migrations, models

from journal.sql import run_sql


class Migration(migrations.Migration):
    """The tax that the end of a round withheld, and that voids gave back."""

    dependencies = [("casino", "0010_round_profiles")]

    operations = [
        *(
            migrations.AddField(
                model_name=name,
                name="tax",
                field=models.BigIntegerField(db_default=0, default=0),
            )
            for name in ("round", "void", "voidstep")
        ),
        run_sql("casino.sql", "taxes"),
    ]
