"""The scenes of calls, rulings and appeals that every version of a ruleset plays, in files of their own: the first logs of
format 1 were recorded before there were any."""

import random
from typing import Any, Final

from domain.engine.refusal import Refused
from domain.engine.ruleset import RulesetKey
from domain.engine.step import Step
from domain.engine.viewer import seats_of
from domain.game.authority import Authority
from domain.game.rulings.amend import amended
from domain.game.rulings.commands import MakeRuling
from domain.game.rulings.ruling import Adjustment, Ruling
from domain.game.terms import RulingTerms, Terms
from domain.rulesets import RULESETS
from infra.rulebook import read_rulebook
from services.commands.answers import Answer
from services.ports import Principal
from services.rulings.arbitration import NOTE_CHARS_MAX, Arbitration
from tests.corpus.features import name_of
from tests.corpus.scene import JUDGE, PLAYERS, STRANGER, Scene, SceneGame, accepted, refused
from tests.corpus.scenes import NO_SEAT, by_bot
from tests.rulesets.amendments import WORDS, filled

OTHER_JUDGE: Final = Principal("00000000-0000-4000-8000-0000000000c9", "Other judge", frozenset({"arbiter"}))
ANN, BEN = PLAYERS[0], PLAYERS[1]
FIRST, SECOND = seats_of(2)
APPEAL_SECONDS: Final = 3_600
TRIES_MAX: Final = 4_000
ROUNDS_MAX: Final = 30

FIXES: Final = ("", "bad_amendment", "unlawful", "hidden_from_all")
"""What a fix may be answered with; empty: it is made."""


class Bench:
    """The use cases of one game, with notes that follow from its name."""

    def __init__(self, scene: Scene, game: SceneGame) -> None:
        self.game = game
        self.case = Arbitration(scene.play, scene.world, read_rulebook())

    async def call(self, by: Principal, step: int) -> Answer:
        return await self.game.do(self.case.call, by, step=Step(step), category="mistake", note="About this step")

    async def rule(self, ruling: Ruling, by: Principal = JUDGE, note: str = "So it is") -> Answer:
        version = self.game.state.version
        return await self.game.do(self.case.rule, by, ruling=ruling, note=note, expected_version=version)

    async def appeal(self, by: Principal, ruling: int) -> Answer:
        return await self.game.do(self.case.appeal, by, ruling=ruling, note="Once more")

    async def decide(self, by: Principal, appeal: int, ruling: Ruling | None = None) -> Answer:
        given = {"appeal": appeal, "ruling": ruling, "note": "Seen again", "expected_version": None}
        return await self.game.do(self.case.decide_appeal, by, **given)


def fix_answered(game: SceneGame, code: str, dice: random.Random) -> Any:
    """An amendment that is answered so now; None if no try is."""
    ruleset = game.game.ruleset
    assert ruleset.amendments is not None
    for _ in range(TRIES_MAX):
        amendment = filled(dice.choice(ruleset.amendments.kinds), [str(word) for word in WORDS[ruleset.id]], dice)
        try:
            amended(ruleset, game.state.position, amendment)
        except Refused as no:
            if no.code == code:
                return amendment
            continue
        if not code:
            return amendment
    return None


async def play_rulings(scene: Scene, key: RulesetKey) -> None:
    """Plays all scenes of one version, one after the other."""
    for play in (ruled, annulled):
        await play(scene, key)


async def play_versions(scene: Scene, key: RulesetKey) -> None:
    """A game that a ruling moves to the newest version, where there is a later one, and that goes on by it."""
    game = SceneGame(scene, f"{name_of(key)} moved", key)
    bench, ruleset = Bench(scene, game), RULESETS[key]
    await game.fill(ruleset.seats_min, title="Moved")
    await game.play_on(8, by_bot)
    refused(await bench.rule(Ruling("ruleset", version=key[1])), "no_later_version")
    for later in ruleset.later:
        moved = Ruling("ruleset", rules=("GAME-VERSION-02",), version=later.version)
        accepted(await bench.rule(moved))
        refused(await bench.rule(moved), "no_later_version")
        await game.play_on(12, by_bot)
    accepted(await bench.rule(Ruling("places", places=tuple(range(1, ruleset.seats_min + 1)))))


