"""Summary of a rule set in one line of English or Spanish: "6 decks · H17 · DAS · late surrender · 3:2".

Decks, soft 17, doubling after a split, surrender and the payout of a natural are stated for every
table that has them. Everything else is stated only where it differs from the common American game
(any two cards doubled, three splits of any pair, split aces played on, a peek behind ace and ten,
insurance), so short lines are ordinary tables. Left out is whatever changes neither a decision nor
a payment, such as the order of shoes and the clocks; what the round itself shows (partial
insurance, a 21 that may be hit); the numbers of seats and bettors; and the odds of side bets.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Literal

from blackjack.rules import Rules
from blackjack.side_bets import OUTCOMES

Language = Literal["en", "es"]
LANGUAGES: tuple[Language, ...] = ("en", "es")
SEPARATOR = " · "
_MOST_SPLITS = 3

_PHRASES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "as it is": ("{}", "{}"),
        "one deck": ("1 deck", "1 baraja"),
        "decks": ("{} decks", "{} barajas"),
        "infinite decks": ("infinite decks", "barajas infinitas"),
        "not_dealt": ("no hole card", "sin carta tapada"),
        "never": ("no peek", "sin mirar la carta tapada"),
        "ace": ("peek on aces only", "la carta tapada se mira solo con as"),
        "original_bet": (
            "dealer blackjack takes the original bet only",
            "el blackjack del crupier se lleva solo la apuesta original",
        ),
        "all_but_doubles": (
            "doubles come back from a dealer blackjack",
            "el blackjack del crupier devuelve lo doblado",
        ),
        "no double": ("no double", "sin doblar"),
        "double on": ("double on {}", "doblar con {}"),
        "double for less": ("double for less", "doblar por menos"),
        "no split": ("no split", "sin dividir"),
        "aces only": ("split aces only", "solo se dividen ases"),
        "split once": ("split once", "dividir una vez"),
        "split twice": ("split twice", "dividir dos veces"),
        "by rank": ("split by rank", "dividir por figura"),
        "aces 0": ("no split of aces", "los ases no se dividen"),
        "aces 1": ("split aces once", "dividir ases una vez"),
        "aces 2": ("split aces twice", "dividir ases dos veces"),
        "aces 3": ("split aces three times", "dividir ases tres veces"),
        "one card": ("one card on split aces", "una carta por as dividido"),
        "aces not doubled": ("no double on split aces", "sin doblar ases divididos"),
        "natural on tens": ("blackjack on split tens", "blackjack con dieces divididos"),
        "late": ("late surrender", "rendición tardía"),
        "early": ("early surrender", "rendición temprana"),
        "early_vs_non_ace": (
            "early surrender, not against an ace",
            "rendición temprana, no contra un as",
        ),
        "after split": ("surrender after a split", "rendición tras dividir"),
        "no naturals": ("no naturals", "sin blackjack"),
        "no insurance": ("no insurance", "sin seguro"),
        "even money": ("even money", "pago 1:1 inmediato"),
        "charlie": ("{}-card Charlie", "Charlie de {} cartas"),
        "max_cards": ("max {} cards per hand", "máximo {} cartas por mano"),
        "player_pair": ("player pair", "pareja del jugador"),
        "dealer_pair": ("dealer pair", "pareja del crupier"),
        "21+3": ("21+3", "21+3"),
        "top_3": ("top 3", "top 3"),
        "side bets": ("side bets: {}", "apuestas laterales: {}"),
        "inverted": ("results inverted", "resultados invertidos"),
    },
)
"""Every phrase in the order of `LANGUAGES`."""

_Part = tuple[str, object]
"""Key of a phrase, and the value inserted into it."""


def summary(rules: Rules, language: Language = "en") -> str:
    """Return the rules in one line of `language`, without a line end; equal rules give the same line."""
    return SEPARATOR.join(_format_phrase(language, *part) for part in _parts(rules))


def describe_decks(rules: Rules, language: Language = "en") -> str:
    """Return the number of decks of a full shoe in words of `language`, for example "6 decks"."""
    return _format_phrase(language, *_decks(rules))


def _format_phrase(language: Language, key: str, value: object) -> str:
    return _PHRASES[key][LANGUAGES.index(language)].format(_format_value(language, value))


def _format_value(language: Language, value: object) -> object:
    """Return a tuple of phrase keys as a list in words, anything else unchanged."""
    if not isinstance(value, tuple):
        return value
    return ", ".join(_format_phrase(language, key, None) for key in value)


def _parts(rules: Rules) -> Iterator[_Part]:
    yield _decks(rules)
    yield "as it is", "H17" if rules.soft_17 == "hit" else "S17"
    yield from _dealer(rules)
    yield from _doubles(rules)
    yield from _splits(rules)
    yield from _surrender(rules)
    yield from _natural(rules)
    yield from _extras(rules)


def _decks(rules: Rules) -> _Part:
    if rules.finite_decks is None:
        return "infinite decks", None
    return "one deck" if rules.finite_decks == 1 else "decks", rules.finite_decks


def _dealer(rules: Rules) -> Iterator[_Part]:
    """Yield the rule of the second card, and what an unpeeked blackjack leaves; nothing without unpeeked blackjacks."""
    if not rules.naturals or rules.peek == "ace_and_ten":
        return
    yield "not_dealt" if rules.hole_card == "not_dealt" else rules.peek, None
    if rules.dealer_blackjack_takes != "all_bets":
        yield rules.dealer_blackjack_takes, None


def _doubles(rules: Rules) -> Iterator[_Part]:
    if rules.double_on == "never":
        yield "no double", None
        return
    if rules.double_on != "any":
        yield "double on", rules.double_on
    if rules.double_for_less:
        yield "double for less", None
    if rules.double_after_split and (rules.max_splits or _doubles_split_aces(rules)):
        yield "as it is", "DAS"


def _doubles_split_aces(rules: Rules) -> bool:
    """Return whether split aces may be doubled; they total 12 or more, which only "any" allows."""
    played_on = rules.max_ace_splits > 0 and rules.hit_split_aces
    allowed = rules.double_after_split and rules.double_split_aces
    return played_on and allowed and rules.double_on == "any"


def _splits(rules: Rules) -> Iterator[_Part]:
    pairs, aces = rules.max_splits, rules.max_ace_splits
    if pairs < _MOST_SPLITS:
        words = (
            "aces only" if aces and not pairs else ("no split", "split once", "split twice")[pairs]
        )
        yield words, None
    if aces != (pairs or _MOST_SPLITS) and (pairs or aces):
        yield f"aces {aces}", None
    if pairs and rules.split_by == "rank":
        yield "by rank", None
    if aces and not rules.hit_split_aces:
        yield "one card", None
    elif aces and not _doubles_split_aces(rules) and _doubles_others(rules):
        yield "aces not doubled", None
    if pairs and rules.naturals and rules.split_tens_natural:
        yield "natural on tens", None


def _doubles_others(rules: Rules) -> bool:
    """Return whether split hands of other cards may be doubled on such totals."""
    return rules.max_splits > 0 and rules.double_after_split and rules.double_on == "any"


def _surrender(rules: Rules) -> Iterator[_Part]:
    if rules.surrender == "none":
        return
    yield rules.surrender, None
    if rules.surrender_after_split and (rules.max_splits or rules.max_ace_splits):
        yield "after split", None


def _natural(rules: Rules) -> Iterator[_Part]:
    """Yield the payout of a natural, and the offers against an ace, which need naturals."""
    if not rules.naturals:
        yield "no naturals", None
        return
    yield "as it is", rules.blackjack_pays
    if rules.insurance == "none":
        yield "no insurance", None
    if rules.even_money:
        yield "even money", None


def _extras(rules: Rules) -> Iterator[_Part]:
    if rules.charlie is not None:
        yield "charlie", rules.charlie
    if rules.max_cards is not None:
        yield "max_cards", rules.max_cards
    if rules.side_bets:
        yield "side bets", tuple(name for name in OUTCOMES if name in rules.side_bets)
    if rules.inverted:
        yield "inverted", None
