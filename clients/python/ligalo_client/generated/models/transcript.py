from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.transcript_transcript import TranscriptTranscript


T = TypeVar("T", bound="Transcript")


@_attrs_define
class Transcript:
    """
    Attributes:
        transcript (TranscriptTranscript):
    """

    transcript: TranscriptTranscript
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        transcript = self.transcript.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "transcript": transcript,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.transcript_transcript import TranscriptTranscript  # noqa: PLC0415

        d = dict(src_dict)
        transcript = TranscriptTranscript.from_dict(d.pop("transcript"))

        transcript = cls(
            transcript=transcript,
        )

        transcript.additional_properties = d
        return transcript

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
