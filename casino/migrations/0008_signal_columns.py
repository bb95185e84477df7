from django.db import migrations, models

from journal.sql import run_sql


class Migration(migrations.Migration):
    """What a player could know before bets and decisions: counts of the cards seen, chart cells, legal actions, times."""

    dependencies = [
        ("casino", "0007_decision_months"),
    ]

    operations = [
        migrations.AddField(
            model_name="deal",
            name="cards_left",
            field=models.SmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="deal",
            name="running_count",
            field=models.SmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="decision",
            name="asked_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="decision",
            name="cards_left",
            field=models.SmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="decision",
            name="legal",
            field=models.SmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="decision",
            name="running_count",
            field=models.SmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="decision",
            name="spot",
            field=models.SmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="shoe",
            name="running_count",
            field=models.SmallIntegerField(null=True),
        ),
        run_sql("casino.sql", "deal_counts"),
    ]
