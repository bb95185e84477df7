"""Every house preset and the friendly options, played at random through the services.

Stakes and payouts match the library for the same cards, no money is made or lost, and both
verifiers accept the transcripts.
"""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page

import blackjack
from blackjack.actions import Action
from blackjack.deal import Deal
from blackjack.fairness import entropy, seat_seed
from blackjack.rules import Rules
from blackjack.verification import verify
from casino.fairness.selectors.transcripts import transcript_text
from casino.fairness.services.public_log import chain_log
from casino.fairness.services.shoes import change_shoe
from casino.models import Participant, Round, Shoe
from casino.play.services.betting import place_bet
from casino.play.services.boxes import read_boxes
from casino.play.services.offers import ActionOffer, list_offers, load_funds
from casino.selectors.places import find_shoe_rounds, present_shoe
from casino.values.boxes import BoxInput
from tables.models import Table
from tests.casino import scenes
from tests.fixtures.site import Site
from tests.verify.test_transcripts import VERIFY
from wallet.ledger.selectors.funds import balance, load_money_in_play
from wallet.ledger.services.movements import grant_play_money
from wallet.money.values import Money

pytestmark = pytest.mark.committed

ROUNDS = 12
SIMPLE = {
    "naturals": False,
    "double_on": "never",
    "surrender": "none",
    "insurance": "none",
    "max_splits": 0,
    "max_ace_splits": 0,
}
CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "ligalo": ("ligalo", {}),
    "atlantic_city": ("atlantic_city", {}),
    "casino_floor": ("casino_floor", {"min_player": 2_0000}),
    "live": ("live", {}),
    "friendly": ("friendly", {}),
    "simple": ("friendly", SIMPLE),
    "inverted": ("friendly", {"inverted": True}),
    "infinite": ("friendly", {"decks": "infinite"}),
    "european": (
        "friendly",
        {"peek": "never", "hole_card": "not_dealt", "surrender": "early", "double_on": "9-11"},
    ),
    "eight decks": ("friendly", {"decks": 8, "soft_17": "stand", "double_on": "10-11"}),
}

QUICK = {"ligalo", "live"}
"""Also played in `make test`: the flagship, and a table with side bets."""


