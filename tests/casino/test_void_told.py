"""Texts about a voided round for its player, on the site, by mail and in the history; nobody else reads them."""

from uuid import uuid4

import pytest
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from accounts.models.users import User
from casino.fairness.selectors.transcripts import transcript_text
from casino.models import Notice, Round, Treatment, Void, VoidStep
from casino.notices.services import notice_mail
from casino.selectors.places import find_shoe_rounds
from casino.voids.words import step_sentences, void_sentences
from tests.casino import decided, scenes
from tests.casino.test_voiding import lost, spend, voided, won
from tests.exhaustive import slow_but_every
from tests.fixtures.reading import read_in, remove_tokens
from wallet.ledger.services import movements
from wallet.money.values import Money

pytestmark = pytest.mark.database


def english(player: User) -> Client:
    client = scenes.signed_in(player)
    read_in(client, "en")
    return client


def read(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode().replace("\N{NO-BREAK SPACE}", " ")


def page_of(client: Client, round_: Round) -> str:
    return read(client, f"/rounds/{round_.public_id}/")


def followed(round_: Round, manager: User) -> Void:
    """Void a spent win into suspense, release it to the player, collect a part, undo it."""
    spend(round_.player, "1012")
    made = voided(round_, Treatment.SUSPENSE, manager)
    decided.release(made.pk, "player", case=uuid4(), acting_user=manager)
    movements.credit_deposit(
        round_.player_id, Money.parse("2", "USD"), key=uuid4(), provider="demo"
    )
    decided.collect(made.pk, case=uuid4(), acting_user=manager)
    decided.undo(made.pk, case=uuid4(), acting_user=manager)
    return made


def test_every_act_is_mailed_once_in_the_players_language_with_how_to_object(
    manager: User, mailoutbox: list[EmailMessage], settings: object
) -> None:
    round_ = won()
    round_.player.language = "en"
    round_.player.save()
    followed(round_, manager)
    kinds = list(Notice.objects.order_by("pk").values_list("kind", flat=True))
    assert kinds == ["voided", "return", "collect", "undo"]
    assert notice_mail.mail_due_notices(timezone.now()) == 0  # mail waits, as the case may add more
    later = timezone.now() + notice_mail.QUIET_PERIOD
    assert [notice_mail.mail_due_notices(later) for _ in range(2)] == [4, 0]
    bodies = [str(mail.body).replace("\N{NO-BREAK SPACE}", " ") for mail in mailoutbox]
    assert "The reason: collusion with other players." in bodies[0]
    assert "you still owe $22.00" in bodies[0]
    assert "your stakes of $10.00 are yours again. $10.00 of it paid" in bodies[1].replace(
        "\n", " "
    )
    assert "You have paid $2.00 of what you owe" in bodies[2]
    assert "counts as it was played" in bodies[3]
    for mail, body in zip(mailoutbox, bodies, strict=True):
        assert round_.number in body
        assert "info@grupoligalo.com" in body
        assert "void" in mail.subject
        assert "left round" not in body


def test_voided_points_are_on_the_page_and_in_the_mail(
    manager: User, mailoutbox: list[EmailMessage]
) -> None:
    round_ = won()
    round_.player.language = "en"
    round_.player.save()
    made = voided(round_, Treatment.STAKES_BACK, manager)
    notice_mail.mail_due_notices(timezone.now() + notice_mail.QUIET_PERIOD)
    taken = "The 10.00 points that it had brought you are taken back."
    client = english(round_.player)
    assert taken in page_of(client, round_)
    decided.undo(made.pk, case=uuid4(), acting_user=manager)
    notice_mail.mail_due_notices(timezone.now() + notice_mail.QUIET_PERIOD)
    given = "You get its 10.00 points back."
    assert given in page_of(client, round_)
    first, second = (" ".join(str(mail.body).split()) for mail in mailoutbox)
    assert (taken in first, given in first) == (True, False)
    assert (taken in second, given in second) == (False, True)
    read_in(client, "es")
    page = page_of(client, round_)
    assert "Los 10,00 puntos que te había dado se te retiran." in page
    assert "Recuperas sus 10,00 puntos." in page


@pytest.mark.parametrize(
    ("points", "debt", "said"),
    [
        (0, 0, ""),
        (-1000, 300, "3.00 of them were spent already, and points to come repay that first."),
        (1000, -300, "3.00 of them repay points that you owed."),
    ],
)
def test_a_debt_of_points_is_announced(points: int, debt: int, said: str) -> None:
    moved = {"due": 0, "paid": 0, "owed": 0, "collected": 0, "points": points, "points_debt": debt}
    round_ = Round(currency="USD")
    made = Void(reason="malfunction", treatment="better", suspended=0, **moved)
    undone = VoidStep(kind=VoidStep.Kind.UNDO, released=0, **moved)
    with override("en"):
        for told in (void_sentences(made, round_), step_sentences(undone, round_)):
            assert told[-1].endswith(said)
            assert ("points" in told[-1]) is bool(said)


def test_the_lobby_announces_a_void_until_it_is_read(manager: User) -> None:
    round_ = lost()
    voided(round_, Treatment.BETTER, manager)
    client = english(round_.player)
    words = "You get back what you lost in it: $10.00."
    assert words in read(client, "/")
    read(client, f"/table/{round_.place.table.slug}/")
    assert words in read(client, "/")
    page = page_of(client, round_)
    assert words in page
    assert "info@grupoligalo.com" in page
    assert words not in read(client, "/")


def test_rounds_and_figures_are_marked_and_come_to_what_was_paid(manager: User) -> None:
    round_ = won()
    client = english(round_.player)
    assert "Of these, voided" not in read(client, "/statistics/")
    made = voided(round_, Treatment.STAKES_BACK, manager)
    assert "void: a second account of the same person" in read(client, "/rounds/")
    figures = read(client, "/statistics/")
    assert "Of these, voided" in figures
    assert "-$15.00" in figures.replace("\N{MINUS SIGN}", "-")
    decided.undo(made.pk, case=uuid4(), acting_user=manager)
    assert "void: a second" not in read(client, "/rounds/")
    assert "Of these, voided" not in read(client, "/statistics/")


def test_other_players_do_not_see_a_void(manager: User) -> None:
    shoe = scenes.finished_shoe()
    for round_ in find_shoe_rounds(shoe):
        voided(round_, Treatment.SUSPENSE, manager)
    other = Client()
    read_in(other, "en")
    pages = [remove_tokens(read(other, path)) for path in ("/fairness/", "/fairness/log/", "/")]
    for page in [*pages, transcript_text(shoe)]:
        assert "collusion" not in page
        assert "void" not in page


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("treatment", slow_but_every(3, Treatment))
@pytest.mark.parametrize("begun", [lost, won])
def test_every_page_has_words_for_every_treatment(
    language: str, treatment: Treatment, begun: object, manager: User
) -> None:
    round_ = begun()  # type: ignore[operator]  # one of the two above
    voided(round_, treatment, manager)
    client = english(round_.player)
    read_in(client, language)
    page = page_of(client, round_)
    assert str(round_.public_id) in page
    assert "%(" not in page
