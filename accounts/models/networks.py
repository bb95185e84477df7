"""Countries of networks, loaded from a file by the operator (`manage.py load_network_countries`)."""

from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib.postgres.indexes import GistIndex
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

if TYPE_CHECKING:
    TextField = models.Field[str, str]
else:
    TextField = models.Field


class NetworkField(TextField):
    """A network in CIDR notation, IPv4 or IPv6."""

    def db_type(self, connection: object) -> str:  # noqa: ARG002 - PostgreSQL alone
        return "cidr"


@NetworkField.register_lookup
class HasAddress(models.Lookup):
    """Whether an address belongs to the network; uses its GiST index."""

    lookup_name = "has_address"

    def as_sql(
        self, compiler: Any, connection: BaseDatabaseWrapper
    ) -> tuple[str, tuple[str | int, ...]]:
        network, params = self.process_lhs(compiler, connection)
        address, more = self.process_rhs(compiler, connection)
        return f"{network} >>= {address}::inet", (*params, *more)


class NetworkCountry(models.Model):
    """The country of a network. A smaller network within it may have another."""

    network = NetworkField(unique=True)
    country = models.CharField(max_length=2)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="networkcountry_two_letters",
                condition=models.Q(country__regex=r"^[A-Z]{2}$"),
            ),
        ]
        indexes: ClassVar = [
            GistIndex(name="networkcountry_of", fields=["network"], opclasses=["inet_ops"])
        ]

    def __str__(self) -> str:
        return f"{self.network}: {self.country}"
