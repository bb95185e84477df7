"""What is done in a case: contacts, requests for documents, proposed voids, drafts of reports. All append-only."""

from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from accounts.models.letters import Letter
from cases.models.cases import Case
from compliance.models import VoidCase
from journal.models.personal import PersonalTextField
from journal.values.transaction_ids import ClockTime

LONGEST_TEXT: Final = 4000
LONGEST_REPORT: Final = 20000


class ContactChannel(models.TextChoices):
    PHONE = "phone", pgettext_lazy("contact", "phone")
    EMAIL = "email", pgettext_lazy("contact", "email")
    CHAT = "chat", pgettext_lazy("contact", "chat")
    PERSON = "person", pgettext_lazy("contact", "in person")


class ContactRecord(models.Model):
    """A contact with a player in a protection case: what was said, when, by whom, what was agreed."""

    key = models.UUIDField(unique=True)
    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="contacts")
    channel = models.CharField(max_length=6, choices=ContactChannel)
    said = PersonalTextField(max_length=LONGEST_TEXT, owner="case.lead_id")
    agreed = PersonalTextField(max_length=LONGEST_TEXT, owner="case.lead_id")
    happened_at = models.DateTimeField()
    acting_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField(db_default=ClockTime(), editable=False)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(name="cases_contact_text", condition=~Q(said="", agreed="")),
            models.CheckConstraint(
                name="cases_contact_past", condition=Q(happened_at__lte=models.F("at"))
            ),
        ]

    def __str__(self) -> str:
        return f"contact {self.pk} in {self.case_id}"


class RequestedDocument(models.TextChoices):
    IDENTITY = "identity", _("a valid identity document")
    ADDRESS = "address", _("proof of your address")
    FUNDS = "funds", _("proof of where your money comes from")
    METHOD = "method", _("proof that the payment method is yours")


class DocumentRequest(models.Model):
    """A request for documents, sent as a letter."""

    key = models.UUIDField(unique=True)
    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="document_requests")
    letter = models.OneToOneField(Letter, on_delete=models.PROTECT, related_name="+")
    what = models.CharField(max_length=8, choices=RequestedDocument)
    acting_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField(db_default=ClockTime(), editable=False)

    def __str__(self) -> str:
        return f"{self.what} in {self.case_id}"


class CaseVoid(models.Model):
    """A void that was proposed from a case."""

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="voids")
    void = models.OneToOneField(VoidCase, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(db_default=ClockTime(), editable=False)

    def __str__(self) -> str:
        return f"{self.void_id} from {self.case_id}"


class ReportDraft(models.Model):
    """A version of the draft of a suspicious-activity report."""

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="drafts", db_index=False)
    n = models.PositiveSmallIntegerField()
    text = PersonalTextField(max_length=LONGEST_REPORT, owner="case.lead_id")
    acting_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField(db_default=ClockTime(), editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(name="cases_draft_once", fields=["case", "n"]),
            models.CheckConstraint(name="cases_draft_text", condition=~Q(text="")),
        ]

    def __str__(self) -> str:
        return f"draft {self.n} of {self.case_id}"
