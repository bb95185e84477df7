from django.db import migrations, models

from journal.models.personal import PersonalTextField
from journal.operations.change_history import mask_changes
from journal.sql import run_sql

_NOT_NOTED = (
    "last_login",
    "quick_cards",
    "sounds",
    "session_began",
    "reality_minutes",
    "reality_checked_at",
    "play_money_at",
    "password_set_at",
    "language",
    "display_currency",
    "keyboard_shortcuts",
    "four_colour_cards",
    "words",
)
_PERSONAL = ("email", "full_name", "birth_date", "address", "screen_name")


class Migration(migrations.Migration):
    """People can be erased: texts about them are encrypted, and the history has no values of what names them."""

    dependencies = [
        ("accounts", "0017_letters_of_profiles"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("account", "0009_emailaddress_unique_primary_email"),
        ("journal", "0003_personal_data"),
    ]

    # locks: changing-column-type: varchar becomes text, which rewrites no row
    # locks: ban-drop-constraint: a wider one follows in the same transaction
    # locks: constraint-missing-not-valid: the old condition implies the new ones, and the table has one row for each account
    operations = [
        migrations.AlterField(
            "restriction", "reason", PersonalTextField(max_length=500, owner="player_id")
        ),
        migrations.AlterField(
            "statechange", "reason", PersonalTextField(max_length=500, owner="user_id")
        ),
        migrations.AddField(
            "user", "erased_at", models.DateTimeField(null=True, blank=True, editable=False)
        ),
        migrations.AlterField(
            "letter", "words", PersonalTextField(blank=True, max_length=1000, owner="player_id")
        ),
        migrations.AlterField(
            "note", "text", PersonalTextField(max_length=2000, owner="player_id")
        ),
        migrations.AlterField(
            "upload", "words", PersonalTextField(blank=True, max_length=500, owner="player_id")
        ),
        migrations.RemoveConstraint("user", "user_player_has_birth_date_and_country"),
        migrations.AddConstraint(
            "user",
            models.CheckConstraint(
                name="user_player_has_birth_date_and_country",
                condition=models.Q(is_staff=True)
                | models.Q(is_guest=True)
                | models.Q(erased_at__isnull=False)
                | (models.Q(birth_date__isnull=False) & ~models.Q(country="")),
            ),
        ),
        migrations.AddConstraint(
            "user",
            models.CheckConstraint(
                name="user_erased_has_no_name",
                condition=models.Q(erased_at__isnull=True)
                | models.Q(
                    is_staff=False,
                    state="closed",
                    full_name="",
                    address="",
                    birth_date__isnull=True,
                    screen_name__isnull=True,
                    email__endswith="@erased.invalid",
                ),
            ),
        ),
        mask_changes(
            "accounts_user",
            hide=_NOT_NOTED,
            mask=["password", *_PERSONAL],
            mask_new=["country"],
        ),
        mask_changes("account_emailaddress", mask=["email"]),
        run_sql("accounts.sql", "erasing"),
    ]
