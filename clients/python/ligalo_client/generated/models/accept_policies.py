from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.accepted_policy import AcceptedPolicy


T = TypeVar("T", bound="AcceptPolicies")


@_attrs_define
class AcceptPolicies:
    """
    Attributes:
        accepted (list[AcceptedPolicy]): Every document that waits for acceptance.
    """

    accepted: list[AcceptedPolicy]

    def to_dict(self) -> dict[str, Any]:
        accepted = []
        for accepted_item_data in self.accepted:
            accepted_item = accepted_item_data.to_dict()
            accepted.append(accepted_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "accepted": accepted,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.accepted_policy import AcceptedPolicy  # noqa: PLC0415

        d = dict(src_dict)
        accepted = []
        _accepted = d.pop("accepted")
        for accepted_item_data in _accepted:
            accepted_item = AcceptedPolicy.from_dict(accepted_item_data)

            accepted.append(accepted_item)

        accept_policies = cls(
            accepted=accepted,
        )

        return accept_policies
