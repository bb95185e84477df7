"""Certificates: content, reproducibility, and layout of their page."""

import json
import shlex
from collections.abc import Callable
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from blackjack.__main__ import main
from blackjack.analysis import certificate
from blackjack.analysis.certificate import CONVENTIONS, build_certificate
from blackjack.analysis.certificate_page import format_page
from blackjack.analysis.result import analyse
from blackjack.analysis.table_limits import Limits
from blackjack.canonical import json_digest
from blackjack.fields import FIELDS
from blackjack.presets import PRESETS
from blackjack.rules import Rules
from blackjack.strategy import Chart
from tests.blackjack.analysis.known import analysis

INFINITE = ("rtp", "--set", "decks=infinite")
LIMITED = (*INFINITE, "--max-bet", "50.00", "--max-round", "100")


@pytest.fixture(autouse=True)
def few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificate, "SIMULATED", 1_000)


@pytest.fixture(scope="module")
def live() -> dict[str, Any]:
    """A certificate with all optional parts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(certificate, "SIMULATED", 1_000)
        limits = Limits.parse("50", "100")
        return build_certificate(analysis(PRESETS["live"], limits.in_bets), limits)


def made(folder: Path, *arguments: str) -> dict[str, Any]:
    assert main([*arguments, "--certificate", str(folder)]) == 0
    found: dict[str, Any] = json.loads((folder / "certificate.json").read_text())
    return found


def test_a_certificate_holds_rules_results_definitions_and_checks(live: dict[str, Any]) -> None:
    assert live["digest"] == json_digest({key: one for key, one in live.items() if key != "digest"})
    assert live["rules_digest"] == PRESETS["live"].digest
    assert [check["passed"] for check in live["checks"]] == [True] * 5
    assert set(live["definitions"]) == {*live["results"], "chart"} - {"digest", "notes"}
    assert Chart.from_dict(live["chart"]).to_dict() == live["chart"]
    assert live["conventions"] == list(CONVENTIONS)
    assert set(live["meanings"]) == set(FIELDS)


@pytest.mark.slow
def test_the_same_analysis_gives_the_same_certificate() -> None:
    found = analysis(Rules(decks="infinite"))
    assert build_certificate(found) == build_certificate(found)


def test_a_check_of_a_certificate_can_fail() -> None:
    found = analyse(Rules(decks="infinite"))
    object.__setattr__(found, "rtp_total_dependent", found.rtp_total_dependent - 0.5)
    whole = build_certificate(found)
    assert not whole["checks"][-1]["passed"]
    assert "1 of 5 checks FAILED" in format_page(whole)


def test_a_certificate_names_its_limits_and_its_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = made(tmp_path, *LIMITED)
    assert first["limits"] == {"max_bet": "50", "max_round": "100"}
    monkeypatch.chdir(tmp_path)
    python, of, blackjack, *repeat = shlex.split(first["repeat"])
    assert (python, of, blackjack, repeat[-1]) == ("python", "-m", "blackjack", "FOLDER")
    assert main(repeat) == 0
    assert json.loads((tmp_path / "FOLDER" / "certificate.json").read_text()) == first


@pytest.mark.slow
def test_a_certificate_without_limits_asks_for_none(tmp_path: Path) -> None:
    whole = made(tmp_path, *INFINITE)
    assert whole["limits"] is None
    assert "--max" not in whole["repeat"]
    assert "no limits given" in (tmp_path / "certificate.html").read_text()


@pytest.mark.parametrize(
    ("made_with", "said"),
    [(None, Limits(1, 2)), (Limits(1, 3), Limits(1, 2)), (Limits(1, 2), None)],
)
def test_limits_that_are_not_those_of_the_analysis_are_refused(
    made_with: Limits | None, said: Limits | None
) -> None:
    found = analysis(Rules(decks="infinite"), made_with and made_with.in_bets)
    with pytest.raises(ValueError, match="limits"):
        build_certificate(found, said)


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificate, "_MOST_ERRORS", -1.0)


def test_a_failed_check_exits_with_1(
    failing: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*INFINITE, "--certificate", str(tmp_path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == [str(tmp_path / "certificate.json"), str(tmp_path / "certificate.html")]
    assert len(lines) == 3
    assert lines[2].startswith("FAILED: rtp_total_dependent and rounds")


def test_with_json_the_results_are_printed_with_what_became_of_the_certificate(
    failing: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*INFINITE, "--json", "--certificate", str(tmp_path)]) == 1
    shown = json.loads(capsys.readouterr().out)
    whole = json.loads((tmp_path / "certificate.json").read_text())
    assert shown["rtp"] == pytest.approx(whole["results"]["rtp"])
    assert shown["certificate"]["digest"] == whole["digest"]
    assert shown["certificate"]["failed"] == [whole["checks"][-1]["check"]]
    assert all(Path(file).is_file() for file in shown["certificate"]["files"])


def in_a_file(folder: Path) -> Path:
    (folder / "file").touch()
    return folder / "file" / "x"


def a_file(folder: Path) -> Path:
    (folder / "file").touch()
    return folder / "file"


def over_a_folder(folder: Path) -> Path:
    (folder / "certificate.html").mkdir()
    return folder


@pytest.mark.parametrize("place", [in_a_file, a_file, over_a_folder])
def test_a_folder_that_cannot_be_written_is_refused_before_the_work(
    place: Callable[[Path], Path],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("blackjack.analysis.command_line._analysis", pytest.fail)
    assert main([*INFINITE, "--certificate", str(place(tmp_path))]) == 2
    refused = json.loads(capsys.readouterr().out)["error"]
    assert refused["code"] == "invalid_case"
    assert refused["message"].startswith("--certificate: ")


@pytest.mark.slow
def test_a_folder_that_is_missing_is_made_and_nothing_else_is_left_in_it(tmp_path: Path) -> None:
    made(tmp_path / "a" / "b", *INFINITE)
    assert {file.name for file in (tmp_path / "a" / "b").iterdir()} == {
        "certificate.json",
        "certificate.html",
    }


class Balanced(HTMLParser):
    """HTML parser that checks that every element is closed in order."""

    EMPTY = frozenset({"meta"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not {name for name, _ in attrs} & {"src", "href", "onclick"}
        assert tag not in ("script", "link", "img")
        if tag not in self.EMPTY:
            self.open.append(tag)
        if tag == "th":
            self.words.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        if tag == "th":
            assert self.words[-1], "a head without words"

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["th"]:
            self.words[-1] += data


def test_the_page_is_whole_and_every_head_has_words(live: dict[str, Any]) -> None:
    parser = Balanced()
    parser.feed(format_page(live))
    parser.close()
    assert parser.open == []
    assert '<html lang="en">' in format_page(live)
    assert 'name="viewport" content="width=device-width, initial-scale=1"' in format_page(live)
    assert len(parser.words) > 50


def texts_of(whole: dict[str, Any]) -> set[str]:
    """Return every text that a certificate contains."""
    results, simulated = whole["results"], whole["checks"][-1]
    bets = {"insurance": results["insurance"], **results["side_bets"]}
    return {
        *whole["definitions"].values(),
        *whole["conventions"],
        *whole["meanings"].values(),
        *whole["rules"],
        *(f"{name}: {outcome}" for name, bet in bets.items() for outcome in bet["outcomes"]),
        *(f"{chance:.12f}" for chance in results["outcomes"].values()),
        *(f"{chance:.12f}" for bet in bets.values() for chance in bet["outcomes"].values()),
        *(f"{100 * bet['rtp']:.6f} %" for bet in bets.values()),
        *results["notes"],
        *(check["check"] for check in whole["checks"]),
        *(str(simulated[key]) for key in ("rounds", "seed", "return", "standard_error")),
        *whole["limits"].values(),
        *whole["chart_legend"].values(),
        *(whole[key] for key in ("summary", "rules_digest", "digest", "library", "repeat")),
    }


def test_the_page_holds_what_the_json_holds(live: dict[str, Any]) -> None:
    shown = unescape(format_page(live))
    assert [text for text in texts_of(live) if text not in shown] == []
    codes = [code for row in live["chart"]["rows"].values() for code in row]
    body = shown.partition("</style>")[2]
    assert [body.count(f">{code}</td>") for code in live["chart_legend"]] == [
        codes.count(code) for code in live["chart_legend"]
    ]


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 390, 1440])
def test_the_page_fits_and_breaks_no_figure(
    width: int, scheme: Any, live: dict[str, Any], browser: Browser
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.set_content(format_page(live))
    assert page.evaluate("document.documentElement.scrollWidth") == width
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    broken = page.evaluate(
        "[...document.querySelectorAll('dd:nth-of-type(1):not(.names *, .long *, .legend *), td')]"
        ".filter(cell => { const range = document.createRange(); range.selectNodeContents(cell);"
        " return new Set([...range.getClientRects()].map(one => Math.round(one.top))).size > 1 })"
        ".map(cell => cell.textContent)"
    )
    context.close()
    assert broken == []
    assert asked == []
    assert (ground == "rgb(251, 250, 247)") is (scheme == "light")
