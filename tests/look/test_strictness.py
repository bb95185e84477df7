"""Templates and static files follow the content security policy and request no other host."""

import re
from pathlib import Path

TEMPLATES = sorted(Path("templates").rglob("*.html"))
SHEETS = sorted(Path("static").rglob("*.css"))
STAFF = Path("static/staff")  # style sheets loaded by the back office's frame
SCRIPTS = sorted(Path("static/js").rglob("*.js"))
DRAWINGS = sorted(Path("static").rglob("*.svg"))
FOREIGN = re.compile(r"(?:https?:)?//(?!www\.w3\.org/2000/svg)[a-z]", re.IGNORECASE)


INLINE = re.compile(
    r"<style|\sstyle=|\son\w+=|javascript:|<script(?![^>]*src=)[^>]*>", re.IGNORECASE
)
EVALUATED = re.compile(r"\beval\(|new Function|innerHTML|https?://(?!www\.w3\.org/2000/svg)")


def test_no_template_has_an_inline_style_script_or_handler() -> None:
    assert [path for path in TEMPLATES if INLINE.search(path.read_text())] == []


def test_no_sheet_or_drawing_asks_another_host() -> None:
    assert [path for path in (*SHEETS, *DRAWINGS) if FOREIGN.search(path.read_text())] == []


def test_no_script_evaluates_anything_or_asks_another_host() -> None:
    assert [path for path in SCRIPTS if EVALUATED.search(without_comments(path))] == []


def without_comments(script: Path) -> str:
    return re.sub(r"/\*[\s\S]*?\*/|^\s*//.*$", "", script.read_text(), flags=re.MULTILINE)


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
