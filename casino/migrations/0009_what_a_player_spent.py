"""What a player has staked and lost over weeks is summed up at each bet of who limits that: out of the index alone."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("casino", "0008_notices_of_a_player")]

    operations = [
        migrations.RemoveIndex(model_name="round", name="round_player_started"),
        migrations.AddIndex(
            model_name="round",
            index=models.Index(
                fields=["player", "-started_at"],
                include=["staked_usd", "returned_usd", "status", "currency"],
                name="round_player_started",
            ),
        ),
    ]
