"""Browser engine against the library: any rules and any play give the same states byte for byte."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page

from blackjack.actions import VERBS, Action, IllegalAction
from blackjack.bets import Bet, exact_places
from blackjack.canonical import canonical_json
from blackjack.deal import Deal
from blackjack.rules import Rules
from tests.exhaustive import slow_but_every
from tests.verify.generated import (
    Play,
    chance,
    played,
    some_bets,
    some_draw,
    some_rules,
    whole_tables,
)

BATCHES, ROUNDS = 5, 160
ODD = [
    *VERBS, "double:0.001", "double:99999", "insure:0.001", "insure:99999", "hit:1", "", "Hit",
    "split-2", "split-3", "split-2-3", "split-3-2", "split-2-2", "split-1", "split-", "split--2",
    "double-2", "double-3", "double:0.001-2", "double-2:0.001", "hit-2", "insure-2", "double-²",
]  # fmt: skip

REPLAY = """async (cases) => {
  const load = (name) => import(`/static/js/verify/${name}.js`);
  const { readJson } = await load("reading");
  const { readRules } = await load("rules");
  const { canonicalJson } = await load("canonical");
  const { cardNamed } = await load("cards");
  const { startRound, play, IllegalAction } = await load("round");
  const { publicState } = await load("view");
  const { exactPlaces } = await load("bets");
  const isLegal = (round, action, places) => {
    try {
      play(round, action, places);
      return true;
    } catch (error) {
      if (error instanceof IllegalAction) return false;
      throw error;
    }
  };
  return cases.map((one) => {
    const given = readJson(one.rules);
    const rules = readRules(given);
    const bets = one.bets.map((bet) => ({
      seat: bet.seat,
      stake: BigInt(bet.stake),
      sideBets: new Map(Object.entries(bet.side_bets).map(([name, stake]) => [name, BigInt(stake)])),
      behind: bet.behind.map(([stake, ...words]) => {
        const [split, double, fallback] = words;
        return { stake: BigInt(stake), choices: { split, double, fallback } };
      }),
    }));
    const places = exactPlaces(rules);
    const cards = one.cards.split(" ").map(cardNamed);
    const legal = [];
    const states = [];
    let round = startRound(rules, bets, (k) => cards[k]);
    for (const action of [...one.actions, null]) {
      states.push(canonicalJson(publicState(round)));
      legal.push(one.odd.filter((odd) => round.turn !== null && isLegal(round, odd, places)));
      round = action === null ? round : play(round, action, places);
    }
    return { rules: canonicalJson(given), states, legal };
  });
}"""


def rules_of(number: int) -> Rules:
    return some_rules(chance(10_000 + number))


def case_of(number: int, rules: Rules) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a round for the browser, and the library's states of it."""
    source = chance(number)
    bets, draw = some_bets(source, rules), some_draw(source)
    play, places = played(source, Deal.start(rules, bets, draw)), exact_places(rules)
    given = {
        "rules": canonical_json(rules.to_dict()),
        "bets": [_plain(bet) for bet in bets],
        "cards": " ".join(str(draw(k)) for k in range(play.last.cards_drawn + 16)),
        "actions": [action.text(places) for action in play.actions],
        "odd": ODD,
    }
    return given, {"rules": given["rules"], **_seen(play, places)}


def _plain(bet: Bet) -> dict[str, Any]:
    behind = [(follower.stake, *follower.choices) for follower in bet.behind]
    side_bets = dict(bet.side_bets)
    return {"seat": bet.box, "stake": bet.stake, "side_bets": side_bets, "behind": behind}


def _seen(deal: Play, places: int) -> dict[str, Any]:
    return {
        "states": [canonical_json(state.public()) for state in deal.states],
        "legal": [[odd for odd in ODD if _is_legal(state, odd, places)] for state in deal.states],
    }


def _is_legal(state: Deal, action: str, places: int) -> bool:
    try:
        state.play(Action.parse(action, places))
    except IllegalAction:
        return False
    return True


@pytest.mark.parametrize("batch", slow_but_every(BATCHES, range(BATCHES)))
def test_the_browser_sees_every_round_as_the_library_does(modules: Page, batch: int) -> None:
    numbers = range(ROUNDS * batch, ROUNDS * (batch + 1))
    cases = [case_of(number, rules_of(number)) for number in numbers]

    found = modules.evaluate(REPLAY, [given for given, _ in cases])

    for (given, own), seen in zip(cases, found, strict=True):
        assert seen == own, json.dumps(given)


def test_the_presets_too_and_each_of_them_inverted(modules: Page) -> None:
    cases = [case_of(n, rules) for rules in whole_tables() for n in range(10)]

    found = modules.evaluate(REPLAY, [given for given, _ in cases])

    assert found == [own for _, own in cases]


def test_the_generated_rounds_are_worth_comparing() -> None:
    seats, verbs = [], set()
    for number in range(ROUNDS * BATCHES):
        _, own = case_of(number, rules_of(number))
        states = [json.loads(state) for state in own["states"]]
        seats += states[-1]["seats"]
        verbs |= {verb for state in states if state["next"] for verb in state["next"]["legal"]}
    hands = [hand for seat in seats for hand in seat["hands"]]

    assert verbs == set(VERBS)
    assert {hand["outcome"] for hand in hands} == {
        "blackjack", "win", "push", "lose", "bust", "surrender", "even_money", "charlie",
    }  # fmt: skip
    assert max(len(seat["hands"]) for seat in seats) == 4
    assert {seat["insurance"]["outcome"] for seat in seats if seat["insurance"]} == {"win", "lose"}
    parts = [part for seat in seats for part in seat.get("behind", [])]
    assert {part.get("choice") for part in parts} == {"follow", "left", "right", None}
    assert {part["fallback"] for part in parts if "fallback" in part} == {"left", "right"}
    assert max(len(part["hands"]) for part in parts) > 2
    assert any(part["insurance"] for part in parts)
