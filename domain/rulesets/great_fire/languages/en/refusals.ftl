# The Great Fire of London 1666: why a command is refused, in English. One message for each code; $arguments are facts.
# The words are those of the English rulebook.

## Whether the game and the phase allow the command

refusal-wrong_number_of_seats = The game is for { $least } to { $most } players.
refusal-game_over = The game is over.
refusal-not_your_turn = { $timed_out ->
    [true] { SEAT($seat) } has nothing to do now.
   *[false] { $phase ->
        [fire] { part-turn-of }
        [fire_second] { part-turn-of }
        [no_move] { part-turn-of }
        [actions] { part-turn-of }
        [intensify] { part-turn-of }
       *[other] Nobody else can act now: { part-due }.
    }
}
part-turn-of = It is the turn of { SEATS($to_act) }.
refusal-wrong_phase = This is not possible now: { part-due }.
# What must or may be done in each phase. $to_act: the seat to act, if there is one.
part-due = { $phase ->
    [set_up] the box must be opened first
    [confirm_hand] { SEATS($to_act) } must keep or exchange the hand
    [place_band] { SEATS($to_act) } must place a trained band
    [place_landowner] { SEATS($to_act) } must place a landowner
    [fire] { SEATS($to_act) } must play a fire card, or show that none can be played
    [fire_second] { SEATS($to_act) } may move a second cone or take actions
    [no_move] { SEATS($to_act) } must add a cone to a burning district
    [actions] { SEATS($to_act) } may take actions or end them
    [intensify] { SEATS($to_act) } must add a cone to a burning district
    [dealing] the cards, houses and tokens are being dealt
    [draw] a fire card is being drawn
    [scoring] the points are being counted
   *[over] the game is over
}
refusal-no_such_area = There is no such area on the board.

## Set-up

refusal-hand_not_equal = Only a hand of five cards of one direction may be exchanged.
refusal-closed_at_set_up = { NAME($area, kind: "area") } is closed at set-up{ $area ->
    [pudding_lane] {""}
   *[other] , because it lies in the green region
}.

## The fire phase

refusal-not_in_hand = You have no { NAME($card, kind: "direction") } card.
refusal-move_possible = A card of your hand allows a movement, so you must play one.
refusal-no_double_move = You have no double-move token.
refusal-no_cone_to_take = Pudding Lane has no cone to give.
refusal-not_burning = { NAME($source, kind: "area") } does not burn, so no cone can leave it.
refusal-fire_contained = The fire in { NAME($source, kind: "area") } is contained, so no cone can leave it.
refusal-last_cone_stays = The last cone of { NAME($source, kind: "area") } must stay there.
refusal-never_burns = Fire never moves into { NAME($target, kind: "area") }{ $target ->
    [pudding_lane] , which always burns uncontained
   *[other] {""}
}.
refusal-fire_break = { NAME($target, kind: "area") } is demolished, so no fire can enter it.
refusal-burns_already = { NAME($target, kind: "area") } already burns uncontained, so no cone moves into it.
refusal-out_of_reach = No step to the { NAME($card, kind: "direction") } leads out of this fire into { NAME($target, kind: "area") }.
refusal-better_target = { NAME($target, kind: "area") } { $rank ->
    [1] has houses and no band
    [2] has houses and a band
    [3] is empty and has no band
   *[4] is empty and has a band
}; this cone can reach a district that { $best_rank ->
    [1] has houses and no band
    [2] has houses and a band
    [3] is empty and has no band
   *[4] is empty and has a band
}, so it must go there.

## The action phase

refusal-no_points_left = You have spent all your action points.
refusal-pudding_lane_closed = Pudding Lane is closed to bands and landowners.
refusal-not_adjacent = { NAME($to, kind: "area") } is not linked to { NAME($origin, kind: "area") }.
refusal-no_band = There is no band in { NAME($area, kind: "area") }{ $purpose ->
    [charge] {" "}to place the charge
   *[move] {""}
}.
refusal-band_pinned = Every band in { NAME($origin, kind: "area") } covers a cone, so it must stay there.
refusal-nothing_burns_here = Your landowner stands in { NAME($district, kind: "area") }, where nothing burns.
refusal-not_contained = The fire in { NAME($district, kind: "area") }, where your landowner stands, is not contained.

## Demolition

refusal-no_charge = You have no demolition charge.
refusal-not_a_district = { NAME($district, kind: "area") } has no houses printed on it, so it can never be demolished.
refusal-demolished_already = { NAME($district, kind: "area") } is already demolished.
refusal-burning = { NAME($district, kind: "area") } burns, so it cannot be demolished.
refusal-no_fire_beside = No district linked to { NAME($district, kind: "area") } burns, so it cannot be demolished.
refusal-too_big = { NAME($district, kind: "area") } has { $size } houses, so it may be demolished only when it is empty.

## Cones that must be added

refusal-no_place_for_cones = No cone may be added in { NAME($district, kind: "area") }.
refusal-not_burning_uncontained = { $burning ->
    [true] The fire in { NAME($district, kind: "area") } is contained
   *[false] { NAME($district, kind: "area") } does not burn
}, so no cone may be added.
refusal-district_full = { NAME($district, kind: "area") } holds { $cones } cones, and the limit is { $limit }.
