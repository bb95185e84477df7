"""The five navigation buttons of every page: games, bank, help, options, statistics."""

import re

import pytest

from tests.casino import scenes

pytestmark = pytest.mark.database

ENGLISH = {"Accept-Language": "en"}
NAVIGATION = re.compile(r'<nav class="site-nav".*?</nav>', re.DOTALL)
LINK = re.compile(r'<a[^>]*href="([^"]+)"[^>]*>(.*?)</a>', re.DOTALL)
WORDS = re.compile(r"<[^>]*>|\s+")


def buttons(page: str) -> dict[str, str]:
    """Return the addresses of the navigation buttons by label."""
    found = NAVIGATION.search(page)
    assert found is not None
    return {
        " ".join(WORDS.sub(" ", said).split()): address for address, said in LINK.findall(found[0])
    }


def test_the_table_has_the_five_buttons_and_each_opens_its_page() -> None:
    client = scenes.signed_in(scenes.deal(scenes.ordinary).player)
    found = buttons(client.get("/table/ligalo/", headers=ENGLISH).text)

    assert list(found) == ["Lobby", "Bank", "Help", "Options", "Statistics"]
    titles = {
        name: re.findall(r"<h1[^>]*>(.*?)</h1>", client.get(address, headers=ENGLISH).text)
        for name, address in found.items()
    }
    assert titles["Lobby"] == ["Choose a table"]
    assert titles["Help"] == ["Rules of Lígalo"]
    assert all(len(title) == 1 for title in titles.values())
    assert len({str(title) for title in titles.values()}) == len(found)


@pytest.mark.parametrize("preset", ["ligalo", "live"])
def test_help_is_the_help_of_the_table_that_is_open(preset: str) -> None:
    table = scenes.table_of(preset)
    client = scenes.signed_in(scenes.new_player())

    found = buttons(client.get(f"/table/{table.slug}/", headers=ENGLISH).text)

    assert found["Help"] == f"/help/{table.slug}/"
