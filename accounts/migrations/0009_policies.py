from importlib.resources import files

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import journal.values.transaction_ids
from approvals.operations import approved_in_order, decided_by_another, proposed_by_staff
from journal.operations.append_only import append_only

_TEXTS = files("accounts.policies") / "texts" / "1"


def _first_version(kind: str) -> migrations.RunSQL:
    """Return the insert of a policy's first version, in force at once. Players of an older release have to accept it."""
    texts = [
        (_TEXTS / f"{kind}.{language}.md").read_text(encoding="utf-8").strip()
        for language in ("en", "es")
    ]
    return migrations.RunSQL([(_INSERT, [kind, *texts])])


_INSERT = """
    WITH present AS (
        SELECT EXISTS (SELECT FROM public.accounts_user WHERE NOT is_staff) AS players
    ), made AS (
        INSERT INTO public.accounts_policyversion
            (kind, number, text_en, text_es, matters, effective_at, reason, proposed_by_id)
        SELECT %s, 1, %s, %s, players, CASE WHEN players THEN now() ELSE '2000-01-01 00:00+00' END,
            'the first version', NULL
        FROM present RETURNING id, effective_at
    )
    INSERT INTO public.accounts_policydecision (proposal_id, approved, decided_by_id, reason, in_force_at)
    SELECT id, true, NULL, '', effective_at FROM made
"""


class Migration(migrations.Migration):
    """Versions of terms and policies, the shipped first ones, and what players accepted of them."""

    dependencies = [
        ("accounts", "0008_letters_of_outcomes"),
    ]

    operations = [
        migrations.CreateModel(
            name="PolicyVersion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("reason", models.CharField(max_length=500)),
                (
                    "proposed_at",
                    models.DateTimeField(
                        db_default=journal.values.transaction_ids.ClockTime(), editable=False
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("terms", "Terms and conditions"),
                            ("privacy", "Privacy notice"),
                            ("responsible", "Responsible play"),
                            ("bonuses", "Statement on bonuses"),
                        ],
                        max_length=20,
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("text_en", models.TextField()),
                ("text_es", models.TextField()),
                ("matters", models.BooleanField()),
                ("effective_at", models.DateTimeField()),
                (
                    "proposed_by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="consent",
            name="address",
            field=models.GenericIPAddressField(null=True),
        ),
        migrations.AddField(
            model_name="consent",
            name="language",
            field=models.CharField(db_default="", default="", max_length=2),
        ),
        migrations.AlterField(
            model_name="consent",
            name="kind",
            field=models.CharField(
                choices=[
                    ("terms", "Terms and conditions"),
                    ("privacy", "Privacy notice"),
                    ("responsible", "Responsible play"),
                    ("bonuses", "Statement on bonuses"),
                    ("only_me", "Nobody else uses the account"),
                    ("monitoring", "Play is recorded and reviewed"),
                    ("accuracy", "The information given is true"),
                ],
                max_length=20,
            ),
        ),
        # locks: adding-foreign-key-constraint: only sign-ups write the table
        migrations.AddField(
            model_name="consent",
            name="policy",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="accounts.policyversion",
            ),
        ),
        migrations.CreateModel(
            name="PolicyDecision",
            fields=[
                ("approved", models.BooleanField()),
                ("reason", models.CharField(blank=True, db_default="", default="", max_length=500)),
                (
                    "decided_at",
                    models.DateTimeField(
                        db_default=journal.values.transaction_ids.ClockTime(), editable=False
                    ),
                ),
                (
                    "proposal",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="decision",
                        serialize=False,
                        to="accounts.policyversion",
                    ),
                ),
                ("in_force_at", models.DateTimeField(null=True)),
                (
                    "decided_by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="policyversion",
            constraint=models.UniqueConstraint(
                fields=("kind", "number"), name="policy_number_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="policyversion",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["terms", "privacy", "responsible", "bonuses"])),
                name="policy_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="policyversion",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("text_en", ""), _negated=True),
                    models.Q(("text_es", ""), _negated=True),
                ),
                name="policy_in_both_languages",
            ),
        ),
        migrations.AddConstraint(
            model_name="policyversion",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="policy_reason"
            ),
        ),
        migrations.AddConstraint(
            model_name="policydecision",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("approved", True), ("in_force_at__isnull", False)),
                    models.Q(("approved", False), ("in_force_at__isnull", True)),
                    _connector="OR",
                ),
                name="policy_in_force_if_approved",
            ),
        ),
        *map(_first_version, ("terms", "privacy", "responsible", "bonuses")),
        append_only("accounts_policyversion"),
        append_only("accounts_policydecision"),
        proposed_by_staff("accounts_policyversion"),
        decided_by_another("accounts_policyversion", "accounts_policydecision"),
        approved_in_order("accounts_policyversion", "accounts_policydecision", "kind"),
    ]
