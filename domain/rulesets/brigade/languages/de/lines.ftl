# The Brigade auf Deutsch: ein Satz im Präteritum für jedes Ereignis.
# No German edition is at hand: this is our own translation, in the usual words of German board games.
# A tile is its cell with the name behind it, so that no sentence bends a name.

# ---- parts of sentences, in lines, commands and refusals

place = { NAME($cell, kind: "cell") } ({ NAME($tile, kind: "tile") })
amount = { $amount } Wasser { $where }
amount-more = { $amount } { $where }
from-wagon = aus dem Tankwagen
from-chief = vom Hauptmann
from-crew = von der Mannschaft
from-card = von { NAME($card, kind: "card") }
on-wagon = im Tankwagen
on-chief = beim Hauptmann
on-crew = bei der Mannschaft
on-crew-each = bei der Mannschaft ({ $each })
to-wagon = in den eigenen Tankwagen
to-chief = zum eigenen Hauptmann
to-card = zu { NAME($card, kind: "card") }

# ---- set-up

line-CityBuilt = Die Stadt wurde ausgelegt; das Los bestimmte { SEAT($first) } für den ersten Zug.
line-ChiefChosen = { SEAT($seat) } übernahm die { NAME($firehouse, kind: "firehouse") } mit { NAME($chief, kind: "chief") }.
line-StartingEventsBegun = Alle Plättchen der Universität fingen Feuer.

# ---- turns, actions and decisions

line-TurnBegan = { SEAT($seat) } begann { $extra ->
    [true] einen Extrazug
   *[false] einen Zug
} in Runde { $round }.
line-ActionPhaseBegan = { SEAT($seat) } hatte { $actions ->
    [one] 1 Aktion
   *[other] { $actions } Aktionen
} zur Verfügung.
line-ActionPhaseEnded = { SEAT($seat) } beendete den Zug{ $lost ->
    [0] { "" }
    [one] { " " }und ließ 1 Aktion verfallen
   *[other] { " " }und ließ { $lost } Aktionen verfallen
}.
line-ActionsGained = { SEAT($seat) } erhielt { $actions ->
    [one] 1 weitere Aktion
   *[other] { $actions } weitere Aktionen
} { $why ->
    [leadership] für höhere Führung
    [blue_bonus] für das Ende der Führungsleiste
   *[aviary] in der Voliere
}{ $banked ->
    [true] , einzusetzen im nächsten Zug
   *[false] { "" }
}.
line-ExtraTurnEarned = { SEAT($seat) } verdiente sich einen Extrazug (Brother Ben).
line-ActionTaken = { SEAT($seat) } setzte { $actions ->
    [one] 1 Aktion
   *[other] { $actions } Aktionen
} ein, um { $action ->
    [MoveBrigade] die Brigade zu bewegen
    [MoveWagon] den Tankwagen zu bewegen
    [Extinguish] ein Feuer zu bekämpfen
    [Refill] Wasser nachzufüllen
    [Recruit] zu rekrutieren
    [Transfer] Wasser umzufüllen
   *[Upgrade] eine Leiste auszubauen
}.
line-ActionTaken-card = { SEAT($seat) } setzte { $actions ->
    [one] 1 Aktion
   *[other] { $actions } Aktionen
} ein, um { $action ->
   *[Extinguish] ein Feuer zu bekämpfen
} ({ NAME($card, kind: "card") }).
line-ActionTaken-chief = { SEAT($seat) } setzte { $actions ->
    [one] 1 Aktion
   *[other] { $actions } Aktionen
} ein, um { $action ->
    [MoveBrigade] die Brigade in Äthergestalt zu bewegen (Aurath Ether)
    [SendWagon] den Tankwagen zu einem Feuer zu schicken (Gloria Ignis)
    [Polymorph] zwei Feuer zu vertauschen (Blitz Haben)
    [Poach] eine fremde Mannschaftskarte abzuwerben (Frith Goldmane)
    [ExtraUpgrade] eine zusätzliche Ausbaustufe zu nehmen (Glint Dampshot)
    [DeclareAllegiance] den Treueschwur zu leisten (Bernhardt Blaze)
    [ChangeSide] die Seite zu wechseln (White Fang)
    [PlaceMimic] eine Mannschaftskarte nachzuahmen (Galeela)
   *[ControlFirestorm] den nächsten Feuersturm zu lenken (Cindy Bustion)
}.
line-ActionTaken-free = { SEAT($seat) } { $what ->
    [pink] nutzte eine Gratisbewegung (rosa Feuerwache)
    [ride] ließ den Tankwagen mitfahren (Wagenleiste)
    [morgana] bewegte den Tankwagen gratis (Morgana Magos)
   *[precious] wurde Sir Precious ohne Aktion los
}.
line-DecisionRequested = { SEAT($seat) } { $optional ->
    [true] durfte
   *[false] musste
} { NAME($decision, kind: "decision") }.
line-DecisionRequested-recognition = { SEAT($seat) } durfte { $cubes ->
    [one] 1 Anerkennungswürfel
   *[other] { $cubes } Anerkennungswürfel
} legen.
line-DecisionMade = { SEAT($seat) } { $decision ->
    [choose_chief] wählte Hauptmann und Feuerwache
    [recruit] behielt eine der gezogenen Mannschaftskarten
    [recognition] wählte ein Plättchen für die Anerkennung
    [event_cube] wählte ein Plättchen für den Würfel des Ereignisses
    [merchant_cube] wählte ein Plättchen der Händler (orange Feuerwache)
    [redirect] wählte ein anderes Plättchen für das Feuer (Esme Morrow)
    [stoke] wählte ein benachbartes Feuer zum Schüren (Chops Murphy)
    [dirty_dealings] wählte ein Feuer zum Anfachen (Krumme Geschäfte)
    [give_precious] bestimmte, wer Sir Precious bekam
    [relocate] bestimmte, welches Plättchen seinen Treuemarker hergab
    [douse] wählte ein Feuer zum Eindämmen (Del Uge)
    [noble_cube] wählte ein Plättchen des Hochadels (Immora)
    [merchant_choice] wählte eine der drei Wirkungen von Ali Ahmar
    [moved_cube] wählte das Ziel des versetzten Würfels (Ali Ahmar)
    [free_recruit] nahm die Gratis-Rekrutierung an (Mal Candor)
    [free_upgrade] nahm die Gratis-Ausbaustufe an
    [name_rival] bestimmte, wer eine Mannschaftskarte abwerfen muss (Zilda Garrett)
    [discard_crew] wählte die Mannschaftskarte zum Abwerfen (Zilda Garrett)
    [second_cube] entschied sich für einen zweiten Würfel (Selina Blackflow)
    [refill_tax] wählte das Wasser, das verloren ging (Walder Ranier)
    [stolen_water] wählte das Wasser, das gestohlen wurde (Aurath Ether)
    [remove_cube] wählte den Würfel, der abzugeben war
    [fallen_tree] bestimmte, wohin der Alte Tom Eich fiel
   *[pyro_cube] wählte das Plättchen für den nächsten Würfel (Cindy Bustion)
}.
line-DecisionMade-declined = { SEAT($seat) } { $decision ->
    [recruit] behielt keine der gezogenen Mannschaftskarten
    [recognition] legte keine weiteren Anerkennungswürfel
    [redirect] ließ das Feuer kommen (Esme Morrow)
    [event_cube] legte den Würfel des Ereignisses nicht
    [stoke] schürte kein Feuer (Chops Murphy)
    [merchant_cube] legte keinen Würfel bei den Händlern (orange Feuerwache)
    [free_recruit] verzichtete auf die Gratis-Rekrutierung (Mal Candor)
    [free_upgrade] verzichtete auf die Gratis-Ausbaustufe
    [name_rival] ließ niemanden eine Mannschaftskarte abwerfen (Zilda Garrett)
    [second_cube] legte keinen zweiten Würfel (Selina Blackflow)
   *[dirty_dealings] fachte kein Feuer an (Krumme Geschäfte)
}.

