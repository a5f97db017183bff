# The Brigade in English: one sentence in the imperative for each command.

# ---- parts of commands

place-cell = { NAME($cell, kind: "cell") }
place-it = it
quoted = “{ $name }”
nothing = { "" }
the-card = { NAME($card, kind: "card") }
the-chief = { NAME($chief, kind: "chief") }
the-track = { NAME($track, kind: "track") }
the-tile = { NAME($tile, kind: "tile") }
from-chief-named = from { NAME($chief, kind: "chief") }
from-card-number = from crew card { $number }
from-quoted = from “{ $name }”
on-card = on { NAME($card, kind: "card") }
on-chief-named = on { NAME($chief, kind: "chief") }
on-card-number = on crew card { $number }
amounts = { $parts }
amounts-none = no water
amounts-bare = { $amount } water
by-way = { " " }by way of { $places }
pushing = , pushing { $each }
pushing-to = , pushing to { $places }
push = the brigade of { SEAT($rival) } to { $place }
in-place-of = { " " }in place of { $card }

# ---- actions

command-MoveBrigade = Move the brigade to { $to }{ $kind ->
    [pink] { " " }for free
    [ethereal] { " " }in ethereal form
   *[paid] { "" }
}{ $way }{ $pushing }.
command-MoveWagon = { $kind ->
    [ride] Let the wagon ride along to { $to }.
    [morgana] Move the wagon to { $to } by Morgana Magos.
   *[paid] Move the wagon to { $to }.
}
command-Extinguish = Extinguish { $place } with { $water }{ $kind ->
    [leon] , by Leon Bertrand
    [ash] , by Ash
    [copied_ash] , by the copy of Ash
   *[brigade] { "" }
}.
command-Refill = Refill { $pawns ->
    [brigade] the brigade at
    [wagon] the wagon at
    [both] the brigade and wagon at
   *[none] at
} { $place }{ $cube ->
    [true] { " " }for your cube there
   *[false] { "" }
}.
command-Recruit = Recruit.
command-Transfer = Transfer to have { $water }{ $rest ->
    [true] , none elsewhere
   *[false] { "" }
}.
command-Upgrade = Upgrade { $track }.
command-DiscardSirPrecious = Get rid of Sir Precious.
command-EndTurn = End the turn{ $lost ->
    [0] { "" }
    [one] { " " }with 1 action unspent
   *[other] { " " }with { $lost } actions unspent
}.

# ---- chiefs

command-SendWagon = Send the wagon to put out { $place }.
command-Polymorph = Exchange the fires of { $one } and { $two }.
command-Poach = Take { $card }{ $rival ->
    [none] { "" }
   *[other] { " " }from { SEAT($rival) }
}{ $instead } for a cube.
command-ExtraUpgrade = Upgrade { $track } for a cube.
command-DeclareAllegiance = Declare Allegiance.
command-ChangeSide = Turn White Fang over{ $side ->
    [human] { " " }to the human side
    [werewolf] { " " }to the werewolf side
   *[unknown] { "" }
}.
command-PlaceMimic = Copy { $card }{ $rival ->
    [none] { "" }
   *[other] { " " }of { SEAT($rival) }
}.
command-ControlFirestorm = Control the next firestorm.

# ---- answers to decisions

command-ChooseChief = Lead the { $firehouse } with { $chief }.
command-PlaceCubes = Place { $cubes ->
    [one] 1 cube
   *[other] { $cubes } cubes
} of recognition at { $place }.
command-ChooseCell = Choose { $place }.
command-ChooseCell-relocate = Move your loyalty token from { $place } to { $about }.
command-ChooseCell-moved_cube = Move your cube from { $about } to { $place }.
command-ChooseCell-redirect = Let the fire meant for { $about } spread to { $place }.
command-ChooseCell-cube = Place your cube at { $place }.
command-ChooseCell-raise = Raise the fire at { $place } by { $levels }.
command-ChooseCell-lower = Lower the fire at { $place } by { $levels }.
command-ChooseCube = Take your cube from { $place }.
command-ChooseCube-move = Move your cube at { $place } to another tile.
command-ChooseCube-poach_crew = Give up your cube at { $place } for the rival's crew card.
command-ChooseCube-extra_upgrade = Give up your cube at { $place } for the upgrade.
command-ChooseRecruit = Keep { $card }{ $instead }.
command-ChooseCard = Discard { $card }.
command-ChooseRival = Choose { SEAT($rival) }.
command-ChooseRival-give_precious = Give Sir Precious to { SEAT($rival) }.
command-ChooseRival-name_rival = Let { SEAT($rival) } discard a crew card.
command-ChooseTrack = Upgrade { $track } for free.
command-ChooseDirection = Let Old Tom Oak fall { NAME($direction, kind: "direction") }.
command-LoseWater = Lose 1 water { $where }.
command-LoseWater-refill_tax = Lose 1 water { $where } to Walder Ranier.
command-LoseWater-stolen_water = Let Aurath Ether steal 1 water { $where }.
command-TakeWater = Take { $water }.
command-Accept = Accept.
command-Accept-second_cube = Place a second cube at { $about }.
command-Accept-free_recruit = Recruit for free.
command-Decline = Decline.
command-Decline-recognition = Place no more cubes of recognition.
command-Decline-recruit = Keep none of the drawn crew cards.
command-Decline-event_cube = Place no cube.
command-Decline-merchant_cube = Place no cube.
command-Decline-redirect = Do not redirect the fire meant for { $about }.
command-Decline-stoke = Raise no fire.
command-Decline-dirty_dealings = Raise no fire.
command-Decline-free_recruit = Recruit nobody.
command-Decline-free_upgrade = Take no free upgrade.
command-Decline-name_rival = Let nobody discard a crew card.
command-Decline-second_cube = Place no second cube at { $about }.
