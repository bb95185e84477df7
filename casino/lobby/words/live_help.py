"""Help text of a live table: clocks, seats, absence, bets behind, seeds. Numbers come from the rules and constants in use."""

from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from types import MappingProxyType
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from blackjack.rules import Rules
from casino.live.selectors.missing import IDLE_AFTER
from casino.live.services.moving import STUCK_AFTER
from casino.live.values.seating import (
    AWAY_AFTER,
    BOX_HELD_FOR,
    DEALS_SAT_OUT,
    FAILURES_A_DAY,
    IDLE_DEALS,
    IDLE_DEALS_WAITED,
    SEAT_LOST_AFTER,
    WATCH_ONLY_FOR,
)
from casino.values.clocks import (
    GRACE_SECONDS,
    LAST_SECONDS,
    OPENING_SECONDS,
    UNMARKED,
    betting_seconds,
    intermission_seconds,
    turn_seconds,
)
from tables.words.help import HelpLine, HelpSection
from tables.words.help.telling import format_duration

Chapter = Callable[[Rules], Iterator[str]]

TIMEOUTS: Final[Mapping[str, Promise]] = MappingProxyType(
    {
        "stand": gettext_lazy("If the time of your turn runs out, the house stands for you."),
        "chart": gettext_lazy(
            "If the time of your turn runs out, the house makes this decision for you by the strategy chart. If the chart needs new money, it makes the best move without."
        ),
    }
)


def live_sections(rules: Rules) -> tuple[HelpSection, ...]:
    """Return the help sections that only a live table has, in reading order. Empty ones are left out."""
    sections = (
        HelpSection(slug, str(title), tuple(HelpLine(text) for text in write(rules)))
        for slug, (title, write) in CHAPTERS.items()
    )
    return tuple(section for section in sections if section.lines)


def _clocks(rules: Rules) -> Iterator[str]:
    yield _("The first bet starts the clock: bets are taken for %(time)s.") % {
        "time": format_duration(betting_seconds(rules))
    }
    yield (
        _("This clock always runs to its end, so that others have time to bet behind.")
        if rules.bettors_per_seat > 1
        else _("Bets close earlier if every seat that does not sit out has bet.")
    )
    yield _("Until bets close you may replace your bet or take it back.")
    if _asks_before_peek(rules):
        yield _(
            "Before the dealer looks for a blackjack, everybody who is asked answers at the same time, within %(time)s. Nobody sees the answers of others, and the deal goes on once all have answered."
        ) % {"time": format_duration(turn_seconds(rules))}
    yield _(
        "Each decision of a turn may take %(time)s. Boxes play in the order of their numbers, the hands of a box from left to "
        "right."
    ) % {"time": format_duration(turn_seconds(rules))}
    yield _(
        "You may choose your next decision before your turn. Nobody else sees it, it takes no money until it is played, and "
        "you may withdraw it. If your hand or your moves have changed by then, it is dropped and you are asked."
    )
    yield _(
        "The page counts down by our clock, marks the last %(time)s, and says what the house does when it runs out."
    ) % {"time": format_duration(LAST_SECONDS)}
    yield _("A decision still counts if it reaches us up to %(time)s after its time.") % {
        "time": format_duration(int(GRACE_SECONDS))
    }
    yield from _pause(rules)


def _asks_before_peek(rules: Rules) -> bool:
    insured = rules.naturals and (rules.insurance != "none" or rules.even_money)
    return insured or rules.surrender.startswith("early")


def _pause(rules: Rules) -> Iterator[str]:
    seconds = intermission_seconds(rules)
    if not seconds:
        yield _("After a deal you may bet on the next one at once.")
        return
    yield _("After a deal there is a pause of %(time)s; you may already bet on the next one.") % {
        "time": format_duration(seconds)
    }
    yield _("The pause ends early if every seat that does not sit out is ready or has bet.")


