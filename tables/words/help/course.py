"""Help on time, interruption, malfunction and fairness."""

from collections.abc import Iterator

from django.utils.translation import gettext as _, gettext_lazy

from blackjack.rules import Rules
from tables.words.help.dates import example_times
from tables.words.help.examples import Script, describe_absence, describe_example
from tables.words.help.telling import HelpLine, Purse, format_duration

_A_WEEK = 7 * 24 * 60 * 60
_ELEVEN = Script(
    mine="6S 5H", up="6D", second="TC", draws="9H", then="8S", actions=("hit", "stand")
)
"""A hand played without decisions of interest, so that the example shows the dealing only."""

WAITS = gettext_lazy(
    "If you leave, your round waits for you without a time limit, as long as you may play."
)
ABSENCE = {
    "stand": gettext_lazy(
        "If you do not come back within %(time)s, the house stands for you, declines every offer and settles the round."
    ),
    "basic_strategy": gettext_lazy(
        "If you do not come back within %(time)s, the house plays your round to its end by the chart. If your balance is not enough for a double or a split, it makes the best move without new money."
    ),
    "hit_or_stand": gettext_lazy(
        "If you do not come back within %(time)s, the house plays your round to its end by the chart, but never with new "
        "money."
    ),
}


def describe_clocks(rules: Rules, _purse: Purse) -> Iterator[HelpLine]:
    """Yield the time limits of a private table: none."""
    yield HelpLine(_("There is no time limit for a decision."), _describe_long_clock(rules))


def _describe_long_clock(rules: Rules) -> str:
    if rules.resume_seconds is None:
        return _(
            "Asked on %(day)s at %(first)s, you may still decide on %(last)s: nothing has changed."
        ) % example_times(_A_WEEK)
    return _(
        "Asked on %(day)s at %(first)s, you may think until %(last)s. If you have not opened the round again by then, we assume that you have left."
    ) % example_times(rules.resume_seconds)


def describe_interruption(rules: Rules, purse: Purse) -> Iterator[HelpLine]:
    """Yield the rules for rounds whose player has left."""
    yield HelpLine(
        _(
            "A round that you leave waits for you: on any device you find it exactly as it was, your stakes held."
        )
    )
    if rules.resume_seconds is None:
        away = _(
            "You leave on %(day)s at %(first)s. On %(last)s you find it as it was, and decide."
        )
        yield HelpLine(
            str(WAITS), describe_example(rules, purse, _ELEVEN, away % example_times(_A_WEEK))
        )
    else:
        away = _("You leave on %(day)s at %(first)s and have not come back at %(last)s.")
        words = away % example_times(rules.resume_seconds)
        yield HelpLine(
            ABSENCE[rules.on_absence] % {"time": format_duration(rules.resume_seconds)},
            describe_absence(rules, purse, _ELEVEN, rules.on_absence, words),
        )
        yield HelpLine(
            _(
                "The time counts from when you last opened the round. Decisions of the house are marked as such in your history."
            ),
            _(
                "If you open the round at %(first)s and again shortly before %(last)s, it waits as long again from then on."
            )
            % example_times(rules.resume_seconds),
        )
    yield HelpLine(
        _(
            "If you may no longer play, for instance because you excluded yourself, the house plays your round to its end by the chart within a day, without new money, whatever else is said here."
        ),
        describe_absence(
            rules, purse, _ELEVEN, "hit_or_stand", _("You exclude yourself and leave.")
        ),
    )


def describe_malfunction(_rules: Rules, _purse: Purse) -> Iterator[HelpLine]:
    yield HelpLine(
        _(
            "If something fails, play at your place stops at once, your stakes stay held and staff look into it. A round that "
            "cannot be finished as it began is cancelled: all of its stakes come back, and its shoe is closed."
        )
    )


def describe_fairness(_rules: Rules, _purse: Purse) -> Iterator[HelpLine]:
    yield HelpLine(
        _(
            "The hash of a shoe's secret is published before its first card; your own seed is mixed in. When the shoe closes "
            "the secret is revealed, and every card of every round can be computed again, by the site or by yourself."
        )
    )
