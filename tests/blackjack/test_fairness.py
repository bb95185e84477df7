import hashlib

import pytest

from blackjack import fairness
from blackjack.fairness import SeedError
from blackjack.shoe import Shoe

SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
SALT = "00112233445566778899aabbccddeeff"


def test_vector_1_commitment_and_indexes() -> None:
    own = fairness.commitment(SEED)
    assert own == "6c86c6aac5fb24bcf5d9939cb7d7d5645ce39418f449e03b262dd4fa14b4b92b"
    indexes = [fairness.draw_index(SEED, "ligalo", 1, k, 52) for k in range(8)]
    assert indexes == [39, 46, 20, 8, 19, 6, 31, 23]


def test_vector_2_commitment_and_entropy() -> None:
    seed = hashlib.sha256(b"shoe vector 2").hexdigest()
    assert seed == "50bf5c6d48a2dada4cc7231520396aa3b62ea77e213e2c9a30898b714c8f1ea6"
    own = fairness.commitment(seed)
    assert own == "cdec830a88b259eda10731494438bc4095400ff01e3db3e42415ee2183584955"
    mixed = fairness.entropy({7: "carol_x", 1: "alice", 3: "bob-7"})
    assert mixed == "bb6f742390284c390d6dfd07493770a343f2f374760716b6230532c042909d6b"


def test_vector_4_salt_and_cut() -> None:
    seed = fairness.seat_seed("ligalo", SALT)
    mixed = fairness.entropy({1: seed}, 100)
    assert mixed == "ligalo-00112233445566778899aabbccddeeff.100"


def test_vector_5_words_at_the_limit_are_refused() -> None:
    assert fairness.index_from_words([0xFFFFFFFF, 0xFFFFFFFA, 0x00000005], 10) == 5
    assert fairness.index_from_words([0xFFFFFFF9], 10) == 9
    assert fairness.index_from_words([0xFFFFFFFF, 0xFFFFFFFA], 10) is None


def test_a_block_without_a_fair_word_is_followed_by_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    def unlucky(_: bytes, message: str) -> tuple[int, ...]:
        asked.append(message)
        return (0xFFFFFFFF,) * 8 if len(asked) < 3 else (7,) * 8

    monkeypatch.setattr(fairness, "_block", unlucky)
    assert fairness.draw_index(SEED, "C", 2, 3, 52) == 7
    assert asked == ["C:2:3", "C:2:3:1", "C:2:3:2"]


def test_one_seat_gives_its_own_seed() -> None:
    assert fairness.entropy({4: "alice"}) == "alice"
    assert fairness.entropy({4: "alice"}, 52) == "alice.52"


def test_a_salt_from_words_is_32_digits_of_their_hash() -> None:
    salt = fairness.salt_from_text("any words, ñandú")
    assert salt == hashlib.sha256("any words, ñandú".encode()).hexdigest()[:32]
    assert fairness.check_salt(salt) == salt


@pytest.mark.parametrize("seed", ["", "x" * 32, "has space", "ñ", "a.b", "a:b", "a\n", None, 7])
def test_a_client_seed_of_the_wrong_form_is_refused(seed: object) -> None:
    with pytest.raises(SeedError) as refusal:
        fairness.check_client_seed(seed)
    assert (refusal.value.code, refusal.value.part) == ("invalid_seed", "client_seed")


@pytest.mark.parametrize("salt", ["", SALT[:-1], SALT + "0", SALT.upper(), SALT[:-1] + "g", None])
def test_a_salt_of_the_wrong_form_is_refused(salt: object) -> None:
    with pytest.raises(SeedError):
        fairness.check_salt(salt)


@pytest.mark.parametrize("seed", ["", SEED[:-1], SEED.upper(), SEED + "\n", None])
def test_a_server_seed_of_the_wrong_form_is_refused_and_not_repeated(seed: object) -> None:
    with pytest.raises(SeedError) as refusal:
        fairness.check_server_seed(seed)
    assert not seed or str(seed) not in str(refusal.value)


def test_entropy_needs_a_seat() -> None:
    with pytest.raises(SeedError):
        fairness.entropy({})


SEALED_SEEDS = {
    1: "alice-00112233445566778899aabbccddeeff",
    3: fairness.seat_seed("bob-7", fairness.salt_from_text("two plain words")),
    7: "carol_x-ffeeddccbbaa99887766554433221100",
}
SEALED_HASH = "8118113ac310216d115825ee02159b328f46f058bfbf180dacb04f247f4f2d4c"
SEALED_C = "a57db2229395fd1578bb7f669496d35552c8d3d6e2ebefeccedcbfb647db8668.100"


def test_vector_6_seals_and_entropy() -> None:
    seals = {
        7: fairness.seal_seed(SEALED_SEEDS[7]),
        1: fairness.seal_seed(SEALED_SEEDS[1]),
        3: fairness.PLAIN,
    }
    assert seals[1] == "2da644035cf09ae625d59013fdddae8e0a1688fb2fa2a233d5e3ecdedb475149"
    assert seals[7] == "67621f680e7635ef02112e6c4b88a0f6ecae9c30bb118f72f0c721c4e3427455"
    assert fairness.seals_hash(seals) == SEALED_HASH
    assert fairness.entropy(SEALED_SEEDS, 100, seals=SEALED_HASH) == SEALED_C


def test_vector_6_a_single_seat_is_hashed_too() -> None:
    seed = "alice-0f0e0d0c0b0a09080706050403020100"
    sealed = fairness.seals_hash({1: fairness.seal_seed(seed)})
    assert sealed == "63901661d7e00db46c30109c0a764fa43e30e6312c713f2f175ad15fc83e00da"
    mixed = fairness.entropy({1: seed}, 100, seals=sealed)
    assert mixed == "f632027733d918d2101f08b8d0347562b2a400df04c1a8dd53005bb2078e46f4.100"


def test_vector_6_cards() -> None:
    seed = hashlib.sha256(b"shoe vector 6").hexdigest()
    assert seed == "2976ef2a9aabb5a654461351bc7abecf6dca27b95a3308b197a2b33f76f7a63c"
    alone = "f632027733d918d2101f08b8d0347562b2a400df04c1a8dd53005bb2078e46f4.100"
    shoe, dealt = Shoe(seed, 6), []
    for mixed, nonce, count in ((SEALED_C, 0, 1), (SEALED_C, 1, 12), (alone, 2, 5)):
        dealing = shoe.begin(mixed, nonce)
        dealt.append(" ".join(str(card) for card in dealing.first(count)))
        shoe = dealing.end(count)
    assert dealt == ["AH", "5H QC 3H 5C QD 7S 5H KS QD JS QD 6D", "JH 6D 2C TC 3C"]


def test_only_the_seed_that_was_sealed_opens_a_seal() -> None:
    seal = fairness.seal_seed(SEALED_SEEDS[1])
    assert fairness.opens_seal(SEALED_SEEDS[1], seal)
    assert not fairness.opens_seal(SEALED_SEEDS[7], seal)


@pytest.mark.parametrize("seal", ["", "a" * 63, "A" * 64, "plain ", None])
def test_a_seal_of_the_wrong_form_is_refused(seal: str) -> None:
    with pytest.raises(SeedError) as refusal:
        fairness.seals_hash({1: seal})
    assert refusal.value.part == "seal"


def test_a_list_of_seals_has_a_seat() -> None:
    with pytest.raises(SeedError):
        fairness.seals_hash({})