def _seats(rules: Rules) -> Iterator[str]:
    yield ngettext(
        "The table has one box. Anyone signed in may watch.",
        "The table has %(n)d boxes. Anyone signed in may watch.",
        rules.seats,
    ) % {"n": rules.seats}
    yield ngettext(
        "You take a free box at any time and bet from the next deal on. You may have one box.",
        "You take a free box at any time and bet from the next deal on. You may have up to %(n)d boxes.",
        rules.boxes_per_player,
    ) % {"n": rules.boxes_per_player}
    yield _(
        "You may leave at any time; with a bet or a hand on the table your seat becomes free when the deal is over. To change "
        "seats, leave and take another free box."
    )
    yield _(
        "If you sit out, you keep your seat and the table does not wait for you. Your next bet brings you back."
    )
    yield _free_after()
    yield _(
        "It also becomes free when we have not seen you at the table for %(time)s and no deal of yours is running."
    ) % {"time": _duration(SEAT_LOST_AFTER)}
    if rules.boxes_per_player > 1:
        yield _(
            "While somebody waits for a seat, a player with several boxes keeps only the lowest one from the next deal on."
        )
    yield from _waiting_list()


def _free_after() -> str:
    waited = ngettext(
        "after one deal while somebody waits",
        "after %(n)d deals while somebody waits",
        IDLE_DEALS_WAITED,
    ) % {"n": IDLE_DEALS_WAITED}
    return ngettext(
        "A seat becomes free after one deal without a bet of its player, also if it sits out; %(waited)s.",
        "A seat becomes free after %(n)d deals in a row without a bet of its player, also if it sits out; %(waited)s.",
        IDLE_DEALS,
    ) % {"n": IDLE_DEALS, "waited": waited}


def _waiting_list() -> Iterator[str]:
    yield _(
        "A full table has a waiting list, first come, first seated. You can wait at one table at a time."
    )
    yield _(
        "A box that becomes free is held for %(time)s for the first of the list. Whoever does not take it in that time goes to "
        "the end of the list. When the table closes, the list is cleared."
    ) % {"time": _duration(BOX_HELD_FOR)}
    yield _("Whoever we have not seen at the table for %(time)s leaves the list.") % {
        "time": _duration(SEAT_LOST_AFTER)
    }


def _absence(rules: Rules) -> Iterator[str]:
    yield str(TIMEOUTS["stand" if rules.on_turn_timeout == "stand" else "chart"])
    if _asks_before_peek(rules):
        yield _("If you do not answer before the dealer looks for a blackjack, you decline.")
    yield _(
        "When time runs out the house never adds money of yours. Its decisions are marked in your history."
    )
    yield _(
        "If your connection drops you keep your seat, and the clock goes on. After %(time)s without a sign of your page the "
        "others see that you are away."
    ) % {"time": _duration(AWAY_AFTER)}
    yield _(
        "A second device or tab shows the same seat. Either may decide, and each decision counts once."
    )
    yield _(
        "If you may no longer play during a deal, by your own exclusion for instance, the house plays your hands at once, without new money."
    )
    yield _(
        "Our downtime does not cost you time: a clock that ran while our servers did not answer for more than %(time)s starts "
        "again in full, once for each outage."
    ) % {"time": _duration(UNMARKED)}


