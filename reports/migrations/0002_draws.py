import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models

from journal.operations.append_only import append_only


class Migration(migrations.Migration):
    """Sums of the draws of closed days."""

    dependencies = [
        ("journal", "0001_initial"),
        ("reports", "0001_initial"),
        ("tables", "0001_initial"),
    ]

    operations = [
        migrations.AlterField(
            model_name="closedday",
            name="part",
            field=models.CharField(
                choices=[
                    ("figures", "figures"),
                    ("decisions", "cost of decisions"),
                    ("hands", "players' hands"),
                    ("draws", "random numbers"),
                ],
                max_length=9,
            ),
        ),
        migrations.CreateModel(
            name="DayOfDraws",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField()),
                ("library_version", models.CharField(max_length=20)),
                ("shoes", models.BigIntegerField()),
                (
                    "by_left",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.BigIntegerField(), size=None
                    ),
                ),
                (
                    "parts",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.BigIntegerField(), size=None
                    ),
                ),
                (
                    "last_bits",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.BigIntegerField(), size=None
                    ),
                ),
                (
                    "products",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.FloatField(), size=None
                    ),
                ),
                (
                    "pairs",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.BigIntegerField(), size=None
                    ),
                ),
                (
                    "agreed",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.BigIntegerField(), size=None
                    ),
                ),
                (
                    "agreed_expected",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.FloatField(), size=None
                    ),
                ),
                (
                    "agreed_variance",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.FloatField(), size=None
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("day", "table", "library_version"), name="day_of_draws_once"
                    )
                ],
            },
        ),
        append_only("reports_dayofdraws"),
        migrations.RunSQL(
            "CREATE TRIGGER of_open_day AFTER INSERT ON public.reports_dayofdraws"
            " REFERENCING NEW TABLE AS written"
            " FOR EACH STATEMENT EXECUTE FUNCTION public.reports_require_open_day('draws')"
        ),
    ]
