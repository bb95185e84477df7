"""Points on the page of a round, and the link to it from the page of points."""

import pytest

from pages.filters import unbroken
from tests.casino import scenes
from tests.fixtures.reading import read_in
from tests.loyalty.test_points_page import PAGE, words

pytestmark = pytest.mark.database


def test_a_round_says_the_points_that_it_brought() -> None:
    round_ = scenes.play_out(scenes.deal(scenes.ordinary))
    client = scenes.signed_in(round_.player)
    read_in(client, "en")
    address = f"/rounds/{round_.public_id}/"
    assert "Points earned +10.00" in words(client.get(address).text)
    page = client.get(PAGE).text
    assert f'<a href="{address}">in round {unbroken(round_.number)}</a>' in page
