# The Brigade auf Deutsch: ein Satz im Imperativ für jeden Befehl.
# No German edition is at hand: this is our own translation, in the usual words of German board games.

# ---- parts of commands

place-cell = { NAME($cell, kind: "cell") }
place-it = dem Plättchen
quoted = „{ $name }“
nothing = { "" }
the-card = { NAME($card, kind: "card") }
the-chief = { NAME($chief, kind: "chief") }
the-track = { NAME($track, kind: "track") }
the-tile = { NAME($tile, kind: "tile") }
from-chief-named = von { NAME($chief, kind: "chief") }
from-card-number = von Mannschaftskarte { $number }
from-quoted = von „{ $name }“
on-card = bei { NAME($card, kind: "card") }
on-chief-named = bei { NAME($chief, kind: "chief") }
on-card-number = bei Mannschaftskarte { $number }
amounts = { $parts }
amounts-none = kein Wasser
amounts-bare = { $amount } Wasser
by-way = { " " }über { $places }
pushing = { " " }und verdränge { $each }
pushing-to = { " " }und verdränge die fremden Brigaden nach { $places }
push = die Brigade von { SEAT($rival) } nach { $place }
in-place-of = { " " }anstelle von { $card }

# ---- actions

command-MoveBrigade = Bewege die Brigade { $kind ->
    [pink] gratis nach
    [ethereal] in Äthergestalt nach
   *[paid] nach
} { $to }{ $way }{ $pushing }.
command-MoveWagon = { $kind ->
    [ride] Lass den Tankwagen nach { $to } mitfahren.
    [morgana] Bewege den Tankwagen mit Morgana Magos nach { $to }.
   *[paid] Bewege den Tankwagen nach { $to }.
}
command-Extinguish = Bekämpfe { $kind ->
    [leon] mit Leon Bertrand das Feuer
    [ash] mit Ash das Feuer
    [copied_ash] als Nachahmung von Ash das Feuer
   *[brigade] das Feuer
} auf { $place }: { $water }.
command-Refill = Fülle { $pawns ->
    [brigade] die Brigade
    [wagon] den Tankwagen
    [both] Brigade und Tankwagen
   *[none] Wasser
} auf { $place } nach{ $cube ->
    [true] { " " }und gib dafür deinen Würfel dort ab
   *[false] { "" }
}.
command-Recruit = Rekrutiere.
command-Transfer = Fülle Wasser um, bis es so verteilt ist: { $water }{ $rest ->
    [true] , sonst nirgends
   *[false] { "" }
}.
command-Upgrade = Baue die Leiste { $track } aus.
command-DiscardSirPrecious = Werde Sir Precious los.
command-EndTurn = Beende den Zug{ $lost ->
    [0] { "" }
    [one] { " " }und lass 1 Aktion verfallen
   *[other] { " " }und lass { $lost } Aktionen verfallen
}.

# ---- chiefs

command-SendWagon = Schicke den Tankwagen los und lösche das Feuer auf { $place }.
command-Polymorph = Vertausche die Feuer auf { $one } und { $two }.
command-Poach = Wirb { $card }{ $rival ->
    [none] { "" }
   *[other] { " " }von { SEAT($rival) }
}{ $instead } für einen Würfel ab.
command-ExtraUpgrade = Baue die Leiste { $track } für einen Würfel aus.
command-DeclareAllegiance = Leiste den Treueschwur.
command-ChangeSide = Verwandle White Fang{ $side ->
    [human] { " " }in einen Menschen
    [werewolf] { " " }in einen Werwolf
   *[unknown] { "" }
}.
command-PlaceMimic = Ahme { $card }{ $rival ->
    [none] { "" }
   *[other] { " " }von { SEAT($rival) }
} nach.
command-ControlFirestorm = Übernimm die Kontrolle über den nächsten Feuersturm.

# ---- answers to decisions

command-ChooseChief = Übernimm die { $firehouse } mit { $chief }.
command-PlaceCubes = Lege { $cubes ->
    [one] 1 Anerkennungswürfel
   *[other] { $cubes } Anerkennungswürfel
} auf { $place }.
command-ChooseCell = Wähle { $place }.
command-ChooseCell-relocate = Versetze deinen Treuemarker von { $place } nach { $about }.
command-ChooseCell-moved_cube = Versetze deinen Würfel von { $about } nach { $place }.
command-ChooseCell-redirect = Lenke das Feuer von { $about } nach { $place } um.
command-ChooseCell-cube = Lege deinen Würfel auf { $place }.
command-ChooseCell-raise = Fache das Feuer auf { $place } um { $levels } an.
command-ChooseCell-lower = Dämme das Feuer auf { $place } um { $levels } ein.
command-ChooseCube = Nimm deinen Würfel von { $place }.
command-ChooseCube-move = Versetze deinen Würfel von { $place } auf ein anderes Plättchen.
command-ChooseCube-poach_crew = Gib für die fremde Mannschaftskarte deinen Würfel von { $place } ab.
command-ChooseCube-extra_upgrade = Gib für die Ausbaustufe deinen Würfel von { $place } ab.
command-ChooseRecruit = Behalte { $card }{ $instead }.
command-ChooseCard = Wirf { $card } ab.
command-ChooseRival = Wähle { SEAT($rival) }.
command-ChooseRival-give_precious = Gib Sir Precious an { SEAT($rival) }.
command-ChooseRival-name_rival = Lass { SEAT($rival) } eine Mannschaftskarte abwerfen.
command-ChooseTrack = Baue die Leiste { $track } gratis aus.
command-ChooseDirection = Lass den Alten Tom Eich nach { NAME($direction, kind: "direction") } fallen.
command-LoseWater = Verliere 1 Wasser { $where }.
command-LoseWater-refill_tax = Verliere 1 Wasser { $where } an Walder Ranier.
command-LoseWater-stolen_water = Lass Aurath Ether 1 Wasser { $where } stehlen.
command-TakeWater = Nimm { $water }.
command-Accept = Nimm an.
command-Accept-second_cube = Lege einen zweiten Würfel auf { $about }.
command-Accept-free_recruit = Rekrutiere gratis.
command-Decline = Lehne ab.
command-Decline-recognition = Lege keine weiteren Anerkennungswürfel.
command-Decline-recruit = Behalte keine der gezogenen Mannschaftskarten.
command-Decline-event_cube = Lege keinen Würfel.
command-Decline-merchant_cube = Lege keinen Würfel.
command-Decline-redirect = Lenke das Feuer von { $about } nicht um.
command-Decline-stoke = Fache kein Feuer an.
command-Decline-dirty_dealings = Fache kein Feuer an.
command-Decline-free_recruit = Rekrutiere niemanden.
command-Decline-free_upgrade = Verzichte auf die Gratis-Ausbaustufe.
command-Decline-name_rival = Lass niemanden eine Mannschaftskarte abwerfen.
command-Decline-second_cube = Lege keinen zweiten Würfel auf { $about }.