# ---- the event deck

line-EventDeckShuffled = Der Ereignisstapel wurde gemischt: { $cards ->
    [one] 1 Karte
   *[other] { $cards } Karten
}.
line-EventDiscarded = Die Ereigniskarte kam auf den Ablagestapel.
line-EventDrawn = { SEAT($seat) } zog die Ereigniskarte { $card }: { $what }.
line-EventDrawn-starting = Das Startereignis { $card } wurde gezogen: { $what }.
event-firestorm = ein Feuersturm über { $tiles ->
    [one] 1 Plättchen
   *[other] { $tiles } Plättchen
}
event-wind = Wind nach { NAME($direction, kind: "direction") }
event-special = „{ NAME($effect, kind: "effect") }“
event-named = { NAME($card, kind: "event") }: „{ NAME($effect, kind: "effect") }“

# ---- fire

line-FireAdded = { $cause ->
    [wind] Der Wind
    [firestorm] Der Feuersturm
    [stoke] Chops Murphy
    [arson] Die Brandstiftung
    [burning_man] Das Burning-Man-Festival
    [dirty_dealings] Das Ereignis Krumme Geschäfte
    [karnaj_celebrates] Das Ereignis Karnaj feiert
    [four_winds] Khomar MacStomacs Zwergenbrennerei
    [frost_burst] Falariels Eisausstellung
    [falling_tree] Der Alte Tom Eich
   *[roast_aviary] Die Juwelen-Voliere
} fachte das Feuer auf { $place } um { $levels } an.
line-FireAdded-redirected = Das Feuer wurde nach { $place } umgelenkt und stieg dort um { $levels } (Esme Morrow).
line-FireAdded-unknown = Das Feuer auf { $place } stieg um { $levels }.
line-FireReduced = Das Feuer auf { $place } sank um { $levels }{ $saved ->
    [true] , für 1 Wasser weniger (Lumen)
   *[false] { "" }
}.
line-FireReduced-lowered = { $why ->
    [douse] Del Uge
    [merchant_choice] Ali Ahmar
   *[thaw] Falariels Eisausstellung
} dämmte das Feuer auf { $place } um { $levels } ein.
line-FirePutOut = { SEAT($seat) } löschte das Feuer auf { $place } und erhielt { $cubes ->
    [one] 1 Anerkennungswürfel
   *[other] { $cubes } Anerkennungswürfel
}.
line-FiresExchanged = { SEAT($seat) } vertauschte die Feuer auf { $one } und { $two }.
line-TileDestroyed = { $place } wurde zerstört; alles, was dort stand, kehrte heim.
line-AviaryRoasted = Auf die zerstörte Voliere kam je ein Würfel von { SEATS($seats) }.
line-AviaryRoasted-nobody = Niemand hatte noch einen Würfel für die zerstörte Voliere.

