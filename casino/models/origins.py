"""Where bets and decisions were sent from: one row for each address with a browser, however much is played there."""

from django.db import models


class Origin(models.Model):
    """An address on the network and what the browser calls itself. Personal data: staff see it, pages of players never do."""

    digest = models.CharField(
        max_length=64, unique=True
    )  # of both: `casino.table_page.views.origins`
    address = models.GenericIPAddressField()
    agent = models.CharField(max_length=200, blank=True)
    seen_at = models.DateTimeField()  # first

    def __str__(self) -> str:
        return f"{self.address} {self.agent}"
