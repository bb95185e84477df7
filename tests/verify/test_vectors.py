"""The vectors of the published scheme, run through the browser's modules."""

import hashlib
from typing import Any

from playwright.sync_api import Page

from blackjack.fairness import draw_index

SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
MANY = "50bf5c6d48a2dada4cc7231520396aa3b62ea77e213e2c9a30898b714c8f1ea6"
SALTED = "ligalo-00112233445566778899aabbccddeeff"

DEALS = """async ([seed, decks, rounds]) => {
  const { Shoe } = await import("/static/js/verify/shoe.js");
  let shoe = await Shoe.of(seed, decks);
  const dealt = [];
  for (const [entropy, nonce, count] of rounds) {
    const wanted = count ?? shoe.left.length;
    const cards = await shoe.begin(entropy, nonce, wanted);
    dealt.push(cards.first(wanted).map((card) => card.name).join(" "));
    shoe = await cards.end(wanted);
  }
  return dealt;
}"""

FAIRNESS = """async ([name, given]) => {
  const fairness = await import("/static/js/verify/fairness.js");
  const values = given.map((value) => (Array.isArray(value?.[0]) ? new Map(value) : value));
  return fairness[name](...values);
}"""


INDEXES = """async ([seed, left, count]) => {
  const { Blocks } = await import("/static/js/verify/fairness.js");
  const blocks = await Blocks.of(seed);
  const words = await blocks.ofCards("ligalo", 1, 0, count);
  return Promise.all(words.map((block, k) => blocks.index(block, `ligalo:1:${k}`, left)));
}"""


def deals(modules: Page, seed: str, decks: int | None, *rounds: Any) -> list[str]:
    found: list[str] = modules.evaluate(DEALS, [seed, decks, rounds])
    return found


def fairness(modules: Page, name: str, *given: Any) -> Any:
    return modules.evaluate(FAIRNESS, [name, given])


def test_commitments(modules: Page) -> None:
    assert fairness(modules, "commitmentOf", SEED) == (
        "6c86c6aac5fb24bcf5d9939cb7d7d5645ce39418f449e03b262dd4fa14b4b92b"
    )
    assert fairness(modules, "commitmentOf", MANY) == (
        "cdec830a88b259eda10731494438bc4095400ff01e3db3e42415ee2183584955"
    )


def test_indexes_of_a_full_deck(modules: Page) -> None:
    assert modules.evaluate(INDEXES, [SEED, 52, 8]) == [39, 46, 20, 8, 19, 6, 31, 23]


def test_infinite_decks(modules: Page) -> None:
    assert deals(modules, SEED, None, ("ligalo", 1, 8)) == ["AS 8S 8D 9C 7D 7C 6H JD"]


def test_three_rounds_of_a_deck_and_its_rest(modules: Page) -> None:
    c = "changed-seed_2"
    rounds = [("ligalo", 1, 10), ("ligalo", 2, 7), (c, 3, 9), (c, 4, None)]

    assert deals(modules, SEED, 1, *rounds) == [
        "AS 4S 3C 2D 5S KC 4D TS QD 3S",
        "8D 2H 3D TD 7D QC JD",
        "JC KS AH 8S JH 7H KD 8H KH",
        "6C 9C QS 3H AC 6H 9D 8C TC 7C 4C 5C 6S QH 5D 9H 6D TH AD 2S 5H 2C 9S JS 4H 7S",
    ]


def test_three_seats_of_eight_decks(modules: Page) -> None:
    seeds = [[3, "bob-7"], [1, "alice"], [7, "carol_x"]]
    c = "bb6f742390284c390d6dfd07493770a343f2f374760716b6230532c042909d6b"
    assert fairness(modules, "entropyOf", seeds) == c

    rounds = [("alice", 0, 1), (c, 1, 20), (c, 2, 15), (c, 3, None)]
    dealt = deals(modules, MANY, 8, *rounds)

    assert dealt[:3] == [
        "2D",
        "QD JH 8S 7S 9S 3D 3C 8D 3S TC 2S 6C 8H 8D 9S 4S 6S 7H QD 3H",
        "6C 7C 6S 6H 9C AH 5H 7S 4S 3H 8C TH 9C 5C 6S",
    ]
    cards = ",".join(dealt).replace(" ", ",")
    assert hashlib.sha256(cards.encode()).hexdigest() == (
        "d4c71f17e20046674ddec4964d546594bdeb37becb6145973519ff85c2ff9342"
    )


def test_a_shoe_that_is_empty_in_mid_round(modules: Page) -> None:
    first, second = deals(modules, SEED, 1, ("ligalo", 1, 40), ("ligalo", 2, 20))

    assert first.endswith("JH 2S 5C")
    assert second == "8S 5D 9C KD 2C QS QC 7S 6H TC 7C 3H 5H KC JD AD 4H AS 9S TH"


def test_a_round_that_has_dealt_everything_gets_all_cards_back(modules: Page) -> None:
    (dealt,) = deals(modules, SEED, 1, ("ligalo", 1, 60))

    assert len(set(dealt.split()[:52])) == 52
    assert len(set(dealt.split()[52:])) == 8


def test_salt_and_cut(modules: Page) -> None:
    c = fairness(modules, "entropyOf", [[1, SALTED]], 100)

    assert c == SALTED + ".100"
    assert deals(modules, SEED, 6, (c, 0, 1), (c, 1, 6)) == ["8C", "8C 8C 6S 5C QC JC"]


def test_sealed_deals(modules: Page) -> None:
    words = hashlib.sha256(b"two plain words").hexdigest()[:32]
    seeds = [[1, "alice-00112233445566778899aabbccddeeff"], [3, f"bob-7-{words}"]]
    seeds.append([7, "carol_x-ffeeddccbbaa99887766554433221100"])
    seals = [[seat, fairness(modules, "sealOf", seed)] for seat, seed in seeds]
    seals[1][1] = "plain"
    sealed = fairness(modules, "sealsHashOf", seals)
    assert sealed == "8118113ac310216d115825ee02159b328f46f058bfbf180dacb04f247f4f2d4c"
    c = fairness(modules, "entropyOf", seeds, 100, sealed)
    assert c == "a57db2229395fd1578bb7f669496d35552c8d3d6e2ebefeccedcbfb647db8668.100"

    alone = [[1, "alice-0f0e0d0c0b0a09080706050403020100"]]
    sealed = fairness(modules, "sealsHashOf", [[1, fairness(modules, "sealOf", alone[0][1])]])
    second = fairness(modules, "entropyOf", alone, 100, sealed)
    assert second == "f632027733d918d2101f08b8d0347562b2a400df04c1a8dd53005bb2078e46f4.100"

    server = hashlib.sha256(b"shoe vector 6").hexdigest()
    assert deals(modules, server, 6, (c, 0, 1), (c, 1, 12), (second, 2, 5)) == [
        "AH", "5H QC 3H 5C QD 7S 5H KS QD JS QD 6D", "JH 6D 2C TC 3C",
    ]  # fmt: skip


def test_biased_words_are_rejected(modules: Page) -> None:
    words = [0xFFFFFFFF, 0xFFFFFFFA, 5]

    assert fairness(modules, "indexFromWords", words, 10) == 5
    assert fairness(modules, "indexFromWords", words[:2], 10) is None


def test_a_block_without_a_fair_word_is_followed_by_another(modules: Page) -> None:
    # With 2^31 + 1 cards nearly every second word is refused, so some whole blocks are.
    left = 2**31 + 1
    own = [draw_index(SEED, "ligalo", 1, k, left) for k in range(400)]

    assert modules.evaluate(INDEXES, [SEED, left, len(own)]) == own
