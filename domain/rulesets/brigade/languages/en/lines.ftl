# The Brigade in English: one sentence in the past tense for each event.
# The words are those of the rules in rules.md, which rest on the printed French rulebook.

# ---- parts of sentences, in lines, commands and refusals

place = { NAME($tile, kind: "tile") } { NAME($cell, kind: "cell") }
amount = { $amount } water { $where }
amount-more = { $amount } { $where }
from-wagon = from the wagon
from-chief = from the chief
from-crew = from the crew
from-card = from { NAME($card, kind: "card") }
on-wagon = on the wagon
on-chief = on the chief
on-crew = on the crew
on-crew-each = on the crew ({ $each })
to-wagon = on the wagon
to-chief = on their chief
to-card = on { NAME($card, kind: "card") }

# ---- set-up

line-CityBuilt = The city was laid out; { SEAT($first) } was drawn as the first player.
line-ChiefChosen = { SEAT($seat) } took the { NAME($firehouse, kind: "firehouse") } with { NAME($chief, kind: "chief") }.
line-StartingEventsBegun = Every tile of the University caught fire.

# ---- turns, actions and decisions

line-TurnBegan = { SEAT($seat) } began { $extra ->
    [true] an extra turn
   *[false] a turn
} in round { $round }.
line-ActionPhaseBegan = { SEAT($seat) } had { $actions ->
    [one] 1 action
   *[other] { $actions } actions
} to spend.
line-ActionPhaseEnded = { SEAT($seat) } ended the turn{ $lost ->
    [0] { "" }
    [one] { " " }with 1 action unspent
   *[other] { " " }with { $lost } actions unspent
}.
line-ActionsGained = { SEAT($seat) } gained { $actions ->
    [one] 1 more action
   *[other] { $actions } more actions
} { $why ->
    [leadership] for a higher leadership
    [blue_bonus] for the end of the leadership track
   *[aviary] on the Aviary
}{ $banked ->
    [true] , to spend in the next turn
   *[false] { "" }
}.
line-ExtraTurnEarned = { SEAT($seat) } earned an extra turn (Brother Ben).
line-ActionTaken = { SEAT($seat) } spent { $actions ->
    [one] 1 action
   *[other] { $actions } actions
} to { $action ->
    [MoveBrigade] move the brigade
    [MoveWagon] move the wagon
    [Extinguish] fight a fire
    [Refill] refill
    [Recruit] recruit
    [Transfer] transfer water
   *[Upgrade] upgrade a track
}.
line-ActionTaken-card = { SEAT($seat) } spent { $actions ->
    [one] 1 action
   *[other] { $actions } actions
} to { $action ->
   *[Extinguish] fight a fire
} ({ NAME($card, kind: "card") }).
line-ActionTaken-chief = { SEAT($seat) } spent { $actions ->
    [one] 1 action
   *[other] { $actions } actions
} to { $action ->
    [MoveBrigade] move the brigade in ethereal form (Aurath Ether)
    [SendWagon] send the wagon to a fire (Gloria Ignis)
    [Polymorph] exchange two fires (Blitz Haben)
    [Poach] take a crew card of a rival (Frith Goldmane)
    [ExtraUpgrade] take an extra Upgrade (Glint Dampshot)
    [DeclareAllegiance] declare Allegiance (Bernhardt Blaze)
    [ChangeSide] change sides (White Fang)
    [PlaceMimic] copy a crew card (Galeela)
   *[ControlFirestorm] control the next firestorm (Cindy Bustion)
}.
line-ActionTaken-free = { SEAT($seat) } { $what ->
    [pink] used a free move (pink firehouse)
    [ride] let the wagon ride along (wagon track)
    [morgana] used a free wagon move (Morgana Magos)
   *[precious] spent no action to get rid of Sir Precious
}.
line-DecisionRequested = { SEAT($seat) } { $optional ->
    [true] could
   *[false] had to
} { NAME($decision, kind: "decision") }.
line-DecisionRequested-recognition = { SEAT($seat) } could place { $cubes ->
    [one] 1 cube
   *[other] { $cubes } cubes
} of recognition.
line-DecisionMade = { SEAT($seat) } { $decision ->
    [choose_chief] chose a chief and a firehouse
    [recruit] kept one of the drawn crew cards
    [recognition] chose a tile for recognition
    [event_cube] chose a tile for the event's cube
    [merchant_cube] chose a tile of the Merchants (orange firehouse)
    [redirect] chose another tile for the fire (Esme Morrow)
    [stoke] chose an adjacent fire to stoke (Chops Murphy)
    [dirty_dealings] chose a fire to raise (Dirty Dealings)
    [give_precious] chose who got Sir Precious
    [relocate] chose the tile that gave up its loyalty token
    [douse] chose a fire to douse (Del Uge)
    [noble_cube] chose a tile of the Nobles (Immora)
    [merchant_choice] chose one of the three effects of Ali Ahmar
    [moved_cube] chose the tile for a moved cube (Ali Ahmar)
    [free_recruit] chose to recruit for free (Mal Candor)
    [free_upgrade] chose to take a free Upgrade
    [name_rival] named a rival to discard a crew card (Zilda Garrett)
    [discard_crew] chose the crew card to discard (Zilda Garrett)
    [second_cube] chose to place a second cube (Selina Blackflow)
    [refill_tax] chose the water to lose (Walder Ranier)
    [stolen_water] chose the water to be stolen (Aurath Ether)
    [remove_cube] chose the cube to give up
    [fallen_tree] chose the direction of Old Tom Oak's fall
   *[pyro_cube] chose the tile for the next cube (Cindy Bustion)
}.
line-DecisionMade-declined = { SEAT($seat) } { $decision ->
    [recruit] kept none of the drawn crew cards
    [recognition] placed no more cubes of recognition
    [redirect] let the fire come (Esme Morrow)
   *[other] declined to { NAME($decision, kind: "decision") }
}.

