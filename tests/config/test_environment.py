import runpy
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

import config
from config import casts, logs
from config.environment import Environment


def read(text: str, cast: Callable[[str], Any], default: Any = Environment.NOTSET) -> Any:
    return Environment({"GIVEN": text})("GIVEN", cast, default)


def test_a_variable_without_default_must_be_set() -> None:
    with pytest.raises(ImproperlyConfigured, match="Set the NAME environment variable"):
        Environment({})("NAME", str)


@pytest.mark.parametrize("text", ["", "  "])
def test_an_empty_variable_is_not_set(text: str) -> None:
    env = Environment({"NAME": text})
    assert "NAME" not in env
    assert env("NAME", str, "the default") == "the default"
    with pytest.raises(ImproperlyConfigured, match="Set the NAME environment variable"):
        env("NAME", str)


@pytest.mark.parametrize("text", ["$OTHER", "$$", "a$b", r"\$OTHER", r"\\$", r"a\b"])
def test_a_password_is_read_as_it_is(text: str) -> None:
    assert Environment({"PASSWORD": text, "OTHER": "another"})("PASSWORD", str, "") == text


def test_the_process_environment_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNT", " 7 ")

    assert Environment()("COUNT", casts.parse_integer(0, 10), 3) == 7


@pytest.mark.parametrize(
    ("text", "meant"), [("1", True), ("Yes", True), ("off", False), ("", True), ("0", False)]
)
def test_yes_or_no_is_read(text: str, *, meant: bool) -> None:
    assert read(text, casts.parse_boolean, default=True) is meant


@pytest.mark.parametrize("text", ["2", "perhaps", "tru", "None"])
@pytest.mark.parametrize("cast", [casts.parse_boolean, casts.require_off])
def test_another_word_is_refused(cast: Callable[[str], bool], text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="GIVEN must be true or false"):
        read(text, cast, default=True)


@pytest.mark.parametrize("text", ["Caracas", "America", "../etc/passwd", "GMT+25"])
def test_an_odd_zone_is_refused(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="GIVEN must be a time zone"):
        read(text, casts.parse_time_zone, "UTC")


def test_a_zone_is_read() -> None:
    assert read("America/Santo_Domingo", casts.parse_time_zone, "UTC") == "America/Santo_Domingo"


@pytest.mark.parametrize("text", ["-1", "11", "3.0", "ten", "٣", "1e1", "1_0", "+1"])
def test_an_odd_number_is_refused(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="GIVEN must be a whole number from 0 to 10"):
        read(text, casts.parse_integer(0, 10), 3)


def test_words_are_split_at_commas() -> None:
    assert read(" a.example, ,b.example ", casts.split_words) == ["a.example", "b.example"]


@pytest.mark.parametrize("text", ["", "https://rates.example/daily.xml", "http://127.0.0.1:8010/x"])
def test_a_web_address_is_read(text: str) -> None:
    assert read(text, casts.parse_web_address, "") == text


@pytest.mark.parametrize(
    "text",
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
def test_an_odd_web_address_is_refused(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="GIVEN must be an https address") as refused:
        read(text, casts.parse_web_address, "")
    assert "secret" not in str(refused.value)


def test_no_traceback_of_a_refused_database_repeats_its_password() -> None:
    url = "postgres://ana:se%zzcret@db/ligalo"
    with pytest.raises(ImproperlyConfigured) as refused:
        read(url, casts.parse_database_url)
    told = "".join(traceback.format_exception(refused.value))
    assert "is not a PostgreSQL URL" in told
    assert "zzcret" not in told


@pytest.mark.parametrize("text", ["localhost:6379", "memcached://:secret@cache.example"])
def test_a_cache_that_is_no_redis_is_refused(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="GIVEN must be the address of a Redis") as told:
        read(text, casts.parse_redis_address, "")
    assert "secret" not in str(told.value)


def test_a_relative_path_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="GIVEN must be an absolute path"):
        read("keys/seed.key", casts.parse_absolute_path, Path("/default"))


def test_a_short_secret_is_refused_and_not_repeated() -> None:
    with pytest.raises(ImproperlyConfigured, match="GIVEN must be a random text of at") as told:
        read("abcdefghijkl", casts.parse_secret(32))
    assert "abc" not in str(told.value)


def test_a_database_url_is_read_as_libpq_reads_it() -> None:
    url = "postgres://ana:p%40ss@db.example:6432/shop?sslmode=require"

    assert read(url, casts.parse_database_url) == {
        "ENGINE": "internals.postgresql",
        "NAME": "shop",
        "USER": "ana",
        "PASSWORD": "p@ss",
        "HOST": "db.example",
        "PORT": "6432",
        "OPTIONS": {"sslmode": "require"},
    }


def test_database_url_options_are_read_as_libpq_reads_them() -> None:
    found = casts.parse_database_url("postgresql:///a+b?user=ana&password=0123&host=/socket")

    names = ("NAME", "USER", "PASSWORD", "HOST", "OPTIONS")
    assert [found[name] for name in names] == ["a+b", "ana", "0123", "/socket", {}]


@pytest.mark.parametrize(
    "url",
    ["mysql://a@b/c", "postgres://a:secret@b", "dbname=x user=y", "postgres://a@b/c?odd=1"],
)
def test_another_database_url_is_refused(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="GIVEN is not a PostgreSQL URL") as told:
        read(url, casts.parse_database_url)
    assert "secret" not in str(told.value)


@pytest.mark.parametrize("value", ["abc", "0", "65", "-1"])
def test_the_web_refuses_an_odd_number_of_workers_by_name(
    value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WEB_WORKERS", value)

    with pytest.raises(ImproperlyConfigured, match="WEB_WORKERS must be a whole number"):
        runpy.run_path(str(Path(config.__file__).parent / "gunicorn.py"))


def test_an_unknown_log_level_is_refused_by_name() -> None:
    with pytest.raises(ImproperlyConfigured, match="GIVEN must be one of INFO"):
        read("loud", casts.parse_choice(*logs.LEVELS), "INFO")


def test_a_secret_may_be_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "secret.key"
    file.write_text("with $ and a line's end\n")
    env = Environment({"SECRET_KEY_FILE": str(file)})
    assert env("SECRET_KEY", str) == "with $ and a line's end"


def test_a_secret_has_one_place(tmp_path: Path) -> None:
    file = tmp_path / "secret.key"
    file.write_text("one")
    for variables, reason in (
        ({"SECRET_KEY": "two", "SECRET_KEY_FILE": str(file)}, "are both set"),
        ({"DATABASE_URL_FILE": str(tmp_path / "nothing")}, "DATABASE_URL_FILE cannot be read"),
        ({"CACHE_URL_FILE": str(tmp_path)}, "CACHE_URL_FILE cannot be read"),
    ):
        with pytest.raises(ImproperlyConfigured, match=reason):
            Environment(variables)
    file.write_text("\n")
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY_FILE is empty"):
        Environment({"SECRET_KEY_FILE": str(file)})
