"""Exports to a regulator: valid by their schema, equal to the reports, written once, refused in words."""

import hashlib
from collections.abc import Callable
from datetime import date
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts.models.users import User
from compliance.events.words.sentences import describe_event
from journal.models import Event, EventKind
from reports.figures import account_days, overview
from reports.regulators.selectors.building import EXPORTS, RegulatorExport
from reports.regulators.services.writing import export_path, find_periods, write_due_exports
from reports.regulators.values.schema import SchemaElement, find_faults, write_xsd
from reports.values.period import Period
from tests.reports.days import DAY, REAL, all_earlier, close_all, played, today, week

WRITTEN, FAILED = EventKind.REGULATOR_EXPORT_WRITTEN, EventKind.REGULATOR_EXPORT_FAILED
DOCUMENTS = [one for exports in EXPORTS.values() for one in exports]
ROW = SchemaElement(
    "Row", many=True, attributes={"Id": "code"}, children=(SchemaElement("Sum", "amount"),)
)
ROOT = SchemaElement("Root", children=(SchemaElement("Day", "day"), ROW))
GOOD = '<Root><Day>2026-12-01</Day><Row Id="7"><Sum>-1.50</Sum></Row><Row Id="8"><Sum>0.0000</Sum></Row></Root>'
XS = "{http://www.w3.org/2001/XMLSchema}"


def read(text: str) -> ET.Element:
    return ET.fromstring(text)  # noqa: S314 - our own text


@pytest.fixture(autouse=True)
def archive(settings: Settings, tmp_path: Path) -> None:
    settings.ARCHIVE = tmp_path / "archive"


def test_a_valid_document_has_no_faults() -> None:
    assert find_faults(ROOT, read(GOOD)) == []
    assert find_faults(ROOT, read("<Root><Day>2026-12-01</Day></Root>")) == []


@pytest.mark.parametrize(
    ("good", "bad", "fault"),
    [
        ("Root>", "Other>", "Root: Other instead of Root"),
        ("<Day>2026-12-01</Day>", "", "Root/Day: 0 times instead of once"),
        ("2026-12-01", "1.12.2026", "Root/Day[1]: not of type day"),
        (' Id="7"', "", "Root/Row[1]/@Id: missing"),
        ('Id="7"', 'Id="a b"', "Root/Row[1]/@Id: not of type code"),
        ('Id="7"', 'Id="7" Name="x"', "Root/Row[1]/@Name: unknown"),
        ("<Sum>-1.50</Sum>", "<Sum>1,50</Sum>", "Root/Row[1]/Sum[1]: not of type amount"),
        (
            "<Sum>-1.50</Sum>",
            "<Sum>1.50</Sum><Sum>1.50</Sum>",
            "Root/Row[1]/Sum: 2 times instead of once",
        ),
        ("</Root>", "<More/></Root>", "Root: More is unknown or in the wrong place"),
        ("<Root>", "<Root>text", "Root: text where elements belong"),
    ],
)
def test_a_fault_is_named_with_its_place(good: str, bad: str, fault: str) -> None:
    assert find_faults(ROOT, read(GOOD.replace(good, bad))) == [fault]


@pytest.mark.parametrize("export", DOCUMENTS, ids=lambda one: one.name)
def test_a_schema_is_xsd_with_every_element(export: RegulatorExport) -> None:
    schema = read(write_xsd(export.schema))
    named = {one.get("name") for one in schema.iter(f"{XS}element")}

    def names(element: SchemaElement) -> set[str]:
        return {element.name}.union(*map(names, element.children))

    assert named == names(export.schema)
    types = {one.get("name") for one in schema.iter(f"{XS}simpleType")}
    assert {one.get("type") for one in schema.iter() if one.get("type")} <= types


def test_periods_are_whole_days_weeks_and_months() -> None:
    first, last = date(2026, 10, 29), date(2026, 11, 9)

    def found(interval: str, export: RegulatorExport | None = None) -> list[tuple[date, date]]:
        return [(one.first, one.last) for one in find_periods(export, interval, first, last)]

    october = (date(2026, 10, 1), date(2026, 10, 31))
    assert len(found("daily")) == 12
    assert found("weekly") == [
        (date(2026, 10, 26), date(2026, 11, 1)),
        (date(2026, 11, 2), date(2026, 11, 8)),
    ]
    assert found("monthly") == [october]
    assert found("daily", EXPORTS["es_monthly"][0]) == [october]


@pytest.mark.database
def test_documents_equal_the_reports() -> None:
    played("ana@example.test")
    ana = User.objects.get(email="ana@example.test")

    made = {one.name: one.build(week(), "ligalo", timezone.now()) for one in DOCUMENTS}

    for export in DOCUMENTS:
        assert find_faults(export.schema, made[export.name]) == []
    (line,) = account_days.load_figures(week(), REAL).lines
    player = made["cjd"].find("Jugador")
    assert player is not None
    assert player.get("JugadorId") == str(ana.pk)
    assert player.findtext("SaldoFinal") == f"{line.closing.decimal:.4f}"
    assert player.findtext("Participacion") == "-10.0000"
    assert made["rud"].findtext("Altas") == "1"
    assert ana.email not in ET.tostring(made["rud"]).decode()
    game = made["summary"].find("Game")
    won = overview.load_figures(week(), REAL).total.won_usd
    assert game is not None
    assert game.findtext("Revenue") == f"{won.decimal:.4f}"


def a_closed_day() -> None:
    played("ana@example.test")
    all_earlier(DAY)
    close_all()


@pytest.mark.committed
def test_due_exports_are_written_once_with_their_digest(profile: Callable[..., None]) -> None:
    profile(exports=["us_nj_daily"])
    a_closed_day()

    made = write_due_exports(timezone.now())

    assert made >= 1
    assert write_due_exports(timezone.now()) == 0
    day = Period.day(today() - DAY)
    path = export_path("us_nj_daily", "summary", day)
    told = Event.objects.get(kind=WRITTEN, once=f"summary {day.first}")
    assert told.data["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert find_faults(EXPORTS["us_nj_daily"][0].schema, read(path.read_text())) == []
    assert path.with_name("schema.xsd").exists()


@pytest.mark.committed
@pytest.mark.parametrize(
    ("values", "fault"),
    [
        ({"exports": ["gb_quarterly"]}, "unknown_export"),
        ({"exports": ["us_nj_daily"], "export_target": "sftp"}, "target_not_installed"),
    ],
)
def test_what_cannot_be_delivered_is_an_alarm_and_writes_nothing(
    values: dict[str, object], fault: str, profile: Callable[..., None], settings: Settings
) -> None:
    profile(**values)
    a_closed_day()

    assert write_due_exports(timezone.now()) == 0
    told = Event.objects.filter(kind=FAILED)
    number = told.count()
    assert {one.data["error"] for one in told} == {fault}
    assert write_due_exports(timezone.now()) == 0
    assert told.count() == number
    assert describe_event(told[0]).sentence
    assert not Path(settings.ARCHIVE).exists()


@pytest.mark.committed
def test_without_exports_in_the_profile_nothing_is_written(settings: Settings) -> None:
    a_closed_day()

    assert write_due_exports(timezone.now()) == 0
    assert not Event.objects.filter(kind__in=(WRITTEN, FAILED)).exists()
    assert not Path(settings.ARCHIVE).exists()
