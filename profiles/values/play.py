"""Fields about play: stakes, pace, help, shoes, what is shown."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from profiles.values.definitions import define
from profiles.values.kinds import AmountList, Combine, OneOf, StatedAmount, Whole, YesNo


@dataclass(frozen=True, kw_only=True)
class PlayFields:
    """How play at the tables goes."""

    max_stake_box: tuple[StatedAmount, ...] = define(
        AmountList(), Combine.UNION, _("Maximum first bet on a box")
    )
    max_stake_round: tuple[StatedAmount, ...] = define(
        AmountList(), Combine.UNION, _("Maximum staked by a player in a round")
    )
    seconds_between_rounds: int = define(
        Whole("seconds", 0, 60), Combine.MAXIMUM, _("Minimum time between rounds")
    )
    autoplay: bool = define(YesNo(only=False), Combine.MINIMUM, _("Autoplay"))
    quick_cards: bool = define(YesNo(), Combine.MINIMUM, _("Quick cards may be chosen"))
    hints: bool = define(YesNo(), Combine.MINIMUM, _("Hints may be asked for"))
    absent_play: str = define(
        OneOf(("basic_strategy", "hit_or_stand", "stand")),
        Combine.MAXIMUM,
        _("The most that is played for an absent player"),
    )
    live_decision_seconds: int = define(
        Whole("seconds", 0, 120), Combine.MAXIMUM, _("Minimum time for a decision at live tables")
    )
    live_betting_seconds: int = define(
        Whole("seconds", 0, 300), Combine.MAXIMUM, _("Minimum time for bets at live tables")
    )
    rules_notice_hours: int = define(
        Whole("hours", 1, 720), Combine.MAXIMUM, _("Notice before new rules apply to real money")
    )
    shoe_max_age_seconds: int = define(
        Whole("seconds", 60, 100_000_000), Combine.LICENCE, _("Maximum age of a shoe")
    )
    deck_count_shown: bool = define(
        YesNo(), Combine.MAXIMUM, _("Number of decks and moment of the shuffle are shown in play")
    )
    replayed_games: int = define(
        Whole("games", 0, 100), Combine.MAXIMUM, _("Last games of the session that can be replayed")
    )
    split_loses_original_only: bool = define(
        YesNo(),
        Combine.LICENCE,
        _("Against a dealer's blackjack only the original bet is lost"),
    )
