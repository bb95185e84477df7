from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.verify_request_transcript import VerifyRequestTranscript


T = TypeVar("T", bound="VerifyRequest")


@_attrs_define
class VerifyRequest:
    """
    Attributes:
        transcript (VerifyRequestTranscript): The transcript, as downloaded.
        commitment (str | Unset): The commitment that was published before the first card. Without it the transcript is
            only compared with itself.
    """

    transcript: VerifyRequestTranscript
    commitment: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        transcript = self.transcript.to_dict()

        commitment = self.commitment

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "transcript": transcript,
            }
        )
        if commitment is not UNSET:
            field_dict["commitment"] = commitment

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.verify_request_transcript import VerifyRequestTranscript  # noqa: PLC0415

        d = dict(src_dict)
        transcript = VerifyRequestTranscript.from_dict(d.pop("transcript"))

        commitment = d.pop("commitment", UNSET)

        verify_request = cls(
            transcript=transcript,
            commitment=commitment,
        )

        verify_request.additional_properties = d
        return verify_request

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
