"""Help on side bets: payouts of each outcome, with example cards."""

from collections import Counter
from collections.abc import Iterator

from django.utils.translation import gettext as _, gettext_lazy

from blackjack.rules import Rules
from blackjack.side_bets import OUTCOMES
from tables.words.help import examples
from tables.words.help.examples import Script
from tables.words.help.telling import HelpLine, Purse
from tables.words.rules import SIDE_BETS, SIDE_OUTCOMES

WINS = {
    "player_pair": gettext_lazy("%(name)s wins when your first two cards are of one rank."),
    "dealer_pair": gettext_lazy("%(name)s wins when the dealer's first two cards are of one rank."),
    "21+3": gettext_lazy(
        "%(name)s wins when your first two cards and the dealer's card up make one of these; the best of them counts."
    ),
    "top_3": gettext_lazy(
        "%(name)s wins when your first two cards and the dealer's card up make one of these; the best of them counts."
    ),
}
_MINE = {"perfect": "8H 8H", "coloured": "8H 8D", "mixed": "8H 8S"}
_THREE = {
    "suited_trips": ("7S 7S", "7S"),
    "straight_flush": ("7S 9S", "8S"),
    "trips": ("7S 7H", "7D"),
    "straight": ("7S 9H", "8D"),
    "flush": ("2S 9S", "7S"),
}


def describe_side_bets(rules: Rules, purse: Purse) -> Iterator[HelpLine]:
    """Yield each side bet on offer with its paytable."""
    if not rules.side_bets:
        yield HelpLine(_("There are no side bets at this table."))
        return
    yield HelpLine(
        _(
            "Side bets are settled by rank and suit of the first cards, whatever happens to the hand."
        )
    )
    for name in OUTCOMES:
        if name in rules.side_bets:
            yield HelpLine(WINS[name] % {"name": SIDE_BETS[name]})
            for outcome in OUTCOMES[name]:
                yield _outcome(rules, purse, name, outcome)


def _outcome(rules: Rules, purse: Purse, name: str, outcome: str) -> HelpLine:
    text = _("%(name)s, %(outcome)s: pays %(odds)d to 1.") % {
        "name": SIDE_BETS[name],
        "outcome": SIDE_OUTCOMES[outcome],
        "odds": rules.side_bets[name][outcome],
    }
    script = _script(name, outcome)
    dealt = Counter((*script.mine.split(), script.up, script.second))
    if rules.finite_decks is not None and max(dealt.values()) > rules.finite_decks:
        return HelpLine(text, _("It takes more decks than this table has."))
    return HelpLine(text, _describe_example(rules, purse, script))


def _script(name: str, outcome: str) -> Script:
    if name == "player_pair":
        return Script(mine=_MINE[outcome], up="6D", second="TC", side_bet=name)
    if name == "dealer_pair":
        up, second = _MINE[outcome].split()
        return Script(mine="KS 9C", up=up, second=second, side_bet=name)
    mine, up = _THREE[outcome]
    return Script(mine=mine, up=up, second="TC", side_bet=name)


def _describe_example(rules: Rules, purse: Purse, script: Script) -> str:
    """Return an example limited to the side bet: its cards, stake and payout."""
    over = examples.play_script(rules, purse, script)[-1]
    found = over.public()["seats"][0]["side_bets"][script.side_bet]
    seen = over.dealer[: 2 if script.side_bet == "dealer_pair" else 1]
    words = {
        "stake": purse.written(found["stake"]),
        "cards": examples.format_cards(over.boxes[0].dealt),
        "dealer": examples.format_cards(seen),
        "outcome": SIDE_OUTCOMES[found["outcome"]],
        "back": purse.written(found["payout"]),
    }
    return (
        _(
            "You have %(cards)s, the dealer %(dealer)s: %(outcome)s. Of %(stake)s staked, %(back)s come back."
        )
        % words
    )