def _behind(rules: Rules) -> Iterator[str]:
    if rules.bettors_per_seat == 1:
        return
    yield _(
        "You may bet behind on another player's box once its first bet is placed, with or without a seat of your own. A box "
        "takes up to %(n)d bettors; its first bettor decides."
    ) % {"n": rules.bettors_per_seat}
    yield ngettext(
        "You may bet behind on one box in a deal.",
        "You may bet behind on up to %(n)d boxes in a deal.",
        rules.boxes_per_player,
    ) % {"n": rules.boxes_per_player}
    if rules.max_splits or rules.max_ace_splits:
        yield _(
            "With the bet you choose what happens at a split: you follow it with new money, or stay on the left or on the right "
            "hand. You also choose the hand to stay on if your money or your limits do not allow a split."
        )
    if rules.double_on != "never":
        yield _("You also choose whether you follow doubles with new money or stay with your bet.")
    if rules.naturals and (rules.insurance != "none" or rules.even_money):
        yield _("Insurance and even money are your own decision, not the first bettor's.")
    if rules.surrender != "none":
        yield _("If the first bettor surrenders, so does your bet.")
    yield _(
        "Your own limits apply to your bet. The maximum of a box counts the first stakes of all its bettors, in US dollars, "
        "first come, first served. A bet that does not fit is refused with the room that is left. Doubles and splits do not "
        "count."
    )
    yield _(
        "If the first bettor takes the bet back before bets close, or is out of the deal, your bet on that box is returned."
    )
    yield _(
        "After that, your bet stays even if the first bettor leaves: the house plays the box without new money of the first "
        "bettor, so it neither splits nor doubles."
    )


def _others(_rules: Rules) -> Iterator[str]:
    yield _(
        "Others at the table see your screen name, your cards, your stakes as chips with an approximate amount, and your "
        "results. They never see your name, your email address or your balance."
    )
    yield _("You choose the screen name in your options. Until then you have a number.")


def _malfunction(_rules: Rules) -> Iterator[str]:
    yield _(
        "If something fails, the deal stops for everybody, all stakes stay held and staff look into it. A deal that cannot be "
        "finished as it began is cancelled: everybody's stakes come back, and its shoe is closed."
    )
    yield _("A deal that could not go on for %(time)s is cancelled too.") % {
        "time": _duration(STUCK_AFTER)
    }


def _fairness(_rules: Rules) -> Iterator[str]:
    yield _(
        "The hash of a shoe's secret is published before its first card. When the shoe closes the secret is revealed, and every "
        "card of every deal can be computed again, by the site or by yourself."
    )
    yield _(
        "The seeds of all seats decide each deal together. Your browser makes a fresh seed and sends it sealed with your bet, so "
        "that nobody can choose a seed after seeing yours."
    )
    yield _(
        "Its first part is made at random. You may choose words of your own instead, which everybody can read in the transcript."
    )
    yield _(
        "When bets close the list of seals is shown, and the browsers open them within %(time)s. A seat that does not is out of "
        "the deal and its stakes return, with the bets behind on its boxes. The others seal once more; if that fails too, the "
        "deal is cancelled and all stakes return."
    ) % {"time": format_duration(OPENING_SECONDS)}
    yield ngettext(
        "A seat that did not open its seed sits out one deal, but is not lost.",
        "A seat that did not open its seed sits out %(n)d deals, but is not lost.",
        DEALS_SAT_OUT,
    ) % {"n": DEALS_SAT_OUT}
    yield _("It may bet again as soon as nobody has bet for %(time)s.") % {
        "time": _duration(IDLE_AFTER)
    }
    yield ngettext(
        "After one failure within a day its player only watches for %(time)s.",
        "After %(n)d failures within a day its player only watches for %(time)s.",
        FAILURES_A_DAY,
    ) % {"n": FAILURES_A_DAY, "time": _duration(WATCH_ONLY_FOR)}
    yield _(
        "Without JavaScript you type words instead, unsealed. They are mixed in, but they do not protect you from somebody who "
        "chooses a seed last."
    )


def _duration(time: timedelta) -> str:
    return format_duration(int(time.total_seconds()))


CHAPTERS: Final[Mapping[str, tuple[Promise, Chapter]]] = MappingProxyType(
    {
        "time": (gettext_lazy("Clocks"), _clocks),
        "seats": (gettext_lazy("Seats"), _seats),
        "interruption": (gettext_lazy("If you are away"), _absence),
        "behind": (gettext_lazy("Bets behind"), _behind),
        "others": (gettext_lazy("Visible to others"), _others),
        "malfunction": (gettext_lazy("If something fails"), _malfunction),
        "fairness": (gettext_lazy("How every card can be checked"), _fairness),
    }
)
"""Sections in reading order, by their anchor."""
