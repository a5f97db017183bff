"""Crew abilities that move brigades and wagons in other ways (rules section 11.1)."""

import pytest

from domain.rulesets.brigade import commands as c
from domain.rulesets.brigade.rules import legal
from tests.rulesets.brigade.crews import FAR, crewed
from tests.rulesets.brigade.position import (
    BLACK,
    PINK,
    WHITE,
    at,
    do,
    listed,
    no,
    position,
)


@pytest.mark.rules("BRI-CREW-KULARI-ONE-SHOE")
def test_kulari_moves_five() -> None:
    plain = position()
    no(plain, c.MoveBrigade(WHITE, kind="paid", to=at(5, 4)), "too_far", "BRI-ACT-MOVE-01")
    assert c.MoveBrigade(WHITE, kind="paid", to=at(5, 4)) in legal(crewed("kulari-one-shoe"), WHITE)


@pytest.mark.rules("BRI-CREW-MORGANA-MAGOS")
def test_morgana_moves_the_wagon_once_a_turn_without_an_action() -> None:
    free = c.MoveWagon(WHITE, kind="morgana", to=at(3, 3))
    no(position(), free, "ability_inactive", "BRI-CREW-MORGANA-MAGOS")
    state = do(crewed("morgana-magos", actions=0), free)
    assert state.brigades[WHITE].wagon_at == at(3, 3)
    no(state, c.MoveWagon(WHITE, kind="morgana", to=at(3, 4)), "ability_used", "BRI-CREW-MORGANA-MAGOS", "BRI-TURN-07")


@pytest.mark.rules("BRI-CREW-MOG-THE-HEAVY", "BRI-RULING-68")
def test_mog_ends_on_a_rival_brigade_and_pushes_it() -> None:
    state = crewed(
        "mog-the-heavy",
        seats=3,
        fire={at(2, 1): 3, FAR: 1},
        destroyed=[at(1, 0)],
        players={BLACK: {"at": at(1, 1)}, PINK: {"at": at(0, 1)}},
    )
    pushes = [x.pushes for x in listed(state, c.MoveBrigade) if x.to == at(1, 1)]
    assert pushes == [(at(1, 2),), (at(2, 1),)]
    after = do(state, c.MoveBrigade(WHITE, kind="paid", to=at(1, 1), via=(), pushes=(at(2, 1),)))
    assert (after.brigades[WHITE].at, after.brigades[BLACK].at, after.brigades[BLACK].water) == (at(1, 1), at(2, 1), 2)
    no(state, c.MoveBrigade(WHITE, kind="paid", to=at(1, 1), via=(), pushes=(at(1, 0),)), "no_effect", "BRI-ACT-02")
    plain = position(players={BLACK: {"at": at(1, 1)}})
    no(
        plain,
        c.MoveBrigade(WHITE, kind="paid", to=at(1, 1), via=(), pushes=(at(2, 1),)),
        "rival_brigade",
        "BRI-CREW-MOG-THE-HEAVY",
    )


@pytest.mark.rules("BRI-CREW-MOG-THE-HEAVY")
def test_mog_cannot_pass_and_needs_room_for_all() -> None:
    blocked = crewed(
        "mog-the-heavy",
        destroyed=[at(0, 1), at(1, 0), at(1, 2), at(2, 1)],
        players={BLACK: {"at": at(1, 1)}},
    )
    no(blocked, c.MoveBrigade(WHITE, kind="paid", to=at(1, 1)), "rival_brigade", "BRI-CREW-MOG-THE-HEAVY")
    wall = crewed("mog-the-heavy", fire={at(0, 1): 1, at(1, 0): 1, FAR: 1}, players={BLACK: {"at": at(1, 1)}})
    no(wall, c.MoveBrigade(WHITE, kind="paid", to=at(3, 3)), "rival_brigade", "BRI-ACT-MOVE-02")
    both = crewed("mog-the-heavy", seats=3, players={BLACK: {"at": at(1, 1)}, PINK: {"at": at(1, 1)}})
    ways = [x.pushes for x in listed(both, c.MoveBrigade) if x.to == at(1, 1)]
    assert len(ways) == 12 and all(a != b for a, b in ways)
    after = do(both, c.MoveBrigade(WHITE, kind="paid", to=at(1, 1), via=(), pushes=(at(0, 1), at(2, 1))))
    assert [b.at for b in after.brigades] == [at(1, 1), at(0, 1), at(2, 1)]


@pytest.mark.rules("BRI-CREW-MOG-THE-HEAVY", "BRI-CHIEF-AURATH-ETHER")
def test_in_ethereal_form_mog_pushes_if_he_can_else_they_share() -> None:
    ether = {"chief": "aurath-ether", "water": 0}
    state = crewed("mog-the-heavy", players={BLACK: {"at": at(1, 1)}}, **ether)
    ends = [x for x in listed(state, c.MoveBrigade) if x.kind == "ethereal" and x.to == at(1, 1)]
    assert ends and all(x.pushes for x in ends)
    tight = crewed(
        "mog-the-heavy", destroyed=[at(0, 1), at(1, 0), at(1, 2), at(2, 1)], players={BLACK: {"at": at(1, 1)}}, **ether
    )
    share = do(tight, c.MoveBrigade(WHITE, kind="ethereal", to=at(1, 1)))
    assert share.brigades[WHITE].at == share.brigades[BLACK].at == at(1, 1)


@pytest.mark.rules("BRI-CREW-EBENEZER", "BRI-ACT-MOVE-06")
def test_ebenezer_walks_through_fire_and_ruins_but_may_not_stay_there_last() -> None:
    state = crewed("ebenezer", fire={at(1, 1): 2, FAR: 1}, destroyed=[at(2, 2)])
    assert c.MoveBrigade(WHITE, kind="paid", to=at(3, 3)) in legal(state, WHITE)
    last = crewed("ebenezer", destroyed=[at(1, 1)], actions=1)
    no(last, c.MoveBrigade(WHITE, kind="paid", to=at(1, 1)), "cannot_end_turn_on_destroyed", "BRI-ACT-MOVE-06")