class Somebody:
    """A player who bets and decides at random, with a fixed random seed per case."""

    def __init__(self, case: str) -> None:
        self.chance = random.Random(case)  # noqa: S311  play for a test
        preset, changes = CASES[case]
        self.table = scenes.table_of(
            preset, rounds_before_shoe_change=0, hands_per_minute=1_000, **changes
        )
        self.player = scenes.new_player()
        self.currency = self.table.currencies[0]
        if self.table.is_play_money:
            money = Money.parse("1000", self.currency)
            grant_play_money(self.player.pk, money, key=uuid4(), reason="tests")
        self.participant = scenes.sit(self.player, self.table)
        self.cut: int | None = None

    @property
    def rules(self) -> Rules:
        return self.table.version.rules

    def bets(self) -> dict[int, BoxInput]:
        """Return some boxes, each with an even stake and maybe side bets."""
        most = self.rules.seats_per_player
        seats = self.chance.sample(range(1, most + 1), self.chance.randint(1, most))
        return {
            seat: BoxInput(
                str(2 * self.chance.randint(1, 5)),
                {name: "1" for name in self.rules.side_bets if self.chance.random() < 0.6},
            )
            for seat in seats
        }

    def round(self) -> Round:
        """Play one round to its end, comparing balances and result with the library."""
        self.participant = Participant.objects.get(pk=self.participant.pk)
        shoe = present_shoe(self.participant.place)
        assert shoe is not None
        words = self.bets()
        opens = shoe.salt is None and bool(self.rules.cuts)
        cut = self.chance.choice(self.rules.cuts) if opens else None
        request = replace(
            scenes.bet_request(self.participant, boxes=words), cut=cut, currency=self.currency
        )
        before = balance(self.player.pk, self.currency)
        round_ = place_bet(self.player, self.table, request)
        stakes = [box.bet for box in read_boxes(words, self.currency)]
        while round_.status == Round.Status.IN_PROGRESS:
            action = self.decision(round_)
            held = balance(self.player.pk, self.currency)
            cost = scenes.live_deal(round_).cost(Action.parse(action, 4))
            round_ = scenes.play(round_, action)
            if round_.status == Round.Status.IN_PROGRESS:
                assert balance(self.player.pk, self.currency) == held - round_.money(cost)
        assert round_.result == self.replayed(round_, stakes).public()
        net = round_.money(sum(seat["net"] for seat in (round_.result or {})["seats"]))
        assert balance(self.player.pk, self.currency) == before + net
        assert load_money_in_play(self.player.pk) == []
        return round_

    def decision(self, round_: Round) -> str:
        """Choose any available offer; if it takes an amount, its minimum or maximum."""
        funds = load_funds(round_)
        possible = [
            offer
            for offer in list_offers(scenes.live_deal(round_), round_, funds)
            if offer.refusal is None
        ]
        offer = self.chance.choice(possible)
        return offer.verb if offer.least is None else self.named(offer)

    def named(self, offer: ActionOffer) -> str:
        """Return the verb with its minimum or maximum amount."""
        ends = [end for end in (offer.least, offer.most) if end is not None]
        return self.chance.choice([f"{offer.verb}:{end.text}" for end in ends])

    def replayed(self, round_: Round, stakes: list[Any]) -> Deal:
        """Replay the round with the library alone, from the shoe's server seed."""
        shoe = Shoe.objects.get(pk=round_.deal.shoe_id)
        own = seat_seed(scenes.CLIENT_SEED, scenes.SALT)
        cards = blackjack.Shoe(scenes.secret_of(shoe), self.rules.finite_decks)
        first = find_shoe_rounds(shoe).order_by("deal__nonce").first()
        assert first is not None
        if self.rules.burn_cards:
            burn = entropy({first.boxes[0]: own}, shoe.cut)
            cards = cards.begin(burn, 0).end(self.rules.burn_cards)
        for earlier in (
            find_shoe_rounds(shoe).filter(deal__nonce__lt=round_.deal.nonce).order_by("deal__nonce")
        ):
            mixed = entropy(dict.fromkeys(earlier.boxes, own), shoe.cut)
            cards = cards.begin(mixed, earlier.deal.nonce).end(earlier.deal.cards_drawn or 0)
        mixed = entropy(dict.fromkeys(round_.boxes, own), shoe.cut)
        deal = Deal.start(self.rules, stakes, cards.begin(mixed, round_.deal.nonce).draw)
        for made in round_.decisions.order_by("step"):
            deal = deal.play(Action.parse(made.action, 4))
        return deal


def played(case: str) -> Iterator[str]:
    """Play `ROUNDS` rounds of a case and yield the transcripts of its shoes."""
    somebody = Somebody(case)
    for _ in range(ROUNDS):
        somebody.round()
    shoe = present_shoe(somebody.participant.place)
    if shoe is not None and shoe.status == Shoe.Status.DEALING:
        change_shoe(somebody.player, Table.objects.get(), shoe.public_id)
    chain_log()
    closed = Shoe.objects.filter(status=Shoe.Status.CLOSED, rounds_dealt__gt=0)
    assert sum(closed.values_list("rounds_dealt", flat=True)) == ROUNDS
    for shoe in closed.select_related("version"):
        yield transcript_text(shoe)


def as_served(script: str, collected: Path) -> str:
    """Replace the script's module paths with their served (hashed) names."""
    names = json.loads((collected / "staticfiles.json").read_text())["paths"]
    return re.sub(r"(?<=/static/)[\w/]+\.js", lambda found: names[found.group()], script)


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, marks=() if case in QUICK else pytest.mark.slow) for case in CASES],
)
@pytest.mark.empty
def test_rounds_at_random_pay_as_the_library_says_and_are_verified_by_both(
    case: str, page: Page, site: Site, collected_static: Path
) -> None:
    texts, verify_all = list(played(case)), as_served(VERIFY, collected_static)

    for text in texts:
        checks = list(verify(text))
        assert checks
        assert [check for check in checks if not check.passed] == []
    page.goto("/fairness/verify/")
    for told in page.evaluate(verify_all, texts):
        assert told
        assert [check for check in told if not check["passed"]] == []
    forged = texts[0].replace('"returned":"', '"returned":"1', 1)
    assert [check for check in page.evaluate(verify_all, [forged])[0] if not check["passed"]]
