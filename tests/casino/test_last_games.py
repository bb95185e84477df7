"""Replay of the last games of the session, and the shuffle as the table tells it."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.translation import override

from accounts.models.users import User
from blackjack.presets import PRESETS, rules_from
from casino.history.selectors.past_rounds import session_rounds
from tables.words.rules import describe_shuffle
from tests.casino import scenes
from tests.casino.test_own_limits import bet, seated
from tests.casino.test_table_page import TABLE

PAGE = "/rounds/last/"


@pytest.mark.database
def test_the_last_ten_games_of_the_session_are_listed_with_their_replay(
    profile: Callable[..., None],
) -> None:
    participant = seated()
    client = scenes.signed_in(participant.player)
    played = []
    for _ in range(12):
        played.append(scenes.play_out(bet(participant, "5")))
        participant.refresh_from_db()
    assert f'href="{PAGE}"' in client.get(TABLE).text
    page = client.get(PAGE)
    assert [one.id for one in page.context["rounds"]] == [
        str(one.public_id) for one in reversed(played[2:])
    ]
    assert page.text.count(f"/rounds/{played[-1].public_id}/replay/") == 1
    profile(replayed_games=11)
    assert len(client.get(PAGE).context["rounds"]) == 11


@pytest.mark.database
def test_games_of_an_earlier_session_and_of_others_are_not_listed() -> None:
    participant = seated()
    scenes.play_out(bet(participant, "5"))
    player = User.objects.get(pk=participant.player.pk)
    assert len(session_rounds(player)) == 1
    assert session_rounds(scenes.new_player("bea@example.test")) == []
    player.session_began = timezone.now() + timedelta(seconds=1)
    assert session_rounds(player) == []


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "6 decks, shuffled after the round that reaches the cut card, at 75% of the shoe."),
        ({"reshuffle": "every_round"}, "6 decks, shuffled again before every round."),
        (
            {"reshuffle": "when_empty"},
            "6 decks, shuffled when a player changes the shoe or the table closes it.",
        ),
    ],
)
def test_decks_and_the_moment_of_the_shuffle_are_told(
    changes: dict[str, object], words: str
) -> None:
    rules = rules_from({"preset": "ligalo", "decks": 6, "penetration": 0.75, **changes})
    with override("en"):
        assert describe_shuffle(rules) == words


@pytest.mark.database
def test_the_table_tells_them() -> None:
    participant = seated()
    with override("es"):
        words = describe_shuffle(PRESETS["ligalo"])
    assert words in scenes.signed_in(participant.player).get(TABLE).text
