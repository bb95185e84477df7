"""Help on cards, the shoe and the boxes."""

from collections.abc import Iterator
from decimal import Decimal

from django.utils.formats import number_format
from django.utils.translation import gettext as _, ngettext

from blackjack.cards import Card
from blackjack.rules import Rules
from pages.signs import with_percent
from profiles.selectors.in_force import profile_in_force
from tables.words.help import examples
from tables.words.help.dates import example_times
from tables.words.help.emptying import describe_cuts, describe_first_round, describe_last_rounds
from tables.words.help.telling import HelpLine, Purse, format_duration
from tables.words.rules import format_decks

_SOFT, _HARD = "AS 6H", "AS 6H 9D"
_TWO_BOXES = examples.Script(
    mine="KS 9H",
    beside="5S 7H",
    up="6D",
    second="TC",
    draws="9C",
    then="3H",
    actions=("stand", "hit", "stand"),
)


def describe_game(_rules: Rules, _purse: Purse) -> Iterator[HelpLine]:
    """Yield the aim, and the values of cards."""
    yield HelpLine(
        _(
            "You play against the dealer. Your hand wins if it is worth more than the dealer's without going over 21, or if "
            "the dealer goes over 21. First you stake, then cards are dealt, then you decide; each hand is played by itself."
        )
    )
    soft, hard = (tuple(Card.parse(text) for text in given.split()) for given in (_SOFT, _HARD))
    yield HelpLine(
        _(
            "Cards 2 to 10 count their number, jack, queen and king 10, an ace 1 or 11, whichever is better. "
            "A hand in which an ace counts 11 is called soft."
        ),
        _("%(first)s is %(one)s; with %(card)s it becomes %(other)s.")
        % {
            "first": examples.format_cards(soft),
            "one": examples.format_total(soft),
            "card": examples.format_cards(hard[-1:]),
            "other": examples.format_total(hard),
        },
    )


def describe_shoe(rules: Rules, _purse: Purse) -> Iterator[HelpLine]:
    """Yield the number of cards, and when they are shuffled."""
    yield from _cards(rules)
    if rules.reshuffle != "every_round":
        yield _age()
    yield from _opening(rules)
    if rules.cuts:
        cut = _(
            "The player who opens a shoe cuts it, anywhere from %(first)d to %(last)d: the place is mixed into the drawing "
            "of every card."
        )
        yield HelpLine(cut % _cuts(rules), describe_cuts(rules))


def describe_live_shoe(rules: Rules, _purse: Purse) -> Iterator[HelpLine]:
    """Yield the same for a live table, whose shoe belongs to no player."""
    yield from _cards(rules)
    if rules.reshuffle != "every_round":
        time = format_duration(profile_in_force().shoe_max_age_seconds)
        yield HelpLine(
            _("A shoe is closed %(time)s after its first round at the latest.") % {"time": time}
        )
    yield from _opening(rules)
    if rules.cuts:
        cut = _(
            "The player of the lowest box in a shoe's first deal cuts it, anywhere from %(first)d to %(last)d: the place is "
            "mixed into the drawing of every card."
        )
        yield HelpLine(cut % _cuts(rules), describe_cuts(rules))
    yield HelpLine(_("No player can change the shoe."))


def _cards(rules: Rules) -> Iterator[HelpLine]:
    yield HelpLine(_("Played with %(decks)s of 52 cards.") % {"decks": format_decks(rules)})
    yield HelpLine(_describe_reshuffle(rules), describe_last_rounds(rules))


def _opening(rules: Rules) -> Iterator[HelpLine]:
    if rules.shoe_size is not None:
        yield HelpLine(
            _(
                "A round that has begun is always played to its end. If the shoe runs empty meanwhile, the cards that are not "
                "on the table are shuffled into it again."
            )
        )
    if rules.burn_cards:
        yield HelpLine(
            ngettext(
                "When a shoe opens, one card is laid aside unseen.",
                "When a shoe opens, %(n)d cards are laid aside unseen.",
                rules.burn_cards,
            )
            % {"n": rules.burn_cards},
            describe_first_round(rules),
        )


def _cuts(rules: Rules) -> dict[str, int]:
    return {"first": rules.cuts[0], "last": rules.cuts[-1]}


def _age() -> HelpLine:
    """Return the line on the maximum age of a shoe."""
    seconds = profile_in_force().shoe_max_age_seconds
    return HelpLine(
        _("A shoe is closed %(time)s after its first round at the latest.")
        % {"time": format_duration(seconds)},
        _(
            "The first round began on %(day)s at %(first)s: the shoe is yours until %(last)s, and closed soon after."
        )
        % example_times(seconds),
    )


def _describe_reshuffle(rules: Rules) -> str:
    if rules.reshuffle == "every_round":
        return _("Every round is dealt from a fresh shoe.")
    if rules.cut_card is None:
        return _("Every card is drawn from a full shoe: what was dealt before changes nothing.")
    if rules.reshuffle == "when_empty":
        return _("A shoe is not closed by itself: you play on with what is left in it.")
    share = (Decimal(str(rules.penetration)) * 100).normalize()
    return _(
        "A shoe is closed after the round in which %(cards)d of its %(all)d cards (%(share)s) are out."
    ) % {
        "cards": rules.cut_card,
        "all": rules.shoe_size,
        "share": with_percent(number_format(share)),
    }


def describe_boxes(rules: Rules, purse: Purse) -> Iterator[HelpLine]:
    """Yield the number of boxes of a player."""
    yield HelpLine(
        ngettext(
            "You play one box.",
            "You may play up to %(n)d boxes in a round; each has its own stake and is played by itself.",
            rules.boxes_per_player,
        )
        % {"n": rules.boxes_per_player},
        examples.describe_example(rules, purse, _TWO_BOXES) if rules.boxes_per_player > 1 else "",
    )
