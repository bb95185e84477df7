from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.signal_record_thresholds import SignalRecordThresholds


T = TypeVar("T", bound="SignalRecord")


@_attrs_define
class SignalRecord:
    """
    Attributes:
        name (str): Its name, in the caller's language.
        severity (int): What a flag adds to the score.
        signal (str): For example “CC1”.
        since (datetime.datetime | None): When two people put them in force. Null: as the signal was delivered.
        thresholds (SignalRecordThresholds):
        version (int): Version of the signal.
    """

    name: str
    severity: int
    signal: str
    since: datetime.datetime | None
    thresholds: SignalRecordThresholds
    version: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        severity = self.severity

        signal = self.signal

        since: None | str
        if isinstance(self.since, datetime.datetime):
            since = self.since.isoformat()
        else:
            since = self.since

        thresholds = self.thresholds.to_dict()

        version = self.version

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "severity": severity,
                "signal": signal,
                "since": since,
                "thresholds": thresholds,
                "version": version,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.signal_record_thresholds import SignalRecordThresholds  # noqa: PLC0415

        d = dict(src_dict)
        name = d.pop("name")

        severity = d.pop("severity")

        signal = d.pop("signal")

        def _parse_since(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                since_type_0 = datetime.datetime.fromisoformat(data)

                return since_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        since = _parse_since(d.pop("since"))

        thresholds = SignalRecordThresholds.from_dict(d.pop("thresholds"))

        version = d.pop("version")

        signal_record = cls(
            name=name,
            severity=severity,
            signal=signal,
            since=since,
            thresholds=thresholds,
            version=version,
        )

        signal_record.additional_properties = d
        return signal_record

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
