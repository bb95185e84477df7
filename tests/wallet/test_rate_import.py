"""Import of a rate file: parsed, previewed line by line, stored as previewed or not at all."""

import re
from decimal import Decimal
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from accounts.roles.values import Role
from journal.models import Event
from tests.accounts.staff import inside, staff
from tests.wallet.ledger import rows
from tests.wallet.rate_pages import page_of, text
from tests.wallet.rates import approved, hours_ago
from wallet.rates.models import Rate
from wallet.rates.refusals import RateOutdated
from wallet.rates.selectors import rates
from wallet.rates.services.rate_entry import enter_rate
from wallet.rates.values import OfferedRate

HEAD = "currency,rate,as_of,source\n"
pytestmark = pytest.mark.database


def upload(content: str | bytes) -> dict[str, Any]:
    body = content.encode() if isinstance(content, str) else content
    return {"file": SimpleUploadedFile("rates.csv", body)}


class TestImport:
    def file(self, *lines: str) -> str:
        return HEAD + "".join(f"{line}\n" for line in lines)

    def test_nothing_is_stored_until_it_is_confirmed_as_it_was_shown(self) -> None:
        client = page_of(Role.OPERATOR)
        before = rows()
        content = self.file(
            "EUR,1.10,2026-01-02T14:00Z,ECB",
            "EUR,1.11,2026-01-03,ECB",
            'COP,0.00025,2026-01-02,"BR, a"',
        )
        page = client.post(reverse("rates:import"), upload(content))
        assert page.status_code == 200
        assert rows() == before
        sealed = page.context["preview"].sealed
        answer = client.post(reverse("rates:confirm_import"), {"sealed": sealed})
        assert answer.status_code == 303
        stored = Rate.objects.order_by("id").values_list("currency_id", "rate", "source")
        assert [(code, str(rate.normalize()), source) for code, rate, source in stored] == [
            ("COP", "0.00025", "BR, a"),
            ("EUR", "1.1", "ECB"),
            ("EUR", "1.11", "ECB"),
        ]
        assert Event.objects.filter(kind="rate_entered").count() == 3
        assert "3 of them wait" in text(client.get(reverse("rates:overview")))

    def test_errors_name_their_line(self) -> None:
        approved("DOP", "0.017", hours=1)
        client = page_of(Role.OPERATOR)
        before = rows()
        content = self.file(
            "EUR,1.10,2026-01-02,ECB",
            "USD,1,2026-01-02,ECB",
            "EUR,1.1e3,2026-01-03,ECB",
            "EUR,0,2026-01-03,ECB",
            "EUR,1.1,tomorrow,ECB",
            "EUR,1.1,2026-01-03T10:00,ECB",
            "EUR,1.1,2099-01-01,ECB",
            "EUR,1.1,2026-01-04,",
            "EUR,1.1,2026-01-02,ECB",
            "EUR,1.1",
            "DOP,0.017,2026-01-02,BC",
            "EUR,1.1,2026-13-45,ECB",
            "EUR,٣,2026-01-05,ECB",
        )
        page = client.post(reverse("rates:import"), upload(content))
        assert page.status_code == 422
        preview = page.context["preview"]
        assert [line.number for line in preview.lines if line.error] == list(range(3, 15))
        assert preview.sealed == ""
        assert "12 lines are wrong. Nothing was stored." in text(page)
        assert rows() == before

    @pytest.mark.parametrize(
        "content",
        [
            "",
            HEAD,
            "a,b\n1,2\n",
            b"\xff\xfe\x00",
            HEAD + '"EUR,1',
            HEAD + "EUR,1.1,2026-01-02,ECB\n" * 1002,
            HEAD + "x" * 140_000,
        ],
    )
    def test_a_malformed_file_is_refused(self, content: str | bytes) -> None:
        client = page_of(Role.OPERATOR)
        before = rows()
        assert client.post(reverse("rates:import"), upload(content)).status_code == 422
        assert rows() == before

    def test_the_preview_says_what_each_line_will_do_and_it_does_so(self) -> None:
        approved("EUR", "1.10", hours=48)
        approved("COP", "0.00025", hours=48)
        day = hours_ago(24).strftime("%Y-%m-%dT%H:%MZ")
        later = hours_ago(1).strftime("%Y-%m-%dT%H:%MZ")
        content = self.file(
            f"EUR,1.30,{later},ECB",  # against 1.12 of the line below: a jump
            f"EUR,1.12,{day},ECB",
            f"COP,0.00025,{day},BR",
            f"DOP,0.016,{day},BC",  # the first of its currency
        )
        client = page_of(Role.OPERATOR)
        before = rows()
        page = client.post(reverse("rates:import"), upload(content))
        preview = page.context["preview"]
        assert rows() == before
        assert [line.waits for line in preview.lines] == [True, False, False, True]
        shown = re.findall(r"(?:takes effect|waits for a second person)", text(page))
        assert [one.split()[0] for one in shown] == ["waits", "takes", "takes", "waits"]
        client.post(reverse("rates:confirm_import"), {"sealed": preview.sealed})
        waiting = rates.pending_rates().values_list("currency_id", flat=True)
        assert sorted(waiting) == ["DOP", "EUR"]

    def test_a_rate_of_the_same_time_corrects_and_the_same_rate_is_refused(self) -> None:
        time = f"{hours_ago(2):%Y-%m-%dT%H:%MZ}"
        approved("EUR", "1.10", hours=48)
        client = page_of(Role.OPERATOR)
        first = client.post(reverse("rates:import"), upload(self.file(f"EUR,1.11,{time},ECB")))
        client.post(reverse("rates:confirm_import"), {"sealed": first.context["preview"].sealed})
        before = rows()
        same = client.post(reverse("rates:import"), upload(self.file(f"EUR,1.11,{time},ECB")))
        assert same.status_code == 422
        assert [line.error for line in same.context["preview"].lines] == [RateOutdated.message]
        assert rows() == before
        other = client.post(reverse("rates:import"), upload(self.file(f"EUR,1.12,{time},ECB")))
        client.post(reverse("rates:confirm_import"), {"sealed": other.context["preview"].sealed})
        assert rates.latest_rate("EUR").rate == Decimal("1.12")

    def test_a_correction_of_another_person_is_not_overridden(self) -> None:
        approved("EUR", "1.10", hours=48)
        time = hours_ago(2).replace(second=0, microsecond=0)
        client = page_of(Role.OPERATOR)
        page = client.post(
            reverse("rates:import"), upload(self.file(f"EUR,1.11,{time:%Y-%m-%dT%H:%MZ},ECB"))
        )
        enter_rate(OfferedRate("EUR", Decimal("1.12"), "ECB", time), staff(Role.OPERATOR, "other"))
        before = rows()
        client.post(reverse("rates:confirm_import"), {"sealed": page.context["preview"].sealed})
        assert rows() == before
        assert rates.latest_rate("EUR").rate == Decimal("1.12")
        assert "no longer fits" in text(client.get(reverse("rates:overview")))

    def test_an_outdated_preview_is_not_stored(self) -> None:
        approved("EUR", "1.10", hours=48)
        line = f"EUR,1.12,{hours_ago(1):%Y-%m-%dT%H:%MZ},ECB"
        client = page_of(Role.OPERATOR)
        page = client.post(reverse("rates:import"), upload(self.file(line)))
        assert [one.waits for one in page.context["preview"].lines] == [False]
        approved("EUR", "1.30", hours=12)  # from which 1.12 is a jump
        before = rows()
        sealed = page.context["preview"].sealed
        client.post(reverse("rates:confirm_import"), {"sealed": sealed})
        assert rows() == before
        assert "no longer fits" in text(client.get(reverse("rates:overview")))

    @pytest.mark.parametrize(
        "content",
        [
            b"\xef\xbb\xbfcurrency,rate,as_of,source\r\nEUR,1.25,2026-01-02,ECB\r\n",
            b"currency;rate;as_of;source\r\nEUR;1,25;2026-01-02;ECB\r\n",
            b"\xef\xbb\xbfCurrency;Rate;As_of;Source\nEUR;1.25;2026-01-02;ECB",
            b'currency,rate,as_of,source\n\n"EUR","1.25","2026-01-02","ECB"\n,,,\n',
        ],
        ids=["BOM and CRLF", "Spanish spreadsheet", "semicolons and point", "quotes and blanks"],
    )
    def test_files_as_spreadsheets_write_them_are_read(self, content: bytes) -> None:
        page = page_of(Role.OPERATOR).post(reverse("rates:import"), upload(content))
        assert page.status_code == 200
        (line,) = page.context["preview"].lines
        assert (line.offered.currency, str(line.offered.rate.normalize())) == ("EUR", "1.25")

    @pytest.mark.parametrize(
        "line",
        [
            'EUR,"1,25",2026-01-02,ECB',
            "EUR,1,25,2026-01-02,ECB",
            "EUR;1.25;2026-01-02;ECB",
            "EUR,1.250.000,2026-01-02,ECB",
            "EUR,1.25,2026-01-02,E\x00B",
            "EUR,1.25,0001-01-01T00:00+14:00,ECB",
            "EUR,1.25,1999-12-31,ECB",
        ],
    )
    def test_a_line_that_is_not_clear_is_refused_beside_itself(self, line: str) -> None:
        client = page_of(Role.OPERATOR)
        before = rows()
        good = "COP,0.00025,2026-01-02,BR"
        page = client.post(reverse("rates:import"), upload(self.file(good, line)))
        assert page.status_code == 422
        preview = page.context["preview"]
        assert [bool(one.error) for one in preview.lines] == [False, True]
        assert (preview.sealed, rows()) == ("", before)
        assert preview.lines[1].error in text(page)

    def test_a_time_occurs_once_per_currency_in_any_zone(self) -> None:
        content = self.file("EUR,1.10,2026-01-02T14:00Z,ECB", "EUR,1.11,2026-01-02T15:00+01:00,ECB")
        page = page_of(Role.OPERATOR).post(reverse("rates:import"), upload(content))
        assert [bool(one.error) for one in page.context["preview"].lines] == [False, True]

    def test_ten_megabytes_are_not_read(self) -> None:
        client = page_of(Role.OPERATOR)
        before = rows()
        answer = client.post(
            reverse("rates:import"), upload(HEAD + "EUR,1.10,2026-01-02,ECB\n" * 450_000)
        )
        assert answer.status_code == 422
        assert "The file is too large." in text(answer)
        assert rows() == before

    def test_an_import_seal_is_personal_and_intact(self) -> None:
        client = page_of(Role.OPERATOR)
        page = client.post(reverse("rates:import"), upload(self.file("EUR,1.10,2026-01-02,ECB")))
        sealed = page.context["preview"].sealed
        other = inside(staff(Role.OPERATOR, "another"))
        before = rows()
        for who, what in ((other, sealed), (client, sealed[:-1] + "~"), (client, "")):
            who.post(reverse("rates:confirm_import"), {"sealed": what})
            assert rows() == before

    def test_an_import_that_no_longer_fits_is_not_stored(self) -> None:
        client = page_of(Role.OPERATOR)
        content = self.file("COP,0.00025,2026-01-02,BR", "EUR,1.10,2026-01-02,ECB")
        sealed = client.post(reverse("rates:import"), upload(content)).context["preview"].sealed
        approved("EUR", "1.10")
        before = rows()
        client.post(reverse("rates:confirm_import"), {"sealed": sealed})
        assert rows() == before
        assert "no longer fits" in text(client.get(reverse("rates:overview")))
