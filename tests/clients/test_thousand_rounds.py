"""A thousand rounds at each preset by the Python client; money, cards and payouts are checked with the library alone."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from random import Random
from typing import Any, Final
from uuid import UUID, uuid4

import pytest

from blackjack.presets import PRESETS
from blackjack.verification import verify
from ligalo_client import BoxBet, Ligalo, PrivateTable
from ligalo_client.models import Round, ShoeChange
from tables.models import Table
from tests.casino import scenes
from tests.fixtures.site import Site
from wallet.ledger.services.movements import grant_play_money
from wallet.money.values import Money

pytestmark = [pytest.mark.committed, pytest.mark.slow]
ROUNDS: Final = 1_000
FUNDS: Final = "100000"
AT_FULL_SPEED: Final = {
    "API_PLAYER_REQUESTS_PER_MINUTE": "1000000",
    "API_READS_PER_MINUTE": "1000000",
}

NO_PACE: Final = {"hands_per_minute": 100_000, "hands_per_day": 100_000}


@pytest.fixture
def fast(site: Site) -> Iterator[Site]:
    """Return the site without limits on the number of requests."""
    usual = site.environment
    site.environment = {**usual, **AT_FULL_SPEED}
    site.restart()
    yield site
    site.environment = usual
    site.restart()


@dataclass
class Gambler:
    """Bets the minimum, side bets too, and takes any action that is possible; keeps what it saw."""

    table: PrivateTable
    side_bets: tuple[str, ...]
    chance: Random = field(default_factory=lambda: Random(7))  # noqa: S311  # the same choices in each run
    seen: dict[tuple[UUID, int], Round] = field(default_factory=dict)

    def play(self) -> None:
        terms = self.table.position.bet
        assert terms is not None, self.table.position.barred
        sides = dict.fromkeys(self.side_bets, terms.limits.min_side.amount)
        stake = terms.min_total or terms.limits.min_bet
        self.table.bet(BoxBet(stake.amount, side_bets=sides))
        while self.table.is_playing:
            action = self.chance.choice(list(self.table.actions.values()))
            self.table.decide(action.action, action.max_amount)
        shown = self.table.round
        self.seen[shown.shoe, shown.nonce] = shown


def cards_of(shown: Round) -> Counter[str]:
    hands = [hand.cards for box in shown.felt.boxes for hand in box.hands]
    return Counter(card for cards in (shown.felt.dealer.cards, *hands) for card in cards)


def net_of(dealt: dict[str, Any]) -> Decimal:
    return sum((Decimal(seat["net"]) for seat in dealt["settlement"]["seats"]), Decimal(0))


def check_shoe(gambler: Gambler, shoe: UUID, transcript: dict[str, Any]) -> int:
    """Compare a closed shoe with what the client saw; return the number of its rounds."""
    checks = list(verify(transcript, gambler.table.commitments[shoe]))
    assert [one for one in checks if not one.passed] == []
    salt, rounds = gambler.table.salts[shoe], [one for one in transcript["rounds"] if one["nonce"]]
    for dealt in rounds:
        shown = gambler.seen[shoe, dealt["nonce"]]
        assert cards_of(shown) <= Counter(dealt["cards"])
        assert shown.net is not None
        assert Decimal(shown.net.amount) == net_of(dealt)
        assert all(seed.endswith(f"-{salt}") for seed in dealt["seat_seeds"].values())
    return len(rounds)


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_the_client_plays_a_thousand_rounds(fast: Site, preset: str) -> None:
    slug = scenes.table_of(preset).slug
    Table.objects.update(rounds_before_shoe_change=1, **NO_PACE)
    player = scenes.new_player(funds=FUNDS)
    if Table.objects.get(slug=slug).version.rule_set.is_play_money:
        plenty = Money.parse(FUNDS, "PLY")
        grant_play_money(player.pk, plenty, key=uuid4(), reason="a thousand rounds")
    with Ligalo(fast.url) as casino:
        casino.sign_in(player.email, scenes.PASSWORD)
        gambler = Gambler(casino.at(slug), tuple(PRESETS[preset].side_bets))
        before = Decimal(gambler.table.position.balance.amount)
        for _ in range(ROUNDS):
            gambler.play()
        won = sum(Decimal(one.net.amount) for one in gambler.seen.values() if one.net)
        assert Decimal(gambler.table.position.balance.amount) == before + won
        present = gambler.table.position.shoe
        if present.nonce > 1:
            casino.change_shoe(slug, body=ShoeChange(shoe=present.id))
        checked = sum(
            check_shoe(gambler, shoe, casino.get_transcript(shoe).transcript.to_dict())
            for shoe in {shoe for shoe, _nonce in gambler.seen}
        )
    assert checked == len(gambler.seen) == ROUNDS
