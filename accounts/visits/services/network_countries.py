"""The table of networks and countries: replaced as a whole, so that lookups see the old table or the new one."""

from collections.abc import Mapping
from typing import Final

from django.db import connection, transaction

from accounts.models.networks import NetworkCountry
from journal.models import EventKind
from journal.services.recording import record

_COPY: Final = "COPY accounts_networkcountry (network, country) FROM STDIN"


@transaction.atomic
def replace_network_countries(countries: Mapping[str, str]) -> None:
    """Replace the table by these countries of networks (CIDR); none removes it. Records an event."""
    NetworkCountry.objects.all().delete()
    with (
        connection.cursor() as cursor,
        cursor.copy(_COPY) as rows,
    ):
        for network, country in countries.items():
            rows.write_row((network, country))
    record(EventKind.NETWORK_COUNTRIES_LOADED, data={"networks": len(countries)})
