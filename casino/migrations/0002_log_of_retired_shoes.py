from django.db import migrations, models


class Migration(migrations.Migration):
    """Lines of the public log for shoes that a restore retires."""

    dependencies = [("casino", "0001_initial")]

    operations = [
        migrations.AddField("logline", "nonce", models.PositiveIntegerField(null=True)),
        migrations.AlterField(
            "logline",
            "kind",
            models.CharField(
                choices=[
                    ("announced", "announced"),
                    ("opened", "opened"),
                    ("closed", "closed"),
                    ("lost", "given up: its seed cannot be revealed"),
                    ("retired", "retired: the records were restored from a backup"),
                ],
                max_length=10,
            ),
        ),
    ]
