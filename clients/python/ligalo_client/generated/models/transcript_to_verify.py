from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.transcript_to_verify_transcript import TranscriptToVerifyTranscript


T = TypeVar("T", bound="TranscriptToVerify")


@_attrs_define
class TranscriptToVerify:
    """
    Attributes:
        transcript (TranscriptToVerifyTranscript): The transcript, as downloaded.
        commitment (str | Unset): The commitment that was published before the first card. Without it the transcript is
            only compared with itself.
    """

    transcript: TranscriptToVerifyTranscript
    commitment: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        transcript = self.transcript.to_dict()

        commitment = self.commitment

        field_dict: dict[str, Any] = {}

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
        from ..models.transcript_to_verify_transcript import (
            TranscriptToVerifyTranscript,  # noqa: PLC0415
        )

        d = dict(src_dict)
        transcript = TranscriptToVerifyTranscript.from_dict(d.pop("transcript"))

        commitment = d.pop("commitment", UNSET)

        transcript_to_verify = cls(
            transcript=transcript,
            commitment=commitment,
        )

        return transcript_to_verify
