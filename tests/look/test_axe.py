"""The axe helpers: faults of a page are found, reported in words and limited to the given part."""

from playwright.sync_api import Browser

from tests.fixtures.axe import faults, faults_of_page, serious_faults

PAGE = """<!doctype html><html lang="en"><title>Faulty</title><style>p { color: #aaa; background: white }</style>
<main><h1>Shoe</h1><h4>Deck</h4><p>Too pale</p></main><aside><img src="data:,"></aside></html>"""


def test_faults_are_found_with_their_location(browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.set_content(PAGE)
    pale, nameless = "color-contrast: <p>Too pale</p>", 'image-alt: <img src="data:,">'

    assert sorted(serious_faults(page)) == [pale, nameless]
    assert serious_faults(page, "main") == [pale]
    assert serious_faults(page, rules=["image-alt"]) == [nameless]
    heading = "heading-order: <h4>Deck</h4>"
    assert sorted(faults(page, "main")) == [pale, heading]
    assert sorted(faults_of_page(page, "main")) == [pale, heading, nameless]
    assert sorted(faults_of_page(page, "aside")) == [pale, nameless]
    context.close()
