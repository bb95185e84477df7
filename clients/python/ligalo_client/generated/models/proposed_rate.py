from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.foreign_currency import ForeignCurrency

T = TypeVar("T", bound="ProposedRate")


@_attrs_define
class ProposedRate:
    """
    Attributes:
        as_of (datetime.datetime): Time of the rate.
        currency (ForeignCurrency):
        rate (str): US dollars for one unit, a decimal in quotes with a point.
        source (str):
    """

    as_of: datetime.datetime
    currency: ForeignCurrency
    rate: str
    source: str

    def to_dict(self) -> dict[str, Any]:
        as_of = self.as_of.isoformat()

        currency = self.currency.value

        rate = self.rate

        source = self.source

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "as_of": as_of,
                "currency": currency,
                "rate": rate,
                "source": source,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        as_of = datetime.datetime.fromisoformat(d.pop("as_of"))

        currency = ForeignCurrency(d.pop("currency"))

        rate = d.pop("rate")

        source = d.pop("source")

        proposed_rate = cls(
            as_of=as_of,
            currency=currency,
            rate=rate,
            source=source,
        )

        return proposed_rate
