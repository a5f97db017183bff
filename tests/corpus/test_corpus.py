"""The corpus is read, replayed and verified by this build, it shows everything, and its files are the released ones."""

import asyncio
from pathlib import Path

import pytest

from domain.engine.codec import canonical
from domain.engine.viewer import ARBITER, SPECTATOR, seats_of
from domain.rulesets import RULESETS
from services.log.replay import Histories
from tests.corpus.check import check, digests, restored, wrong_digests
from tests.corpus.features import features_in, features_of, name_of
from tests.corpus.required import missing_of_all, unreachable
from tests.corpus.rows import COMMAND, FOLDER, files, parse, streams_of, unpack
from tests.corpus.scene import Scene
from tests.corpus.scenes import delayed

each_file = pytest.mark.parametrize("path", files(), ids=lambda path: path.name.removesuffix(".jsonl.xz"))
VIEWED_EVERY = 16
"""Steps between two whose views are computed."""


def packed(path: Path) -> bytes:
    """The bytes of a compressed file."""
    return path.read_bytes()


@each_file
async def test_a_file_is_read_and_verified(path: Path) -> None:
    await check(path.name, packed(path))


@each_file
async def test_every_game_is_replayed_for_every_viewer(path: Path) -> None:
    """Views and lines may change in later builds, but they can always be computed."""
    corpus = parse(path.name, unpack(path.name, packed(path)))
    histories = Histories(restored(corpus.streams))
    for stream in corpus.streams:
        history = await histories.up_to_date(stream.id)
        if stream.head.kind != "game":
            assert history is None, "nobody watches refused openings"
            continue
        assert history is not None and history.version == len(stream.steps)
        viewers = (*seats_of(len(history.state_at(history.version).seats)), SPECTATOR, ARBITER)
        for step in history.steps:
            for viewer in viewers:
                history.game.tell(step.event, viewer)
                if step.version % VIEWED_EVERY == 0 or step.version == history.version:
                    assert canonical(history.game.view(history.state_at(step.version), viewer))


def test_the_corpus_shows_everything_that_a_log_can_hold() -> None:
    missing = missing_of_all(features_in(files()))
    assert not missing, f"no corpus file shows: {'; '.join(missing)}. Run `{COMMAND}`, see docs/add-a-ruleset.md"


def test_what_the_corpus_cannot_show_is_listed_with_its_reason_and_not_there() -> None:
    shows = features_in(files())
    for id, version in RULESETS:
        codes = unreachable(id)
        assert all(codes.values())
        stored = [code for code in codes if f"{name_of((id, version))} refused {code}" in shows]
        assert not stored, f"{name_of((id, version))}: a log has {stored} after all: take it out of `unreachable`"


@pytest.mark.parametrize(
    "feature",
    [
        "5 seats",
        "option fire_cones=100",
        "ending last_turn_played",
        "event game.GameForked",
        "refused burning",
        "clock with flag claim",
        "taken back by ruling",
        "refused time_over",
    ],
)
def test_what_is_missing_is_named(feature: str) -> None:
    shows = {each for each in features_in(files()) if not each.endswith(feature)}
    missing = missing_of_all(shows)
    assert missing and all(each.endswith(feature) for each in missing)


def test_released_files_never_change() -> None:
    assert not wrong_digests()


@pytest.mark.parametrize("change", ["changed", "gone", "new"])
def test_a_changed_file_is_named(change: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = files()[0]
    for path in (first, digests()):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    lines = [line for line in digests().read_text().splitlines(keepends=True) if first.name in line]
    (tmp_path / digests().name).write_text("".join(lines))
    monkeypatch.setattr("tests.corpus.check.FOLDER", tmp_path)
    assert not wrong_digests()
    match change:
        case "changed":
            (tmp_path / first.name).write_bytes(first.read_bytes() + b"x")
            expected = f"corpus file {first.name} was changed; released files never change"
        case "gone":
            (tmp_path / first.name).unlink()
            expected = f"corpus file {first.name} is gone; released files never change"
        case _:
            (tmp_path / "other.jsonl.xz").write_bytes(b"")
            expected = "corpus file other.jsonl.xz has no digest in SHA256SUMS"
    assert wrong_digests() == [expected]


async def test_what_is_recorded_twice_has_the_same_rows() -> None:
    """The log is the same whenever and wherever it is recorded."""
    recorded = []
    for _ in range(2):
        scene = Scene()
        await delayed(scene, next(iter(RULESETS)))
        recorded.append(await streams_of(scene.log))
        await asyncio.sleep(0)
    assert recorded[0] == recorded[1] and len(recorded[0]) > 2
    assert features_of(recorded[0][0])


def test_the_folder_is_named_after_the_format() -> None:
    assert FOLDER.name == "1" and files()
