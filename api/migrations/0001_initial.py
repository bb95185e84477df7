import django.contrib.postgres.fields
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import journal.values.transaction_ids
from internals.create_models import CreateModels
from journal.operations.change_history import record_changes
from journal.sql import run_sql


class Migration(migrations.Migration):
    """Answers kept for repeated requests, and service keys of the operator's other systems."""

    initial = True

    dependencies = [
        ("accounts", "0002_identity_history"),
        ("journal", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels(
            [
                migrations.CreateModel(
                    name="StoredAnswer",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("caller", models.CharField(max_length=40)),
                        ("key", models.CharField(max_length=255)),
                        ("fingerprint", models.CharField(max_length=64)),
                        ("status", models.PositiveSmallIntegerField(null=True)),
                        ("content_type", models.CharField(default="", max_length=100)),
                        ("body", models.TextField(default="")),
                        (
                            "created_at",
                            models.DateTimeField(db_index=True, default=django.utils.timezone.now),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("caller", "key"), name="storedanswer_once_per_caller"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="ServiceKey",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("name", models.CharField(max_length=60, verbose_name="name")),
                        (
                            "hint",
                            models.CharField(max_length=20, verbose_name="beginning of the key"),
                        ),
                        (
                            "key_hash",
                            models.CharField(
                                max_length=64, unique=True, verbose_name="hash of the key"
                            ),
                        ),
                        (
                            "scopes",
                            django.contrib.postgres.fields.ArrayField(
                                base_field=models.CharField(max_length=30),
                                size=None,
                                verbose_name="scopes",
                            ),
                        ),
                        (
                            "networks",
                            django.contrib.postgres.fields.ArrayField(
                                base_field=models.CharField(max_length=43),
                                default=list,
                                size=None,
                                verbose_name="allowed networks",
                            ),
                        ),
                        (
                            "made_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                                verbose_name="made",
                            ),
                        ),
                        ("expires_at", models.DateTimeField(verbose_name="expires")),
                        ("last_used_at", models.DateTimeField(null=True)),
                        ("last_used_from", models.GenericIPAddressField(null=True)),
                        ("revoked_at", models.DateTimeField(null=True, verbose_name="revoked")),
                        (
                            "made_by",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="made by",
                            ),
                        ),
                        (
                            "owner",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="responsible person",
                            ),
                        ),
                        (
                            "replaces",
                            models.OneToOneField(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="replacement",
                                to="api.servicekey",
                                verbose_name="replaces the key",
                            ),
                        ),
                        (
                            "revoked_by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="revoked by",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("scopes__len__gt", 0)), name="servicekey_scopes"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("name", ""), _negated=True),
                                name="servicekey_name",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("owner", models.F("made_by")), _negated=True),
                                name="servicekey_two_people",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("revoked_at__isnull", True), ("revoked_by__isnull", True)
                                    ),
                                    models.Q(
                                        ("revoked_at__isnull", False), ("revoked_by__isnull", False)
                                    ),
                                    _connector="OR",
                                ),
                                name="servicekey_revoked",
                            ),
                        ],
                    },
                ),
            ]
        ),
        run_sql("api.sql", "service_keys"),
        record_changes(
            "api_servicekey", hide=["last_used_at", "last_used_from"], mask=["key_hash"]
        ),
    ]
