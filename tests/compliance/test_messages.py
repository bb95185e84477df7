"""A player's messages: letters, notices and answers in one list, unread marks, and privacy."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models.letters import Letter
from accounts.models.users import User
from accounts.restrictions.services.restrictions import RestrictionRequest, impose_restriction
from casino.models import Notice
from casino.services import notices
from compliance.messages.selectors.messages import MESSAGES_PAGE, count_unread, load_messages
from compliance.messages.services import reading
from pages.filters import unbroken
from pages.line_pages import NEWEST
from tests.accounts.staff import inside
from tests.casino import scenes
from tests.compliance.cases import analyst, approved, proposed, won
from tests.compliance.disputed import answered, disputed
from tests.fixtures.reading import read_in

pytestmark = pytest.mark.database


def browser(player: User) -> Client:
    client = scenes.signed_in(player)
    read_in(client, "en")
    return client


def suspended(player: User) -> None:
    impose_restriction(
        player.pk,
        RestrictionRequest("suspended", "odd play", words="We will call."),
        key=uuid4(),
        acting_user=analyst(),
    )


def test_letters_notices_and_answers_are_one_list_the_newest_first() -> None:
    round_ = won()
    ana = round_.player
    notices.write_notice(round_, Notice.Kind.PLAYED, timezone.now())
    suspended(ana)
    dispute = disputed(ana)
    answered(dispute)
    page = browser(ana).get("/messages/").text
    places = [
        page.index(words)
        for words in (
            f"Your dispute {unbroken(dispute.number)} is answered",
            "Your account is suspended",
            f"Round {unbroken(round_.number)} at ",
        )
    ]
    assert places == sorted(places)
    assert "3 new" in page


def test_opening_a_message_marks_it_as_read() -> None:
    ana = scenes.new_player()
    suspended(ana)
    letter, client = Letter.objects.get(), browser(ana)
    assert count_unread(ana) == 1
    page = client.get(f"/messages/account/{letter.pk}/").text
    assert "From now on you cannot bet or deposit" in page
    assert "We will call." in page
    assert "odd play" not in page
    assert count_unread(ana) == 0
    assert "1 new" not in client.get("/messages/").text


def test_a_void_message_has_amounts_reason_and_dispute_link() -> None:
    round_ = won()
    approved(proposed(round_))
    notice, client = Notice.objects.get(void__isnull=False), browser(round_.player)
    page = client.get(f"/messages/round/{notice.pk}/").text
    assert "This round is void. The reason:" in page
    assert f"/contact/?round={round_.public_id}" in page
    notice.refresh_from_db()
    assert notice.seen_at


def test_all_messages_can_be_marked_as_read() -> None:
    round_ = won()
    notices.write_notice(round_, Notice.Kind.PLAYED, timezone.now())
    suspended(round_.player)
    client = browser(round_.player)
    assert client.get("/messages/read/").status_code == 405
    assert client.post("/messages/read/").status_code == 303
    assert count_unread(round_.player) == 0


def test_messages_of_others_are_not_found() -> None:
    round_ = won()
    notices.write_notice(round_, Notice.Kind.PLAYED, timezone.now())
    suspended(round_.player)
    bea = browser(scenes.new_player("bea@example.test"))
    letter, notice = Letter.objects.get(), Notice.objects.get()
    assert bea.get(f"/messages/account/{letter.pk}/").status_code == 404
    assert bea.get(f"/messages/round/{notice.pk}/").status_code == 404
    bea.post("/messages/read/")
    assert count_unread(round_.player) == 2
    assert "You have no messages yet" in bea.get("/messages/").text
    assert Client().get("/messages/").status_code == 302
    assert bea.get(f"/messages/nonsense/{letter.pk}/").status_code == 404


@pytest.mark.committed
def test_the_application_changes_nothing_of_a_letter_but_when_it_was_read_and_mailed() -> None:
    suspended(scenes.new_player())
    letter = Letter.objects.get()
    for change in ({"kind": "x"}, {"about": "x"}):
        with pytest.raises(DatabaseError, match="permission denied"):
            Letter.objects.update(**change)
    with pytest.raises(DatabaseError, match="permission denied"), connection.cursor() as cursor:
        cursor.execute("UPDATE accounts_letter SET words = 'x'")
    reading.mark_letter_read(letter.player, letter.pk)
    with pytest.raises(DatabaseError, match="not changed"):
        Letter.objects.update(seen_at=None)


def queries(client: Client, address: str) -> list[str]:
    with CaptureQueriesContext(connection) as asked:
        client.get(address)
    return [one["sql"] for one in asked.captured_queries]


def test_the_list_costs_the_same_however_long_it_is() -> None:
    ana = scenes.new_player()
    dispute, client = disputed(ana), browser(ana)
    answered(dispute)
    before = len(queries(client, "/messages/"))
    for _ in range(4):
        answered(dispute)
    assert len(queries(client, "/messages/")) == before
    assert len(load_messages(ana, NEWEST).lines) == 5


def test_the_unread_count_costs_table_and_staff_no_query() -> None:
    table = scenes.ligalo()
    ana = scenes.new_player()
    scenes.sit(ana, table)
    client = browser(ana)

    def asks(address: str) -> bool:
        return any("accounts_letter" in sql for sql in queries(client, address))

    assert asks("/")
    assert not asks(f"/table/{table.slug}/")
    client = inside(analyst())
    assert not asks("/staff/players/")  # not the overview, which counts unsent mails


def test_the_header_says_how_many_are_new() -> None:
    ana: Any = scenes.new_player()
    suspended(ana)
    assert "1 new" in browser(ana).get("/").text


def test_a_long_list_goes_on_in_both_directions_and_a_phone_after_ten() -> None:
    round_ = won()
    ana = round_.player
    notices.write_notice(round_, Notice.Kind.PLAYED, timezone.now() - timedelta(days=1))
    for number in range(MESSAGES_PAGE):
        Letter.objects.create(player=ana, kind="suspended", words=f"{number}")
    client = browser(ana)

    first = client.get("/messages/")
    assert len(first.context["lines"]) == MESSAGES_PAGE
    page = first.context["page"]
    rest = client.get("/messages/", {"before": str(page.older)})
    assert [line.sort for line in rest.context["lines"]] == ["round"]
    assert len(client.get("/messages/", {"before": str(page.more)}).context["lines"]) == 16
    back = client.get("/messages/", {"after": str(rest.context["page"].newer)})
    assert back.context["lines"] == first.context["lines"]
    assert (
        client.get("/messages/", {"before": "nonsense"}).context["lines"] == first.context["lines"]
    )