# ---- the event deck

line-EventDeckShuffled = The event deck was shuffled: { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}.
line-EventDiscarded = The event card went to the discard.
line-EventDrawn = { SEAT($seat) } drew the event card { $card }: { $what }.
line-EventDrawn-starting = The starting event { $card } was drawn: { $what }.
event-firestorm = a firestorm over { $tiles ->
    [one] 1 tile
   *[other] { $tiles } tiles
}
event-wind = wind to the { NAME($direction, kind: "direction") }
event-special = “{ NAME($effect, kind: "effect") }”
event-named = { NAME($card, kind: "event") }: “{ NAME($effect, kind: "effect") }”

# ---- fire

line-FireAdded = { $cause ->
    [wind] The wind
    [firestorm] The firestorm
    [stoke] Chops Murphy
    [arson] Arson
    [burning_man] Burning Man Festival
    [dirty_dealings] Dirty Dealings
    [karnaj_celebrates] Karnaj Celebrates
    [four_winds] Khomar MacStomac's Dwarven Distillery
    [frost_burst] Falariel's Frozen Exhibits
    [falling_tree] Old Tom Oak
   *[roast_aviary] The Jewelled Aviary
} raised the fire at { $place } by { $levels }.
line-FireAdded-redirected = The fire was redirected to { $place }, where it rose by { $levels } (Esme Morrow).
line-FireAdded-unknown = The fire at { $place } rose by { $levels }.
line-FireReduced = The fire at { $place } fell by { $levels }{ $saved ->
    [true] , for 1 water less (Lumen)
   *[false] { "" }
}.
line-FireReduced-lowered = { $why ->
    [douse] Del Uge
    [merchant_choice] Ali Ahmar
   *[thaw] Falariel's Frozen Exhibits
} lowered the fire at { $place } by { $levels }.
line-FirePutOut = { SEAT($seat) } put out the fire at { $place } and got { $cubes ->
    [one] 1 cube
   *[other] { $cubes } cubes
} of recognition to place.
line-FiresExchanged = { SEAT($seat) } exchanged the fires at { $one } and { $two }.
line-TileDestroyed = { $place } was destroyed; everything on it went home.
line-AviaryRoasted = A cube each of { SEATS($seats) } went onto the destroyed Aviary.
line-AviaryRoasted-nobody = Nobody had a cube left for the destroyed Aviary.

# ---- brigades and wagons

line-BrigadeMoved = { SEAT($seat) } moved the brigade to { $place }{ $kind ->
    [pink] { " " }for free
    [ethereal] { " " }in ethereal form
   *[paid] { "" }
}.
line-BrigadeMoved-home = The brigade of { SEAT($seat) } went home from the ruins.
line-BrigadePushed = { SEAT($by) } pushed the brigade of { SEAT($seat) } to { $place } (Mog the Heavy).
line-FreeMoveEarned = { SEAT($seat) } ended a move at { $place } and earned a free one (pink firehouse).
line-AviaryTokenTaken = { SEAT($seat) } took the cube back from the Aviary.
line-WagonMoved = { SEAT($seat) } moved the wagon to { $place }.

# ---- cubes and loyalty

line-CubePlaced = { SEAT($seat) } placed a cube at { $place }{ $why ->
    [diagonal_recognition] , over a corner (black firehouse)
    [event_cube] { " " }for the event
    [merchant_cube] { " " }(orange firehouse)
    [noble_cube] { " " }(Immora)
    [second_cube] { " " }(Selina Blackflow)
    [veda] { " " }instead of the fire (Veda Moonbright)
    [pyro_control] { " " }(Cindy Bustion)
   *[recognition] { "" }
}.
line-CubeRemoved = { SEAT($seat) } gave up a cube at { $place } for { $why ->
    [refill_anywhere_for_cube] a Refill (white firehouse)
    [poach_crew] a rival's crew card (Frith Goldmane)
   *[extra_upgrade] an Upgrade (Glint Dampshot)
}.
line-CubeMoved = { SEAT($seat) } moved a cube from { $from } to { $to } (Ali Ahmar).
line-LoyaltyGained = { SEAT($seat) } gained the loyalty of { $place }{ $rival ->
    [none] { "" }
   *[other] { " " }from { SEAT($rival) }
}.
line-LoyaltyGained-token = { SEAT($seat) } gained the loyalty of { $place }{ $rival ->
    [none] { "" }
   *[other] { " " }from { SEAT($rival) }
}, with the loyalty token of { NAME($source, kind: "cell") }.

