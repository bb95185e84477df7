"""Back-office pages of void cases."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.roles.values import Role
from casino.models import Round, Void
from casino.play.services.betting import place_bet
from compliance.models import CaseKind, CaseReason, VoidCase
from compliance.voids.selectors import cases
from tests.accounts.staff import inside, staff
from tests.casino import scenes
from tests.compliance.cases import analyst, another, approved, manager, proposed, won
from tests.compliance.test_voids_bulk import every, played
from wallet.ledger.models import Transfer

pytestmark = pytest.mark.database
NEW = "/staff/voids/new/"


def page_of(case: VoidCase) -> str:
    return reverse("voids:case", args=[case.public_id])


def hidden(text: str, name: str) -> str:
    """Return the value of the last such field: the page may have two forms."""
    found = re.findall(rf'name="{name}"[^>]*value="([^"]*)"', text)
    assert found, name
    return str(found[-1])


def text_of(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status
    return answer.content.decode()


def post(client: Client, address: str, status: int = 303, /, **data: Any) -> str:
    answer = client.post(address, data)
    assert answer.status_code == status, answer.content.decode()
    return answer.headers.get("Location") or answer.content.decode()


def filled(round_: Round, **more: Any) -> dict[str, Any]:
    return {
        "hands": str(round_.public_id),
        "reason": "regulator",
        "evidence": "order 12",
        "key": str(uuid4()),
        **more,
    }


def test_a_void_from_the_link_to_its_approval() -> None:
    round_, nora, marta = won(), inside(analyst()), inside(manager())
    hand = text_of(nora, reverse("hands:hand", args=[round_.public_id]))
    assert f'href="{NEW}?round={round_.number}"' in hand
    first = text_of(nora, f"{NEW}?round={round_.number}")
    assert str(round_.public_id) not in first.partition("<form")[2].partition("</textarea>")[0]
    assert "1 hand can be in this case." in first
    assert "Propose exactly this" not in first

    looked = post(nora, NEW, 200, step="look", **filled(round_))
    assert "\N{MINUS SIGN}$15.00" in looked
    assert 'id="preview-title" tabindex="-1" autofocus>Effect<' in looked
    assert "autofocus" not in first.partition('id="preview"')[2]
    incomplete = post(nora, NEW, 422, step="look", **filled(round_, evidence=""))
    assert "autofocus" not in incomplete.partition('id="preview"')[2]
    assert "$1,015.00 →" in looked
    assert not VoidCase.objects.exists()
    seen = hidden(looked, "seen")
    address = post(nora, NEW, step="propose", **filled(round_, seen=seen))

    case = VoidCase.objects.get()
    assert address == page_of(case)
    own = text_of(nora, address)
    chosen = own.partition('id="decision"')[0].partition('id="why-title"')[2]
    assert reverse("hands:hand", args=[round_.public_id]) in chosen
    assert f"{round_.place.table.display_name} " in chosen
    assert f">{case.public_id}<" not in chosen
    assert "Withdraw the proposal" in own
    assert "Approve and carry out" not in own
    shown = text_of(marta, address)
    assert "order 12" in shown
    assert "Game result" in shown
    digest = hidden(shown, "seen")
    post(marta, f"{address}decide/", verdict="approve", seen=digest, reason="")
    done = text_of(marta, address)
    assert "Done. The hands stay as they were" in done
    assert Void.objects.get().round == round_


def test_an_unseen_preview_is_shown_before_proposing() -> None:
    round_, nora = won(), inside(analyst())

    text = post(nora, NEW, 409, step="propose", **filled(round_))

    assert "The amounts have changed" in text
    assert hidden(text, "seen")
    assert not VoidCase.objects.exists()


def test_a_form_whose_key_was_used_is_a_proposal_of_its_own_when_sent_again() -> None:
    round_, nora = won(), inside(analyst())
    sent = filled(round_)
    seen = hidden(post(nora, NEW, 200, step="look", **sent), "seen")
    post(nora, NEW, step="propose", **{**sent, "seen": seen})

    text = post(nora, NEW, 409, step="propose", **{**sent, "seen": seen, "evidence": "other"})
    assert "This was already sent with other content" in text
    assert hidden(text, "key") != sent["key"]
    assert VoidCase.objects.count() == 1


def test_approving_changed_figures_is_refused() -> None:
    case = proposed(won())
    before = Transfer.objects.count()

    text = post(
        inside(manager()),
        f"{page_of(case)}decide/",
        409,
        verdict="approve",
        seen="0" * 64,
        reason="",
    )

    assert "The amounts have changed" in text
    assert len(hidden(text, "seen")) == 64
    assert Transfer.objects.count() == before


def test_each_refusal_says_its_sentence_in_the_readers_language() -> None:
    case, marta = proposed(won()), inside(manager(), "es")
    decide = f"{page_of(case)}decide/"

    for sent, status in (({"verdict": "refuse"}, 422), ({"verdict": "perhaps"}, 400)):
        post(marta, decide, status, **sent)
    case.refresh_from_db()
    assert case.state == "proposed"
    post(marta, decide, verdict="refuse", reason="el registro dice otra cosa")
    assert "el registro dice otra cosa" in text_of(marta, page_of(case))


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"hands": ""}, "Name the hands"),
        ({"hands": "seven"}, "is not the number or reference of a round"),
        ({"shoe": str(uuid4())}, "Choose one way only"),
        ({"evidence": " "}, "This field is required"),
        ({"reason": "winning"}, "Select a valid choice"),
        ({"hands": "", "player": "nobody@example.test"}, "No player has this address."),
        (
            {"since": "2026-05-02T00:00", "until": "2026-05-01T00:00"},
            "The period ends before it begins.",
        ),
    ],
)
def test_invalid_input_is_explained_at_its_field(sent: dict[str, Any], sentence: str) -> None:
    text = post(inside(analyst()), NEW, 422, step="look", **filled(won(), **sent))

    assert sentence in text
    assert not VoidCase.objects.exists()


def test_a_whole_shoe_excludes_running_rounds() -> None:
    round_ = won()
    player, table = round_.player, round_.place.table
    running = place_bet(player, table, scenes.bet_request(round_.participant))

    text = post(
        inside(analyst()),
        NEW,
        200,
        step="look",
        **filled(round_, hands="", shoe=str(round_.deal.shoe.public_id)),
    )

    assert running.status == "in_progress"
    assert "1 hand can be in this case." in text
    assert "1: in progress: it can only be cancelled for a malfunction" in text


def test_a_players_hands_of_a_period() -> None:
    round_ = won()
    another(round_.place.table)
    asked = filled(round_, hands="", player=round_.player.email, since="2020-01-01T00:00")

    text = post(inside(analyst()), NEW, 200, step="look", **asked)
    assert "1 hand can be in this case." in text
    later = post(inside(analyst()), NEW, 200, step="look", **{**asked, "since": "2099-01-01T00:00"})
    assert "0 hands can be in this case." in later
    assert "Propose exactly this" not in later


def test_an_undoing_is_offered_on_the_cases_page_and_proposed_there() -> None:
    case, nora = approved(proposed(won())), inside(analyst("nuria"))
    undo = f"{page_of(case)}undo/"
    assert undo in text_of(nora, page_of(case))
    assert "Undo a void…" in text_of(nora, page_of(case))

    looked = text_of(nora, undo)
    assert "+$15.00" in looked
    sent = {"evidence": "the order was lifted", "hands": "", "key": str(uuid4())}
    post(nora, undo, step="propose", seen=hidden(looked, "seen"), **sent)

    follower = VoidCase.objects.get(of=case)
    assert follower.number in text_of(nora, page_of(case))
    approved(follower)
    assert undo not in text_of(nora, page_of(case))
    assert "void undone" not in text_of(nora, page_of(follower))
    for address in (f"{page_of(case)}void/", f"{page_of(follower)}undo/"):
        text_of(nora, address, 404)


def test_the_list_shows_what_is_open_first_and_finds_the_rest() -> None:
    round_ = won()
    done = approved(proposed(round_))
    waits = proposed(another(round_.place.table))
    auditor = inside(staff(Role.AUDITOR))
    address = reverse("voids:list")

    text = text_of(auditor, address)
    assert text.index("Open cases") < text.index(waits.number) < text.index(done.number)
    assert "Propose a void" not in text
    found = text_of(auditor, f"{address}?player=ANA@&state=carried_out")
    assert done.number in found
    assert waits.number not in found
    assert waits.number in text_of(auditor, f"{address}?hand={waits.lines.get().round.public_id}")
    for odd in (
        "state=x",
        "hand=x",
        "since=x",
        "until=9999-12-31&since=9999-12-31",
        "player=%00",
        "since=2026-05-02&until=2026-05-01",
    ):
        assert "No case matches." in text_of(auditor, f"{address}?{odd}")


def test_cases_whose_stakes_are_still_suspended_are_found() -> None:
    round_ = won()
    back = approved(proposed(round_, reason=CaseReason.PAYMENT_FRAUD))
    held = approved(proposed(another(round_.place.table), reason=CaseReason.PAYMENT_FRAUD))
    plain = approved(proposed(another(round_.place.table, "carla@example.test")))
    approved(proposed(kind=CaseKind.RETURN, of=back, rounds=()))
    auditor, address = inside(staff(Role.AUDITOR)), reverse("voids:list")
    found = text_of(auditor, f"{address}?stakes=held")
    assert [case.number in found for case in (back, held, plain)] == [False, True, False]
    assert "No case matches." in text_of(auditor, f"{address}?stakes=x")


def test_a_long_case_is_decided_below_its_last_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """The approver has to see every posting first."""
    monkeypatch.setattr(cases, "LINES", 2)
    case = proposed(choice=every(*played(1, 3)))
    client = inside(manager())
    first, last = text_of(client, page_of(case)), text_of(client, f"{page_of(case)}?after=2")
    for page, decides in ((first, False), (last, True)):
        assert ("Approve and carry out" in page) is decides
        assert ("decided on the page of the last hands" in page) is not decides


def test_a_page_costs_the_same_for_many_hands() -> None:
    first = won()
    table = first.place.table
    auditor = inside(staff(Role.AUDITOR))
    one = proposed(first)
    others = [another(table, f"p{n}@example.test") for n in range(4)]
    many = proposed(*others)
    few = queries(auditor, page_of(one))

    assert queries(auditor, page_of(many)) == few


def queries(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)
