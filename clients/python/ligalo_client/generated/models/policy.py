from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.policy_document_enum import PolicyDocumentEnum

if TYPE_CHECKING:
    from ..models.policy_block import PolicyBlock


T = TypeVar("T", bound="Policy")


@_attrs_define
class Policy:
    """
    Attributes:
        document (PolicyDocumentEnum):
        in_force_from (datetime.datetime):
        text (list[PolicyBlock]):
        version (int):
    """

    document: PolicyDocumentEnum
    in_force_from: datetime.datetime
    text: list[PolicyBlock]
    version: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        document = self.document.value

        in_force_from = self.in_force_from.isoformat()

        text = []
        for text_item_data in self.text:
            text_item = text_item_data.to_dict()
            text.append(text_item)

        version = self.version

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "document": document,
                "in_force_from": in_force_from,
                "text": text,
                "version": version,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.policy_block import PolicyBlock  # noqa: PLC0415

        d = dict(src_dict)
        document = PolicyDocumentEnum(d.pop("document"))

        in_force_from = datetime.datetime.fromisoformat(d.pop("in_force_from"))

        text = []
        _text = d.pop("text")
        for text_item_data in _text:
            text_item = PolicyBlock.from_dict(text_item_data)

            text.append(text_item)

        version = d.pop("version")

        policy = cls(
            document=document,
            in_force_from=in_force_from,
            text=text,
            version=version,
        )

        policy.additional_properties = d
        return policy

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