# ---- water

line-WaterSpent = { SEAT($seat) } spent { $total } water { $where }.
line-WaterSpent-sources = { SEAT($seat) } spent { $total } water, { $water }.
line-WaterChanged = { SEAT($seat) } { $why ->
    [refill] refilled
    [transfer] transferred water
    [too_hot] filled all buckets of the brigade
    [mist] filled Ester's bucket
    [merchant_choice] took water (Ali Ahmar)
   *[thaw] refilled on the Frozen Exhibits
} and then had { $water }.
line-WaterChanged-none = { SEAT($seat) } { $why ->
    [refill] refilled
    [transfer] transferred water
    [too_hot] filled all buckets of the brigade
    [mist] filled Ester's bucket
    [merchant_choice] took water (Ali Ahmar)
   *[thaw] refilled on the Frozen Exhibits
} and then had no water.
line-WaterLost = { SEAT($seat) } lost 1 water { $where } to Walder Ranier of { SEAT($by) }.
line-WaterStolen = { SEAT($by) } stole 1 water { $where } of { SEAT($seat) } and put it { $into } (Aurath Ether).

# ---- crew cards and upgrade tracks

line-CrewDeckShuffled = The crew deck was shuffled: { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}.
line-CrewCardDrawn = { SEAT($seat) } drew a crew card: { NAME($card, kind: "card") }.
line-CrewCardDrawn-hidden = { SEAT($seat) } drew a crew card.
line-SirPreciousDrawn = { SEAT($seat) } drew Sir Precious.
line-SirPreciousGiven = { SEAT($seat) } gave Sir Precious to { SEAT($rival) }.
line-SirPreciousDiscarded = { SEAT($seat) } discarded Sir Precious.
line-RecruitDone = { SEAT($seat) } recruited { $card ->
    [none] nobody
   *[other] { NAME($card, kind: "card") }
}{ $replaced ->
    [none] { "" }
   *[other] { " " }in place of { NAME($replaced, kind: "card") }
}{ $count ->
    [0] { "" }
   *[other] ; { NAMES($discarded, kind: "card") } went to the discard
}.
line-CrewDiscarded = { SEAT($seat) } discarded { NAMES($cards, kind: "card") } { $why ->
    [zilda] (Zilda Garrett)
    [dusk] (White Fang)
   *[deserted] on leaving the game
}.
line-CrewPoached = { SEAT($seat) } took { NAME($card, kind: "card") } from { SEAT($rival) }{ $replaced ->
    [none] { "" }
   *[other] , in place of { NAME($replaced, kind: "card") }
}.
line-TrackAdvanced = { SEAT($seat) } advanced the { $track ->
    [crew] crew
    [wagon] wagon
   *[leadership] leadership
} track to circle { $circle }{ $last ->
    [true] , the last
   *[false] { "" }
}: { $track ->
    [crew] room for { $value ->
        [one] 1 crew card
       *[other] { $value } crew cards
    }
    [wagon] room for { $value } water
   *[leadership] { $value ->
        [one] 1 action
       *[other] { $value } actions
    } a turn
}.

# ---- chiefs

line-AllegianceDeclared = { SEAT($seat) } declared Allegiance: until their next turn event cards spared their loyal buildings.
line-SideChanged = White Fang of { SEAT($seat) } turned to the { $werewolf ->
    [true] werewolf
   *[false] human
} side, with { $water } water.
line-MimicPlaced = Galeela of { SEAT($seat) } began to copy { NAME($card, kind: "card") }.
line-MimicReturned = The mimic token came back to { SEAT($seat) }.
line-FirestormControlled = { SEAT($seat) } took control of the next firestorm.
line-PyroCubesEarned = The firestorm brought { SEAT($seat) } { $tiles ->
    [0] no cube
    [one] a cube for 1 tile
   *[other] a cube each for { $tiles } tiles
} (Cindy Bustion).

# ---- the end

line-EvacuationAnnounced = The evacuation of the city after this round was announced: { $tiles ->
    [one] 1 tile
   *[other] { $tiles } tiles
} destroyed, { $university ->
    [0] none
   *[other] { $university }
} of them of the University.
line-SeatDeserted = { SEAT($seat) } left the game.
line-GameEnded = The game ended { $ending ->
    [guild] by the loyalty of a guild
    [citizens] by the loyalty of all citizens
   *[deserted] because the others had left
}: { SEAT($winner) } won.
line-GameEnded-scored = The game ended { $ending ->
    [evacuation] by evacuation
   *[all_out] because the last fire was out
}: { SEAT($winner) } won with { $points ->
    [one] 1 point
   *[other] { $points } points
}{ $tied ->
    [true] , ahead on the tie-break
   *[false] { "" }
}{ $rest }.
place-after = , { SEAT($seat) } had { $points }{ $rest }
end-of-places = { "" }
