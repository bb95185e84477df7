from django.conf import settings
from django.db import migrations, models

from journal.sql import run_sql


class Migration(migrations.Migration):
    """A closed dispute can be reopened."""

    dependencies = [
        ("compliance", "0003_requests_for_erasure"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="disputereply",
            name="compliance_reply_note",
        ),
        migrations.AddField(
            model_name="disputereply",
            name="reopens",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddConstraint(
            model_name="disputereply",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("note", ""), ("outcome", ""), ("reopens", False)),
                    models.Q(("from_house", False), ("note", ""), ("reopens", False)),
                    models.Q(
                        ("from_house", True),
                        models.Q(("note", ""), _negated=True),
                        models.Q(("outcome", ""), _negated=True),
                        ("reopens", False),
                    ),
                    models.Q(
                        ("from_house", True),
                        ("outcome", ""),
                        ("reopens", True),
                        models.Q(("note", ""), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="compliance_reply_note",
            ),
        ),
        run_sql("compliance.sql", "reopened"),
    ]
