import django.db.models.functions.datetime
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from journal.append_only import append_only
from journal.history import noted
from journal.sql import run_sql

_BEGINNING = "2000-01-01"
_REPORTS = ("reports_closedday", "reports_passed")


def write_first_row(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Write the installation's zone and start hour. Where days or hours were closed already, they were those of UTC."""
    zone, hour = settings.OPERATOR_TIME_ZONE, settings.GAMING_DAY_START_HOUR
    if _has_closed(schema_editor):
        zone, hour = "UTC", 0
    rows = apps.get_model("journal", "GamingDay").objects.using(schema_editor.connection.alias)
    rows.create(from_day=_BEGINNING, zone=zone, start_hour=hour)


def _has_closed(schema_editor: BaseDatabaseSchemaEditor) -> bool:
    with schema_editor.connection.cursor() as cursor:
        known = set(schema_editor.connection.introspection.table_names(cursor))
        for table in _REPORTS:
            if table in known:
                cursor.execute(f"SELECT EXISTS (SELECT FROM {table})")  # noqa: S608 - named above
                if cursor.fetchone()[0]:
                    return True
    return False


class Migration(migrations.Migration):
    """Where and at what hour the operator's day begins."""

    dependencies = [
        ("journal", "0004_rows"),
    ]

    operations = [
        migrations.CreateModel(
            name="GamingDay",
            fields=[
                ("from_day", models.DateField(primary_key=True, serialize=False)),
                ("zone", models.CharField(help_text="a name of the tz database", max_length=64)),
                ("start_hour", models.PositiveSmallIntegerField()),
                (
                    "at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), editable=False
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("start_hour__lte", 23)), name="journal_gaming_day_hour"
                    )
                ],
            },
        ),
        migrations.RunPython(write_first_row, migrations.RunPython.noop),
        run_sql("journal.sql", "0005_gaming_day"),
        append_only("journal_gamingday"),
        noted("journal_gamingday", key="from_day"),
    ]
