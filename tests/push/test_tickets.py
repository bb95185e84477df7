import pytest
from django.core import signing

from push import tickets
from push.tickets import Ticket


def test_a_ticket_names_its_place_and_language() -> None:
    assert Ticket.read(Ticket(7, "es").sign()) == Ticket(7, "es")


def test_a_forged_ticket_is_refused() -> None:
    with pytest.raises(signing.BadSignature):
        Ticket.read(signing.dumps([7, "es"], salt="another purpose"))


def test_an_old_ticket_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    signed = Ticket(7, "es").sign()
    monkeypatch.setattr(tickets, "LIFETIME_SECONDS", -1)
    with pytest.raises(signing.SignatureExpired):
        Ticket.read(signed)
