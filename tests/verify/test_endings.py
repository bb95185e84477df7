"""Rounds with unusual ends: both programs check and report the house's decisions and cancellations."""

import json
from dataclasses import replace
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from accounts.models.users import User
from accounts.restrictions.services.states import change_state
from blackjack.presets import PRESETS
from blackjack.verification import verify
from casino.absence.services import house_play
from casino.fairness.selectors.transcripts import transcript_text
from casino.fairness.services.public_log import chain_log
from casino.models import Round, Shoe
from casino.play.services.betting import place_bet
from casino.values.boxes import BoxInput
from tables.models import Table
from tests.accounts.staff import lifted
from tests.casino import scenes
from tests.casino.frozen import cancel_by_two
from tests.casino.gone import charted, later
from tests.exhaustive import slow_but, slow_but_every
from tests.verify.documents import resealed, text_of_shoe, without_log
from tests.verify.test_page import ADDRESS, paste, verdict
from tests.verify.test_transcripts import VERIFY, lines_of
from wallet.ledger.services.movements import grant_play_money
from wallet.money.values import SCALE_DIGITS, Money

WHY = "the dealing service was replaced"
A_DAY = 24 * 60 * 60
STAKE, SIDE = "10", "2"


class Guest:
    """A player who bets on every box that one player may have, with every side bet."""

    def __init__(self, preset: str) -> None:
        self.table: Table = scenes.table_of(preset, rounds_before_shoe_change=0)
        self.rules = self.table.version.rules
        self.player: User = scenes.new_player()
        self.currency = self.table.currencies[0]
        if self.table.is_play_money:
            money = Money.parse("1000", self.currency)
            grant_play_money(self.player.pk, money, key=uuid4(), reason="tests")
        charted(self.rules, "D")
        self.participant = scenes.sit(self.player, self.table, "5" * 64, "6" * 64)

    def running(self) -> Round:
        """Place bets until a round is running; the deal may end up to four before it."""
        sides = dict.fromkeys(self.rules.side_bets, SIDE)
        words = dict.fromkeys(range(1, self.rules.seats_per_player + 1), BoxInput(STAKE, sides))
        for _ in range(5):
            request = replace(
                scenes.bet_request(self.participant, boxes=words), currency=self.currency
            )
            round_ = place_bet(self.player, self.table, request)
            if round_.status == Round.Status.IN_PROGRESS:
                return round_
        raise AssertionError("every deal ended its round")

    def left(self) -> Round:
        """Return a round that its player left and the house played to its end."""
        round_ = self.running()
        if self.rules.resume_seconds is None:  # no deadline: only for barred players
            change_state(self.player, "suspended", WHY, None)
            assert house_play.play_due_rounds(later(A_DAY)) == 1
            lifted(self.player)
        else:
            assert house_play.play_due_rounds(later(self.rules.resume_seconds + 1)) == 1
        round_.refresh_from_db()
        return round_

    def cancelled(self) -> Round:
        """Return a round that staff cancelled, which also closes its shoe."""
        return cancel_by_two(self.running(), WHY)


def said_of_house(round_: Round) -> str:
    """Return the expected line for a round in which the house made every decision."""
    made = list(round_.decisions.order_by("step").values_list("action", "by_house"))
    assert made
    assert all(by_house for _, by_house in made)
    count = "1 decision" if len(made) == 1 else f"{len(made)} decisions"
    listed = ", ".join(f"{number} {action}" for number, (action, _) in enumerate(made, 1))
    return f"round {round_.deal.nonce}, decisions: legal, {count}, by the house: {listed}"


def said_of_cancelled(round_: Round) -> str:
    """Return the expected line for a cancelled round: the stakes of every box, side bets included."""
    stakes = [
        f"seat {bet.box} {(bet.stake + sum(bet.side_bets.values())) // 10**SCALE_DIGITS}"
        for bet in round_.bets.order_by("box")
    ]
    return f"round {round_.deal.nonce}, settlement: cancelled, returned: {', '.join(stakes)}"