async def ruled(scene: Scene, key: RulesetKey) -> None:
    """A game with calls, rulings of all kinds and appeals, which an arbiter ends by deciding the places."""
    game = SceneGame(scene, f"{name_of(key)} ruled", key)
    bench, seats = Bench(scene, game), RULESETS[key].seats_min + 1
    await game.fill(seats, title="Ruled", terms=Terms(rulings=RulingTerms(appeal_seconds=APPEAL_SECONDS)))
    await game.play_on(8, by_bot)
    await _calls(bench)
    await _fixes(game, bench)
    await _points_and_appeals(bench)
    refused(await bench.rule(Ruling("points", points=(Adjustment(NO_SEAT, 1),))), "bad_points")
    refused(await bench.rule(Ruling("substitute", seat=SECOND, principal="nobody")), "no_substitute")
    refused(await bench.rule(Ruling("places", places=(2,) * seats)), "bad_places")
    accepted(await bench.rule(Ruling("forfeit", seat=SECOND)))
    refused(await bench.rule(Ruling("forfeit", seat=SECOND)), "seat_given_up")
    accepted(await bench.rule(Ruling("places", rules=("GAME-RULING-04",), places=tuple(range(1, seats + 1)))))
    refused(await bench.rule(Ruling("play_on")), "game_over")


async def _calls(bench: Bench) -> None:
    refused(await bench.call(ANN, 1_000_000), "no_such_step")
    for step in (2, 3, 4):
        accepted(await bench.call(ANN, step))
    refused(await bench.call(ANN, 5), "too_many_calls")
    refused(await bench.game.do(bench.case.withdraw, BEN, call=1), "no_such_call")
    accepted(await bench.game.do(bench.case.withdraw, ANN, call=1))
    refused(await bench.rule(Ruling("play_on"), by=BEN), "not_an_arbiter")
    refused(await bench.rule(Ruling("play_on", rules=("NO-SUCH-01",))), "unknown_rule")
    refused(await bench.rule(Ruling("play_on"), note="x" * (NOTE_CHARS_MAX + 1)), "bad_note")
    accepted(await bench.rule(Ruling("play_on", call=2, steps=(Step(3),), rules=("GAME-RULING-01",))))


async def _fixes(game: SceneGame, bench: Bench) -> None:
    dice, wanted = random.Random(f"fixes of {game.name}"), set(FIXES)
    refused(await bench.rule(Ruling("fix", amendment={"type": "nothing"})), "unknown_amendment")
    for _ in range(ROUNDS_MAX):
        for code in sorted(wanted):
            amendment = fix_answered(game, code, dice)
            if amendment is None:
                continue
            answer = await bench.rule(Ruling("fix", amendment=amendment))
            accepted(answer) if not code else refused(answer, code)
            wanted.discard(code)
        if not wanted or game.state.over:
            return
        await game.play_on(5, by_bot)


async def _points_and_appeals(bench: Bench) -> None:
    number = len(getattr(bench.game.state.bench, "rulings", ())) + 1
    accepted(await bench.rule(Ruling("points", points=(Adjustment(FIRST, -3),), call=3)))
    refused(await bench.appeal(BEN, number), "not_touched")
    refused(await bench.appeal(STRANGER, 99), "no_such_ruling")
    refused(await bench.decide(OTHER_JUDGE, 9), "no_such_appeal")
    accepted(await bench.appeal(ANN, number))
    refused(await bench.appeal(ANN, number), "appeal_over")
    refused(await bench.decide(JUDGE, 1), "own_ruling")
    accepted(await bench.decide(OTHER_JUDGE, 1, Ruling("points", points=(Adjustment(FIRST, -1),))))
    accepted(await bench.appeal(ANN, number + 1))
    accepted(await bench.decide(JUDGE, 2))


async def annulled(scene: Scene, key: RulesetKey) -> None:
    """A game in which a substitute takes a seat, and which an arbiter annuls. Its first opening is refused."""
    bad = SceneGame(scene, f"{name_of(key)} badly opened", key)
    terms = Terms(rulings=RulingTerms(appeal_seconds=-1))
    refused(await bad.open(RULESETS[key].seats_min, terms=terms), "bad_ruling_terms")
    game = SceneGame(scene, f"{name_of(key)} annulled", key)
    bench = Bench(scene, game)
    accepted(await game.open(RULESETS[key].seats_min, title="Annulled"))
    accepted(await game.take(STRANGER, FIRST))
    accepted(await game.do(scene.seating.leave, STRANGER, seat=FIRST))
    for seat in seats_of(RULESETS[key].seats_min):
        accepted(await game.take(PLAYERS[seat], seat))
    accepted(await game.do(scene.seating.begin, ANN))
    had_seat = MakeRuling(JUDGE.id, Ruling("substitute", seat=SECOND, principal=STRANGER.id), Authority("arbiter"))
    refused(await game.send(SECOND, had_seat, by=JUDGE), "no_substitute")
    known, _ = await scene.world.principals.create("Substitute", frozenset())
    accepted(await bench.rule(Ruling("substitute", seat=SECOND, principal=known.id)))
    accepted(await bench.rule(Ruling("annul")))