# ---- brigades and wagons

line-BrigadeMoved = { SEAT($seat) } bewegte die Brigade { $kind ->
    [pink] gratis nach
    [ethereal] in Äthergestalt nach
   *[paid] nach
} { $place }.
line-BrigadeMoved-home = Die Brigade von { SEAT($seat) } kehrte aus den Trümmern heim.
line-BrigadePushed = { SEAT($by) } drängte die Brigade von { SEAT($seat) } mit Mog The Heavy nach { $place }.
line-FreeMoveEarned = { SEAT($seat) } beendete eine Bewegung auf { $place } und verdiente sich eine Gratisbewegung (rosa Feuerwache).
line-AviaryTokenTaken = { SEAT($seat) } nahm den Würfel von der Voliere zurück.
line-WagonMoved = { SEAT($seat) } bewegte den Tankwagen nach { $place }.

# ---- cubes and loyalty

line-CubePlaced = { SEAT($seat) } legte { $why ->
    [diagonal_recognition] über Eck (schwarze Feuerwache)
    [event_cube] für das Ereignis
    [merchant_cube] dank der orangen Feuerwache
    [noble_cube] dank Immora
    [second_cube] dank Selina Blackflow
    [veda] statt des Feuers (Veda Moonbright)
    [pyro_control] dank Cindy Bustion
   *[recognition] zur Anerkennung
} einen Würfel auf { $place }.
line-CubeRemoved = { SEAT($seat) } gab einen Würfel von { $place } ab, { $why ->
    [refill_anywhere_for_cube] um nachzufüllen (weiße Feuerwache)
    [poach_crew] um eine fremde Mannschaftskarte abzuwerben (Frith Goldmane)
   *[extra_upgrade] um eine Ausbaustufe zu nehmen (Glint Dampshot)
}.
line-CubeMoved = { SEAT($seat) } versetzte dank Ali Ahmar einen Würfel von { $from } nach { $to }.
line-LoyaltyGained = { SEAT($seat) } gewann die Treue von { $place }{ $rival ->
    [none] { "" }
   *[other] , die zuvor { SEAT($rival) } gehörte
}.
line-LoyaltyGained-token = { SEAT($seat) } gewann die Treue von { $place }{ $rival ->
    [none] { "" }
   *[other] , die zuvor { SEAT($rival) } gehörte,
} mit dem Treuemarker von { NAME($source, kind: "cell") }.

# ---- water

line-WaterSpent = { SEAT($seat) } verbrauchte { $total } Wasser { $where }.
line-WaterSpent-sources = { SEAT($seat) } verbrauchte { $total } Wasser: { $water }.
line-WaterChanged = { SEAT($seat) } { $why ->
    [refill] füllte Wasser nach
    [transfer] füllte Wasser um
    [too_hot] füllte alle Eimer der Brigade
    [mist] füllte Esters Eimer
    [merchant_choice] nahm Wasser (Ali Ahmar)
   *[thaw] füllte in der Eisausstellung nach
} und hatte dann { $water }.
line-WaterChanged-none = { SEAT($seat) } { $why ->
    [refill] füllte Wasser nach
    [transfer] füllte Wasser um
    [too_hot] füllte alle Eimer der Brigade
    [mist] füllte Esters Eimer
    [merchant_choice] nahm Wasser (Ali Ahmar)
   *[thaw] füllte in der Eisausstellung nach
} und hatte dann kein Wasser.
line-WaterLost = { SEAT($seat) } verlor 1 Wasser { $where } an Walder Ranier von { SEAT($by) }.
line-WaterStolen = { SEAT($by) } stahl { SEAT($seat) } mit Aurath Ether 1 Wasser { $where }; es kam { $into }.

