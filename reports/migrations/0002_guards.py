from django.db import migrations

from journal.append_only import append_only
from journal.sql import run_sql


class Migration(migrations.Migration):
    dependencies = [
        ("reports", "0001_initial"),
        ("journal", "0001_initial"),
        ("casino", "0005_hints"),
        ("wallet", "0007_seals"),
    ]

    operations = [
        append_only("reports_closedday"),
        append_only("reports_closedhour"),
        append_only("reports_dayofdecisions"),
        append_only("reports_dayofevents"),
        append_only("reports_dayofexchange"),
        append_only("reports_dayofgames"),
        append_only("reports_dayofmoney"),
        append_only("reports_dayofplayer"),
        append_only("reports_dayofpoints"),
        append_only("reports_dayofrates"),
        append_only("reports_dayofshoes"),
        append_only("reports_dayofsides"),
        append_only("reports_dayofusedrates"),
        append_only("reports_hourofgames"),
        append_only("reports_judgedround"),
        append_only("reports_notedround"),
        append_only("reports_passed"),
        run_sql("reports.sql", "guards"),
        run_sql("reports.sql", "indexes"),
    ]