def transcripts() -> dict[int, str]:
    """Return the transcripts of closed shoes with rounds, by primary key."""
    chain_log()
    closed = Shoe.objects.filter(status=Shoe.Status.CLOSED, rounds_dealt__gt=0)
    return {shoe.pk: transcript_text(shoe) for shoe in closed.select_related("version")}


@pytest.mark.parametrize("preset", slow_but(PRESETS, "ligalo".__eq__))
@pytest.mark.empty
def test_house_decisions_and_cancellations_are_shown(page: Page, preset: str) -> None:
    guest = Guest(preset)
    left, cancelled = guest.left(), guest.cancelled()
    texts = transcripts()
    page.goto(ADDRESS)

    assert left.deal.shoe_id in texts
    assert cancelled.deal.shoe_id in texts
    for shoe, text in texts.items():
        due = [
            *([said_of_house(left)] if shoe == left.deal.shoe_id else []),
            *([said_of_cancelled(cancelled)] if shoe == cancelled.deal.shoe_id else []),
        ]
        lines = [str(check) for check in verify(text)]
        paste(page, text)

        expect(verdict(page)).to_contain_text("The transcript agrees with itself")
        assert {f"ok: {line}" for line in due} <= set(lines)
        assert page.locator("#verify-checks li").all_text_contents() == [
            line.replace("ok: ", "correct: ", 1) for line in lines
        ]
    house, broken = "Rounds in which the house decided for its player: 1.", "returned: 1."
    for round_, sentence, title in (
        (left, house, f"Round {left.deal.nonce}, finished by the house"),
        (cancelled, broken, f"Round {cancelled.deal.nonce}, cancelled"),
    ):
        paste(page, texts[round_.deal.shoe_id])
        expect(verdict(page)).to_contain_text(sentence)
        expect(page.locator(f"#shoe-round-{round_.deal.nonce} h2")).to_have_text(title)


@pytest.mark.slow
def test_a_shoe_that_ended_as_usual_has_nothing_more_said_of_it(page: Page) -> None:
    page.goto(ADDRESS)
    paste(page, without_log(text_of_shoe("usual", PRESETS["ligalo"], 2)))

    expect(verdict(page)).to_contain_text("The transcript agrees with itself")
    expect(verdict(page)).not_to_contain_text("Rounds")
    expect(page.locator("#shoe-round-1 h2")).to_have_text("Round 1")


def test_a_forged_cancelled_round_is_found(page: Page) -> None:
    text = text_of_shoe("broken", PRESETS["casino_floor"], 2, cancel=[2])
    page.goto(ADDRESS)
    for change, name in (
        ({"status": "completed"}, "round 2, decisions: the round is not over after them"),
        ({"settlement": {"seats": []}}, "round 2, settlement: settlement.seats is listed as []"),
        ({"cards": []}, "round 2, "),
    ):
        document = json.loads(text)
        document["rounds"][-1] |= change
        forged = resealed(document)
        own = lines_of(forged)
        paste(page, forged)

        assert own is not None
        assert own[-1]["line"].startswith(f"DIFFERENT: {name}")
        expect(verdict(page)).to_contain_text(f"The first difference is in {name}")


@pytest.mark.parametrize(
    ("preset", "allowed"),
    slow_but_every(2, [("live", False), ("friendly", False), ("ligalo", True)]),
)
def test_new_money_by_the_house_is_a_difference_where_no_rule_allows_it(
    modules: Page, preset: str, *, allowed: bool
) -> None:
    document = json.loads(text_of_shoe("doubled", PRESETS[preset], 20))
    made = [one for played in document["rounds"] for one in played.get("decisions", ())]
    costly = [one for one in made if one["action"] in ("double", "split")]
    assert costly
    costly[0]["by"] = "house"
    text = resealed(document)

    own = lines_of(text)

    assert own is not None
    assert own[-1]["passed"] is allowed
    assert allowed or own[-1]["line"].endswith("the rules allow it no new money")
    assert modules.evaluate(VERIFY, [text]) == [own]
