import django.contrib.postgres.fields
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import journal.values.transaction_ids
from approvals.operations import decided_by_another, proposed_by_staff
from internals.create_models import CreateModels
from journal.operations.append_only import append_only
from journal.operations.change_history import record_changes
from journal.sql import run_sql


class Migration(migrations.Migration):
    """Answers kept for repeated requests, service keys; webhook endpoints, deliveries and listed networks; registered apps."""

    initial = True

    dependencies = [
        ("accounts", "0002_identity_history"),
        ("allauth_idp_oidc", "0003_client_allow_uri_wildcards"),
        ("approvals", "0001_initial"),
        ("journal", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels(
            [
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
                        ("series", models.UUIDField(editable=False, verbose_name="series")),
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
                        ("fingerprint", models.BinaryField(max_length=32)),
                        ("status", models.PositiveSmallIntegerField(null=True)),
                        ("body", models.BinaryField(default=b"")),
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
                    name="WebhookEndpoint",
                    fields=[
                        ("id", models.BigAutoField(primary_key=True, serialize=False)),
                        ("name", models.CharField(max_length=60, unique=True, verbose_name="name")),
                        ("url", models.CharField(max_length=500, verbose_name="URL")),
                        ("types", models.JSONField(default=list, verbose_name="types of events")),
                        (
                            "off",
                            models.CharField(
                                blank=True,
                                choices=[
                                    ("", "on"),
                                    ("staff", "switched off by staff"),
                                    ("gone", "switched off: the receiver answered 410"),
                                    ("failing", "switched off: three days without a success"),
                                ],
                                default="",
                                max_length=8,
                                verbose_name="state",
                            ),
                        ),
                        (
                            "created_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                                verbose_name="created",
                            ),
                        ),
                        (
                            "position_xact",
                            journal.values.transaction_ids.TransactionIdField(editable=False),
                        ),
                        ("position_id", models.BigIntegerField(default=0, editable=False)),
                        ("failing_since", models.DateTimeField(editable=False, null=True)),
                        (
                            "owner",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="owner",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("types", []), _negated=True),
                                name="api_webhook_types",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="WebhookDelivery",
                    fields=[
                        ("id", models.BigAutoField(primary_key=True, serialize=False)),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("waiting", "waiting"),
                                    ("delivered", "delivered"),
                                    ("given_up", "given up"),
                                ],
                                default="waiting",
                                max_length=9,
                            ),
                        ),
                        ("attempts", models.PositiveIntegerField(default=0)),
                        (
                            "queued_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime()
                            ),
                        ),
                        (
                            "next_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime()
                            ),
                        ),
                        ("ended_at", models.DateTimeField(null=True)),
                        (
                            "event",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="journal.event",
                            ),
                        ),
                        (
                            "endpoint",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="deliveries",
                                to="api.webhookendpoint",
                            ),
                        ),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                condition=models.Q(("state", "waiting")),
                                fields=["endpoint", "next_at"],
                                name="api_webhook_delivery_due",
                            ),
                            models.Index(
                                condition=models.Q(("ended_at__isnull", False)),
                                fields=["ended_at"],
                                name="api_webhook_delivery_ended_at",
                            ),
                            models.Index(
                                fields=["endpoint", "-id"], name="api_webhook_delivery_latest"
                            ),
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("event", "endpoint"), name="api_webhook_delivery_once"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("ended_at__isnull", True), ("state", "waiting")),
                                    models.Q(
                                        models.Q(("state", "waiting"), _negated=True),
                                        ("ended_at__isnull", False),
                                    ),
                                    _connector="OR",
                                ),
                                name="api_webhook_delivery_ended",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="WebhookAttempt",
                    fields=[
                        ("id", models.BigAutoField(primary_key=True, serialize=False)),
                        ("at", models.DateTimeField()),
                        (
                            "failure",
                            models.CharField(
                                blank=True,
                                choices=[
                                    ("", "none"),
                                    ("status", "The receiver answered with an error"),
                                    (
                                        "redirect",
                                        "The receiver redirects; redirects are not followed",
                                    ),
                                    ("name", "The name of the host was not found"),
                                    ("network", "The address is in a network that is not allowed"),
                                    ("connection", "The connection failed"),
                                    ("tls", "The certificate or the encryption is not valid"),
                                    ("timeout", "The receiver took too long"),
                                    ("protocol", "The answer was not HTTP"),
                                ],
                                max_length=10,
                            ),
                        ),
                        ("status", models.PositiveSmallIntegerField(null=True)),
                        ("answer", models.TextField(blank=True)),
                        ("milliseconds", models.PositiveIntegerField()),
                        (
                            "delivery",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="tries",
                                to="api.webhookdelivery",
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="WebhookNetwork",
                    fields=[
                        ("reason", models.CharField(max_length=500)),
                        (
                            "proposed_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                        ("id", models.BigAutoField(primary_key=True, serialize=False)),
                        ("network", models.CharField(max_length=43, verbose_name="network")),
                        (
                            "ended_at",
                            models.DateTimeField(editable=False, null=True, verbose_name="ended"),
                        ),
                        (
                            "ended_by",
                            models.ForeignKey(
                                db_index=False,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="ended by",
                            ),
                        ),
                        (
                            "proposed_by",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("ended_at__isnull", True), ("ended_by__isnull", True)
                                    ),
                                    models.Q(
                                        ("ended_at__isnull", False), ("ended_by__isnull", False)
                                    ),
                                    _connector="OR",
                                ),
                                name="api_webhook_network_ended",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True),
                                name="api_webhook_network_reason",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="WebhookNetworkDecision",
                    fields=[
                        ("approved", models.BooleanField()),
                        (
                            "reason",
                            models.CharField(blank=True, db_default="", default="", max_length=500),
                        ),
                        (
                            "decided_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                        (
                            "proposal",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                primary_key=True,
                                related_name="decision",
                                serialize=False,
                                to="api.webhooknetwork",
                            ),
                        ),
                        (
                            "decided_by",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "abstract": False,
                    },
                ),
                migrations.CreateModel(
                    name="WebhookSecret",
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
                        (
                            "algorithm",
                            models.CharField(
                                choices=[
                                    ("hmac", "HMAC-SHA256, with a shared secret"),
                                    ("ed25519", "Ed25519, with a public key"),
                                ],
                                max_length=8,
                                verbose_name="signature",
                            ),
                        ),
                        ("sealed", models.BinaryField(verbose_name="secret")),
                        (
                            "public",
                            models.CharField(blank=True, max_length=60, verbose_name="public key"),
                        ),
                        (
                            "created_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                                verbose_name="created",
                            ),
                        ),
                        ("expires_at", models.DateTimeField(null=True, verbose_name="signs until")),
                        (
                            "endpoint",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="secrets",
                                to="api.webhookendpoint",
                                verbose_name="number",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("expires_at__isnull", True)),
                                fields=("endpoint",),
                                name="api_webhook_secret_one_newest",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="RegisteredApp",
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
                        ("maker", models.CharField(max_length=100, verbose_name="maker")),
                        ("website", models.URLField(verbose_name="website")),
                        (
                            "real_money",
                            models.BooleanField(default=False, verbose_name="real money"),
                        ),
                        (
                            "made_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                                verbose_name="registered",
                            ),
                        ),
                        ("revoked_at", models.DateTimeField(null=True, verbose_name="revoked")),
                        (
                            "client",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="app",
                                to="allauth_idp_oidc.client",
                            ),
                        ),
                        (
                            "made_by",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="registered by",
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
                                condition=models.Q(("name", ""), _negated=True),
                                name="registeredapp_name",
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
                                name="registeredapp_revoked",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("revoked_at", None), ("real_money", False), _connector="OR"
                                ),
                                name="registeredapp_real_money",
                            ),
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="RealMoneyProposal",
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
                        ("reason", models.CharField(max_length=500)),
                        (
                            "proposed_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                        (
                            "proposed_by",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "app",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="proposals",
                                to="api.registeredapp",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True),
                                name="realmoneyproposal_reason",
                            ),
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="AppConnection",
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
                        (
                            "scopes",
                            django.contrib.postgres.fields.ArrayField(
                                base_field=models.CharField(max_length=20), size=None
                            ),
                        ),
                        ("granted_at", models.DateTimeField()),
                        ("session_key", models.CharField(default="", max_length=40)),
                        ("sessions_ended", models.PositiveIntegerField()),
                        ("last_used_at", models.DateTimeField(null=True)),
                        ("revoked_at", models.DateTimeField(null=True)),
                        (
                            "player",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="connections",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "app",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="connections",
                                to="api.registeredapp",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("revoked_at", None)),
                                fields=("player", "app"),
                                name="appconnection_once",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("scopes__len__gt", 0)),
                                name="appconnection_scopes",
                            ),
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="RealMoneyDecision",
                    fields=[
                        ("approved", models.BooleanField()),
                        (
                            "reason",
                            models.CharField(blank=True, db_default="", default="", max_length=500),
                        ),
                        (
                            "decided_at",
                            models.DateTimeField(
                                db_default=journal.values.transaction_ids.ClockTime(),
                                editable=False,
                            ),
                        ),
                        (
                            "proposal",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                primary_key=True,
                                related_name="decision",
                                serialize=False,
                                to="api.realmoneyproposal",
                            ),
                        ),
                        (
                            "decided_by",
                            models.ForeignKey(
                                db_index=False,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "abstract": False,
                    },
                ),
            ]
        ),
        run_sql("api.sql", "service_keys"),
        record_changes(
            "api_servicekey", hide=["last_used_at", "last_used_from"], mask=["key_hash"]
        ),
        run_sql("api.sql", "webhooks"),
        proposed_by_staff("api_webhooknetwork"),
        decided_by_another("api_webhooknetwork", "api_webhooknetworkdecision"),
        append_only("api_webhooknetworkdecision"),
        record_changes(
            "api_webhookendpoint", hide=["position_xact", "position_id", "failing_since"]
        ),
        record_changes("api_webhooksecret", mask=["sealed"]),
        record_changes("api_webhooknetwork"),
        record_changes("api_webhooknetworkdecision", key="proposal_id"),
        append_only("api_realmoneyproposal"),
        append_only("api_realmoneydecision"),
        proposed_by_staff("api_realmoneyproposal"),
        decided_by_another("api_realmoneyproposal", "api_realmoneydecision"),
        run_sql("api.sql", "apps"),
        record_changes("api_registeredapp"),
        record_changes("api_realmoneyproposal"),
        record_changes("api_realmoneydecision", key="proposal_id"),
        record_changes("allauth_idp_oidc_client", mask=["secret"]),
    ]
