from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.accepted_policy_document_enum import AcceptedPolicyDocumentEnum

T = TypeVar("T", bound="AcceptedPolicy")


@_attrs_define
class AcceptedPolicy:
    """
    Attributes:
        document (AcceptedPolicyDocumentEnum):
        version (int):
    """

    document: AcceptedPolicyDocumentEnum
    version: int

    def to_dict(self) -> dict[str, Any]:
        document = self.document.value

        version = self.version

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "document": document,
                "version": version,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        document = AcceptedPolicyDocumentEnum(d.pop("document"))

        version = d.pop("version")

        accepted_policy = cls(
            document=document,
            version=version,
        )

        return accepted_policy
