# The Brigade in English: one sentence for each refusal. Where one code has several reasons, the fact `reason` selects.

other-answer = This is not possible now: you { $optional ->
    [true] may
   *[false] have to
} { NAME($decision, kind: "decision") }.

refusal-ability_inactive = { $reason ->
    [white] Only the white firehouse refills for a cube.
    [chief] That is the action of a chief whom you do not have.
    [pink] You have no free move.
    [ethereal] Only Aurath Ether moves in ethereal form.
    [wagon_track] Your wagon track is not complete.
    [ride] The wagon rides along directly after a Move Brigade.
   *[card] { NAME($card, kind: "card") } is not active in your brigade.
}
refusal-ability_used = { $reason ->
    [chief] You have used your chief's action in this turn already.
    [firestorm] You control the next firestorm already.
    [ride] Your wagon has ridden along in this turn already.
   *[card] You have used { NAME($card, kind: "card") } in this turn already.
}
refusal-already_upgraded = You have taken the Upgrade of this turn already.
refusal-bad_water_amount = { $reason ->
    [transfer] A Transfer neither adds nor loses water, and fills no bucket beyond its size.
    [crew] An Extinguish names one amount for each crew card, and none below 0.
    [one] This fire takes { $most } water.
    [range] This fire takes { $least } to { $most } water.
    [take] You may take up to 2 water, into free buckets of the brigade.
   *[answer] { other-answer }
}
refusal-cannot_end_turn_on_destroyed = { $last ->
    [true] The last action is for leaving the destroyed tile.
   *[false] No action would be left to leave the destroyed tile.
}
refusal-cannot_hold_cubes = That tile cannot hold cubes.
refusal-decision_pending = { SEAT($waiting_for) } has to { $optional ->
    [true] decide first whether to { NAME($decision, kind: "decision") }
   *[false] { NAME($decision, kind: "decision") } first
}.
refusal-deck_empty = There are no crew cards left to draw.
refusal-destroyed = { $reason ->
    [lost] { place } cannot be saved any more.
    [wagon] { place } is destroyed or doomed.
   *[either] One of the tiles is destroyed.
}
refusal-expansion_not_available = { NAME($expansion, kind: "expansion") } cannot be played: its printed rules are not known ({ NAME($expansion, kind: "missing") }).
refusal-fire_stops_movement = A burning tile on the way ends the movement.
refusal-game_over = The game is over.
refusal-invalid_target = { $reason ->
    [no_tile] There is no such tile.
    [no_track] There is no such track.
    [precious_elsewhere] Sir Precious leaves only at your firehouse.
    [no_precious] You do not have Sir Precious.
    [never_burns] { place } never burns.
    [intensity] The fire at { place } has intensity { $intensity }, and the wagon puts out only intensity 1.
    [polymorph] Polymorph names two different city tiles in reading order, neither of them of the University.
    [immune] A brigade or a wagon stands on the tile whose fire would rise, so that tile is immune.
    [not_held] No rival has that crew card.
    [replaced] You replace a crew card if your brigade is full, and only then.
    [not_in_play] That crew card is not in play.
    [leon] Leon Bertrand's wagon puts out only a fire of intensity 1 on its own tile.
    [not_playing] That seat is not in play.
    [decline] You cannot decline: you have to { NAME($decision, kind: "decision") }.
    [not_drawn] That card was not drawn.
    [no_place] The new card needs a free place in your brigade, or it replaces one of your crew cards.
    [chief] That chief is not available.
    [colour] In the base game a chief leads the firehouse of the chief's own colour.
    [firehouse] That firehouse is not available.
   *[answer] { other-answer }
}
refusal-must_move = { $reason ->
    [brigade] Your brigade is at { place } already.
    [wagon] Your wagon is at { place } already.
    [last_action] Your last action is for leaving the destroyed tile.
   *[end_of_turn] The turn cannot end on a destroyed tile while a move can leave it.
}
refusal-needs_advanced_rules = The extra chiefs are played with the advanced rules.
refusal-needs_cube_on_board = { $reason ->
    [refill] You have no cube at { place }.
    [board] You have no cube on the board.
    [tile] You have no cube on that tile.
   *[answer] { other-answer }
}
refusal-no_actions_left = You have no action left.
refusal-no_crew_capacity = Your crew track allows no crew card yet.
refusal-no_effect = { $reason ->
    [full] What you have at { place } is full of water already.
    [transfer] No water would move.
    [same_fires] Both fires have the same intensity.
    [mimic] The token is already on that card.
   *[move] A move names only tiles on its way where something happens, and pushes only brigades it meets.
}
refusal-no_pawn_here = { $reason ->
    [no_pawn] Neither your brigade nor your wagon is at { place }.
   *[no_brigade] Your brigade is not at { place }.
}
refusal-not_adjacent = { $reason ->
    [ash] Ash reaches only adjacent tiles.
   *[polymorph] The tiles must be adjacent.
}
refusal-not_burning = { place } does not burn.
refusal-not_enough_water = { $reason ->
    [wagon] Your wagon is empty.
    [places] There is not enough water in the places that were named.
    [lose] There is no water to lose in the place that was named.
   *[answer] { other-answer }
}
refusal-not_loyal = { place } is neither loyal to you nor your firehouse, so you cannot refill there.
refusal-not_together = Your brigade and your wagon are not on one tile.
refusal-not_your_turn = { $reason ->
    [idle] { SEAT($seat) } has nothing to do now.
   *[turn] It is the turn of { SEAT($active) }.
}
refusal-occupied = { $reason ->
    [rival] A rival's brigade or wagon is at { place }.
   *[pawn] A brigade or a wagon is at { place }.
}
refusal-out_of_reach = Recognition for this fire goes to { NAME($tile, kind: "tile") } { NAME($fire, kind: "cell") } or to a tile adjacent to it.
refusal-rival_brigade = { $reason ->
    [there] A rival brigade is at { place }.
   *[on_the_way] A rival brigade is on the way.
}
refusal-too_far = That takes more than the { $points } points that your brigade may move.
refusal-too_many_cubes = { $most ->
    [0] You may place only 1 cube.
    [one] You may place only 1 cube.
   *[other] You may place from 1 to { $most } cubes.
}
refusal-track_complete = The marker is on the last circle of the { $track ->
    [crew] crew
    [wagon] wagon
   *[leadership] leadership
} track already.
refusal-wagon_not_here = Your wagon is elsewhere or empty, so it has no water for this.
refusal-wrong_number_of_seats = The Brigade is for { $seats_min } to { $seats_max } players, not { $seats }.
refusal-wrong_phase = { $reason ->
    [no_decision] Nothing has to be decided now.
   *[no_actions] Actions are possible only in the action phase.
}
