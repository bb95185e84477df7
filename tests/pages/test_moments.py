"""Times in the reader's time zone, with its name."""

from datetime import UTC, date, datetime

import pytest
from django.template import Context, Template
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy

from pages import moments

NOON = datetime(2027, 7, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "text", "name"),
    [
        ("UTC", "12:00 UTC", "UTC"),
        ("America/Caracas", "08:00 UTC\N{MINUS SIGN}4", "Caracas"),
        ("America/New_York", "08:00 UTC\N{MINUS SIGN}4", "Nueva York"),
        ("Asia/Kolkata", "17:30 UTC+5:30", "Kolkata"),
        ("America/St_Johns", "09:30 UTC\N{MINUS SIGN}2:30", "St Johns"),
        ("Etc/GMT+4", "08:00 UTC\N{MINUS SIGN}4", "UTC\N{MINUS SIGN}4"),
    ],
)
def test_a_time_is_the_readers_and_says_its_zone(zone: str, text: str, name: str) -> None:
    with timezone.override(zone):
        assert moments.moment_text(NOON, "H:i") == text
        assert moments.zone_name() == name


def test_winter_has_another_offset_than_summer() -> None:
    with timezone.override("America/New_York"):
        assert moments.moment_text(NOON.replace(month=1), "H:i") == "07:00 UTC\N{MINUS SIGN}5"


def test_a_heading_is_said_in_the_language_and_zone_of_then() -> None:
    title = moments.in_zone_lazy(gettext_lazy("Time ({zone})"))

    with translation.override("en"), timezone.override("Asia/Tokyo"):
        assert str(title) == "Time (Tokyo)"
    with translation.override("es"), timezone.override("America/Caracas"):
        assert str(title) == "Hora (Caracas)"


def test_a_day_of_the_readers_calendar_begins_at_their_midnight() -> None:
    with timezone.override("America/New_York"):
        assert moments.midnight(date(2027, 7, 1)) == datetime(2027, 7, 1, 4, tzinfo=UTC)
        assert moments.midnight_after(date(2027, 3, 14)) == datetime(2027, 3, 15, 4, tzinfo=UTC)
        assert moments.midnight_after(date.max) is None
        assert moments.local_day(datetime(2027, 7, 1, 3, tzinfo=UTC)) == date(2027, 6, 30)


def test_templates_have_both() -> None:
    template = Template(
        '{{ at|moment:"H:i" }}, {{ "Time ({zone})"|in_zone }}, {{ none|moment:"H" }}'
    )

    with timezone.override("America/Caracas"):
        said = template.render(Context({"at": NOON, "none": None}))

    assert said == "08:00 UTC\N{MINUS SIGN}4, Time (Caracas), "
