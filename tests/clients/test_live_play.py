"""Two Python clients at a live table of the running product."""

from collections.abc import Iterator
from contextlib import ExitStack
from decimal import Decimal
from threading import Thread
from typing import Any, Final

import pytest

from accounts.models.users import User
from blackjack.verification import verify
from casino.fairness.services.public_log import chain_log
from casino.models import Deal, Round
from casino.reconciliation.selectors.lines import find_broken_house_lines
from ligalo_client import Ligalo
from tests.casino import scenes
from tests.clients.bots import LiveBot
from tests.fixtures.site import Site
from tests.live.scenes import a_live_table, closed_shoe
from tests.live.site import Programs
from wallet.ledger.selectors.funds import balance

pytestmark = [pytest.mark.committed, pytest.mark.usefixtures("unhurried")]
SECONDS = 300
NAMES = ("ana", "luis")
PATIENT: Final[dict[str, Any]] = {
    "betting_seconds": 300,
    "turn_seconds": 300,
    "intermission_seconds": 300,
}
"""Clocks that the clients are never late for: everybody being ready ends each phase."""


@pytest.fixture
def clients(site: Site) -> Iterator[list[Ligalo]]:
    """Two clients whose players are signed in."""
    with ExitStack() as opened:
        found = []
        for name in NAMES:
            casino = opened.enter_context(Ligalo(site.url))
            player = scenes.new_player(f"{name}@example.test")
            casino.sign_in(player.email, scenes.PASSWORD)
            found.append(casino)
        yield found


@pytest.mark.parametrize("deals", [2, pytest.param(10, marks=pytest.mark.slow)])
def test_two_clients_play_together(programs: Programs, clients: list[Ligalo], deals: int) -> None:
    place = a_live_table(**PATIENT)
    bots = [LiveBot(casino, place.table.slug, box, deals) for box, casino in enumerate(clients, 1)]
    threads = [Thread(target=bot.play, daemon=True) for bot in bots]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS)

    assert [len(bot.played) for bot in bots] == [deals, deals], [bot.late for bot in bots]
    assert Deal.objects.filter(status=Round.Status.COMPLETED).count() == deals
    shoe = closed_shoe(place)
    chain_log()
    assert find_broken_house_lines() == []
    for name, bot in zip(NAMES, bots, strict=True):
        transcript = bot.casino.get_transcript(shoe.public_id).transcript.to_dict()
        checks = list(verify(transcript, bot.table.commitments[shoe.public_id]))
        assert [one for one in checks if not one.passed] == []
        assert bot.opened <= seat_seeds(transcript)
        won = sum(map(Decimal, bot.played.values()))
        player = User.objects.get(email=f"{name}@example.test")
        assert balance(player.pk, "USD").decimal == 1000 + won


def seat_seeds(transcript: dict[str, Any]) -> set[str]:
    """Return the seeds of the seats in a transcript."""
    return {seed for deal in transcript["rounds"] for seed in deal["seat_seeds"].values()}
