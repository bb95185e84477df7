"""What the content security policy and the no-foreign-request promise ask of templates and static files."""

import re
from pathlib import Path

import pytest

TEMPLATES = sorted(Path("templates").rglob("*.html"))
SHEETS = sorted(Path("static").rglob("*.css"))
STAFF = Path("static/staff")  # the back office's, which its frame loads
SCRIPTS = sorted(Path("static/js").rglob("*.js"))
DRAWINGS = sorted(Path("static").rglob("*.svg"))
FOREIGN = re.compile(r"(?:https?:)?//(?!www\.w3\.org/2000/svg)[a-z]", re.IGNORECASE)


@pytest.mark.parametrize("path", TEMPLATES, ids=str)
def test_a_template_has_no_inline_style_script_or_handler(path: Path) -> None:
    text = path.read_text()
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", text, re.IGNORECASE)
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", text))


@pytest.mark.parametrize("path", [*SHEETS, *DRAWINGS], ids=str)
def test_a_sheet_or_drawing_asks_no_other_host(path: Path) -> None:
    assert not FOREIGN.search(path.read_text())


@pytest.mark.parametrize("path", SCRIPTS, ids=str)
def test_a_script_evaluates_nothing_and_asks_no_other_host(path: Path) -> None:
    text = re.sub(r"/\*.*?\*/|^\s*//.*$", "", path.read_text(), flags=re.DOTALL | re.MULTILINE)
    assert not re.search(r"\beval\(|new Function|innerHTML|https?://", text)


def test_every_sheet_is_imported_by_the_site() -> None:
    site = Path("static/css/site.css").read_text()
    imported = set(re.findall(r'url\("([^"]+)"\)', site))
    assert imported == {
        str(path.relative_to("static/css"))
        for path in SHEETS
        if path.parent != STAFF and path.name != "site.css"
    }


def test_every_icon_that_a_template_names_is_drawn() -> None:
    text = "".join(path.read_text() for path in TEMPLATES)
    named = set(re.findall(r"icons\.svg' %}#(\w+)", text)) | set(re.findall(r'icon="(\w+)"', text))
    drawn = set(re.findall(r'id="(\w+)"', Path("static/icons.svg").read_text()))
    assert named
    assert named <= drawn
