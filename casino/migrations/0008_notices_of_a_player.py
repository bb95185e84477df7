"""The notices of one player, for staff: a player's whole history is read newest first."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("casino", "0007_voids")]

    operations = [
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(fields=["player", "-created_at"], name="notice_of_player"),
        ),
    ]
