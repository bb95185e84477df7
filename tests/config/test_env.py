import runpy
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

import config
from config import env, logs


@pytest.mark.parametrize(
    ("value", "meant"), [("1", True), ("Yes", True), ("off", False), ("", True)]
)
def test_a_switch_is_read(monkeypatch: pytest.MonkeyPatch, value: str, *, meant: bool) -> None:
    monkeypatch.setenv("SWITCH", value)

    assert env.switch("SWITCH", default=True) is meant


@pytest.mark.parametrize("value", ["2", "perhaps", "tru", "None"])
def test_an_odd_switch_is_refused(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("SWITCH", value)

    with pytest.raises(ImproperlyConfigured, match="SWITCH must be true or false"):
        env.switch("SWITCH", default=True)


@pytest.mark.parametrize("value", ["Caracas", "America", "../etc/passwd", "GMT+25"])
def test_an_odd_zone_is_refused(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("ZONE", value)

    with pytest.raises(ImproperlyConfigured, match="ZONE must be a time zone"):
        env.zone("ZONE", "UTC")


def test_a_zone_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZONE", "America/Santo_Domingo")

    assert env.zone("ZONE", "UTC") == "America/Santo_Domingo"


@pytest.mark.parametrize("value", ["-1", "11", "3.0", "ten", "٣", "1e1"])
def test_an_odd_number_is_refused(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("COUNT", value)

    with pytest.raises(ImproperlyConfigured, match="COUNT must be a whole number from 0 to 10"):
        env.whole("COUNT", 3, most=10)


def test_a_missing_text_without_default_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NAME", raising=False)

    with pytest.raises(ImproperlyConfigured, match="NAME is not set"):
        env.text("NAME")


def test_words_are_split_at_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOSTS", " a.example, ,b.example ")

    assert env.words("HOSTS") == ["a.example", "b.example"]


@pytest.mark.parametrize(
    "value", ["", "https://rates.example/daily.xml", "http://127.0.0.1:8010/daily.xml"]
)
def test_a_web_address_is_read(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("FEED", value)

    assert env.web_address("FEED") == value


@pytest.mark.parametrize(
    "value",
    [
        "http://rates.example/daily.xml",
        "ftp://rates.example/",
        "file:///etc/passwd",
        "rates.example",
        "https://",
        "https://ana:secret@rates.example/",
        "https://rates.example:port/",
    ],
)
def test_an_odd_web_address_is_refused(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("FEED", value)

    with pytest.raises(ImproperlyConfigured, match="FEED must be an https address"):
        env.web_address("FEED")


def test_a_relative_path_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FILE", "keys/seed.key")

    with pytest.raises(ImproperlyConfigured, match="FILE must be an absolute path"):
        env.path("FILE", Path("/default"))


def test_a_database_url_is_read_as_libpq_reads_it() -> None:
    url = "postgres://ana:p%40ss@db.example:6432/shop?sslmode=require"

    assert env.database_settings(url) == {
        "ENGINE": "config.postgresql",
        "NAME": "shop",
        "USER": "ana",
        "PASSWORD": "p@ss",
        "HOST": "db.example",
        "PORT": "6432",
        "OPTIONS": {"sslmode": "require"},
    }


@pytest.mark.parametrize(
    "url", ["", "mysql://a@b/c", "postgres://a@b", "dbname=x user=y", "postgres://a@b/c?odd=1"]
)
def test_another_database_url_is_refused(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL is not a PostgreSQL URL"):
        env.database_settings(url)


@pytest.mark.parametrize("value", ["abc", "0", "65", "-1"])
def test_the_web_refuses_an_odd_number_of_workers_by_name(
    value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WEB_WORKERS", value)

    with pytest.raises(ImproperlyConfigured, match="WEB_WORKERS must be a whole number"):
        runpy.run_path(str(Path(config.__file__).parent / "gunicorn.py"))


def test_an_unknown_log_level_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", "loud")

    with pytest.raises(ImproperlyConfigured, match="LOG_LEVEL must be one of INFO"):
        env.choice("LOG_LEVEL", logs.LEVELS)


def test_named_links_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(
        "HELPERS", "Jugadores Anónimos = https://ja.example/?a=b ;Otra=https://otra.example;"
    )
    assert env.links("HELPERS") == [
        ("Jugadores Anónimos", "https://ja.example/?a=b"),
        ("Otra", "https://otra.example"),
    ]
    monkeypatch.delenv("HELPERS")
    assert env.links("HELPERS") == []


@pytest.mark.parametrize(
    "value",
    [
        "https://ja.example/",
        "=https://ja.example/",
        "Otra",
        "A=http://a.example",
        "A=javascript:alert(1)",
    ],
)
def test_a_link_without_name_or_safe_address_is_refused(
    monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("HELPERS", value)
    with pytest.raises(ImproperlyConfigured, match="HELPERS"):
        env.links("HELPERS")
