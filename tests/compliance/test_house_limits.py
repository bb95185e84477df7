"""House limits of a player: the staff page, its refusals, and what staff and player read."""

from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from accounts.models.letters import Letter
from accounts.models.users import User
from accounts.roles.values import Role
from compliance.messages.selectors.messages import MessageSort
from compliance.own_data.selectors.document import stream_own_data
from compliance.players.services.letters import mail_letters
from limits.models import Limit
from limits.selectors.in_force import effective_limits
from limits.values import LimitKind, LimitPeriod
from tests.accounts.people import ana_confirmed
from tests.accounts.staff import inside, staff
from tests.accounts.test_restrictions import analyst, manager
from tests.casino.scenes import signed_in
from tests.compliance.test_player_acts import send
from tests.exhaustive import slow_but_every
from tests.limits.house_limits import held
from tests.limits.own_limits import USD

pytestmark = pytest.mark.database


def sent(player: User, data: dict[str, str], acting_user: User | None = None) -> Any:
    given = {"kind": "wager", "period": "24h", "reason": "seen at risk", **data}
    return send(inside(acting_user or analyst()), player, "limits", **given)


def counting(player: User) -> dict[tuple[str, str], int]:
    return {which: one.amount for which, one in effective_limits(player.pk).items()}


def test_a_limit_by_its_page_and_the_mail_about_it() -> None:
    ana = ana_confirmed(language="en")
    answer = sent(ana, {"amount": "50.25", "words": "We will call you."})
    assert answer.status_code == 303
    assert counting(ana) == {("wager", "24h"): 502_500}
    assert mail_letters(timezone.now()) == 1
    (told,) = mail.outbox
    assert told.subject == "Lígalo: the house has set a limit for you"
    assert "Stakes, 24 hours, $50.25" in told.body
    assert "We will call you." in told.body
    assert "seen at risk" not in told.body
    assert told.to == [ana.email]


def test_a_limit_on_time_in_hours_and_minutes() -> None:
    ana = ana_confirmed()
    assert (
        sent(ana, {"kind": "time", "period": "7d", "hours": "10", "minutes": "30"}).status_code
        == 303
    )
    assert counting(ana) == {("time", "7d"): 37_800}


@pytest.mark.parametrize(
    "data",
    slow_but_every(
        4,
        [
            {},
            {"amount": "-1"},
            {"amount": "much"},
            {"amount": "5", "reason": " "},
            {"amount": "5", "kind": "wins"},
            {"amount": "5", "period": "1y"},
            {"amount": "5", "hours": "1"},
            {"amount": "5", "ends": "on"},
            {"amount": "100000000001"},
            {"ends": "on"},  # no limit to end
            {"kind": "time", "hours": "24"},
            {"kind": "time", "amount": "5"},
            {"kind": "time", "amount": "5", "hours": "1"},
            {"kind": "time", "minutes": "60"},
            {"kind": "time", "hours": "99999999999999999999"},
            {"amount": "5", "key": "none"},
        ],
    ),
)
def test_a_form_that_says_nothing_or_nonsense_changes_nothing(data: dict[str, str]) -> None:
    ana = ana_confirmed()
    answer = sent(ana, data)
    assert answer.status_code == 422
    assert "errorlist" in answer.text
    assert not Limit.objects.exists()
    assert not Letter.objects.filter(player=ana).exists()


def test_another_person_loosens_it() -> None:
    ana = ana_confirmed(language="en")
    held(ana, LimitKind.WAGER, 50)
    refused = sent(ana, {"amount": "60"})
    assert refused.status_code == 403
    assert "Another person has to decide this" in refused.text
    assert counting(ana) == {("wager", "24h"): 50 * USD}
    assert sent(ana, {"ends": "on"}, manager()).status_code == 303
    assert counting(ana) == {}
    assert mail_letters(timezone.now()) == 2
    assert mail.outbox[-1].subject == "Lígalo: a limit of the house is over"
    assert "is over: Stakes, 24 hours." in mail.outbox[-1].body


def test_an_older_letter_shows_the_limit_of_its_time() -> None:
    ana = ana_confirmed(language="en")
    held(ana, LimitKind.LOSS, 50)
    held(ana, LimitKind.LOSS, 40)
    assert mail_letters(timezone.now()) == 2
    assert ["50.00" in one.body for one in mail.outbox] == [True, False]
    client, (first, _) = signed_in(ana), Letter.objects.filter(player=ana).order_by("id")
    page = client.get(f"/messages/{MessageSort.LETTER}/{first.pk}/").text
    assert "50.00" in page
    assert 'href="/responsible/limits/"' in page


@pytest.mark.committed
def test_staff_see_it_at_the_player_and_in_the_history() -> None:
    ana = ana_confirmed()
    held(ana, LimitKind.DEPOSIT, 50, LimitPeriod.MONTH)
    client = inside(staff(Role.AUDITOR))
    page = client.get(f"/staff/players/{ana.pk}/").text
    assert "seen at risk" in page
    assert "Set a limit" not in page  # auditors only read
    assert "Set a limit" in inside(analyst()).get(f"/staff/players/{ana.pk}/").text
    history = client.get(f"/staff/players/{ana.pk}/timeline/?sort=limits").text
    assert "Limit of the house for the player" in history
    assert "Deposits, 30 days" in history


def test_the_players_copy_has_the_limit_without_the_reason() -> None:
    ana = ana_confirmed()
    held(ana, LimitKind.WAGER, 50)
    copy = "".join(stream_own_data(ana, timezone.now()))
    assert '"limits_of_the_house"' in copy
    assert "seen at risk" not in copy