# ---- crew cards and upgrade tracks

line-CrewDeckShuffled = Der Mannschaftsstapel wurde gemischt: { $cards ->
    [one] 1 Karte
   *[other] { $cards } Karten
}.
line-CrewCardDrawn = { SEAT($seat) } zog eine Mannschaftskarte: { NAME($card, kind: "card") }.
line-CrewCardDrawn-hidden = { SEAT($seat) } zog eine Mannschaftskarte.
line-SirPreciousDrawn = { SEAT($seat) } zog Sir Precious.
line-SirPreciousGiven = { SEAT($seat) } gab Sir Precious an { SEAT($rival) } weiter.
line-SirPreciousDiscarded = { SEAT($seat) } warf Sir Precious ab.
line-RecruitDone = { SEAT($seat) } rekrutierte { $card ->
    [none] niemanden
   *[other] { NAME($card, kind: "card") }
}{ $replaced ->
    [none] { "" }
   *[other] { " " }anstelle von { NAME($replaced, kind: "card") }
}{ $count ->
    [0] { "" }
    [one] ; { NAMES($discarded, kind: "card") } kam auf den Ablagestapel
   *[other] ; { NAMES($discarded, kind: "card") } kamen auf den Ablagestapel
}.
line-CrewDiscarded = { SEAT($seat) } warf { $why ->
    [zilda] wegen Zilda Garrett
    [dusk] wegen White Fang
   *[deserted] beim Verlassen der Partie
} { NAMES($cards, kind: "card") } ab.
line-CrewPoached = { SEAT($seat) } warb { NAME($card, kind: "card") } von { SEAT($rival) } ab{ $replaced ->
    [none] { "" }
   *[other] , anstelle von { NAME($replaced, kind: "card") }
}.
line-TrackAdvanced = { SEAT($seat) } rückte auf der { $track ->
    [crew] Mannschaftsleiste
    [wagon] Wagenleiste
   *[leadership] Führungsleiste
} auf Feld { $circle } vor{ $last ->
    [true] , das letzte
   *[false] { "" }
}: { $track ->
    [crew] Platz für { $value ->
        [one] 1 Mannschaftskarte
       *[other] { $value } Mannschaftskarten
    }
    [wagon] Platz für { $value } Wasser
   *[leadership] { $value ->
        [one] 1 Aktion
       *[other] { $value } Aktionen
    } pro Zug
}.

# ---- chiefs

line-AllegianceDeclared = { SEAT($seat) } leistete den Treueschwur: Bis zum nächsten eigenen Zug verschonten Ereigniskarten alle treuen Gebäude von { SEAT($seat) }.
line-SideChanged = White Fang von { SEAT($seat) } verwandelte sich in { $werewolf ->
    [true] einen Werwolf
   *[false] einen Menschen
}, mit { $water } Wasser.
line-MimicPlaced = Galeela von { SEAT($seat) } ahmte von nun an { NAME($card, kind: "card") } nach.
line-MimicReturned = Der Nachahmungsmarker kam zu { SEAT($seat) } zurück.
line-FirestormControlled = { SEAT($seat) } übernahm die Kontrolle über den nächsten Feuersturm.
line-PyroCubesEarned = Der Feuersturm brachte { SEAT($seat) } dank Cindy Bustion { $tiles ->
    [0] keinen Würfel
    [one] einen Würfel für 1 Plättchen
   *[other] je einen Würfel für { $tiles } Plättchen
}.

# ---- the end

line-EvacuationAnnounced = Die Evakuierung der Stadt nach dieser Runde wurde angekündigt: { $tiles ->
    [one] 1 Plättchen
   *[other] { $tiles } Plättchen
} zerstört, davon { $university ->
    [0] keines
   *[other] { $university }
} von der Universität.
line-SeatDeserted = { SEAT($seat) } verließ die Partie.
line-GameEnded = Die Partie endete { $ending ->
    [guild] durch die Treue einer Gilde
    [citizens] durch die Treue aller Bürger
   *[deserted] mit dem Weggang der anderen
}: { SEAT($winner) } gewann.
line-GameEnded-scored = Die Partie endete { $ending ->
    [evacuation] mit der Evakuierung
   *[all_out] mit dem Löschen des letzten Feuers
}: { SEAT($winner) } gewann mit { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkten
}{ $tied ->
    [true] { " " }durch Stichentscheid
   *[false] { "" }
}{ $rest }.
place-after = , { SEAT($seat) } kam auf { $points }{ $rest }
end-of-places = { "" }
