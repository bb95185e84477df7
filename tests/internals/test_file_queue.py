from pathlib import Path

import pytest
from kombu import Connection

from internals import file_queue


def connection(folder: Path) -> Connection:
    file_queue.register_transport()
    options = {"data_folder_in": str(folder), "data_folder_out": str(folder)}
    return Connection(
        "filesystem://", transport_options={**options, "control_folder": str(folder / "c")}
    )


def test_a_message_comes_out_as_it_went_in(tmp_path: Path) -> None:
    with connection(tmp_path) as queues:
        queue = queues.SimpleQueue("letters")
        queue.put({"to": "Ana"})
        assert queue.get(timeout=1).payload == {"to": "Ana"}
        queue.close()


def test_no_reader_sees_a_message_before_it_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[list[str]] = []
    rename = Path.replace

    def look_first(source: Path, target: Path) -> Path:
        seen.append([file.name for file in tmp_path.glob("*.msg")])
        assert source.read_text().startswith("{")
        return rename(source, target)

    monkeypatch.setattr(Path, "replace", look_first)
    with connection(tmp_path) as queues:
        queue = queues.SimpleQueue("cards")
        queue.put({"to": "Ana"})
        queue.close()

    assert seen == [[]]
    assert len(list(tmp_path.glob("*.cards.msg"))) == 1
