# What happened in a game of London, in German: one sentence in the Präteritum for each event.
# No German rulebook was at hand: our own translation, in the usual words of German board games.

## The frame of the game

line-FirstPlayerDrawn = { SEAT($seat) } wurde als Startspieler ausgelost.
line-DecksShuffled = Die Stapel wurden gemischt und aufeinandergelegt: A nach oben, dann B, dann C.
line-HandDealt = { SEAT($seat) } erhielt { $count ->
    [one] 1 Karte
   *[other] { $count } Karten
} auf die Hand.
line-HandDealt-known = { SEAT($seat) } erhielt auf die Hand: { NAMES($cards, kind: "card") }.
line-TurnBegan = Zug { $number } begann: { SEAT($seat) } war an der Reihe.
line-TurnBegan-parliament = Zug { $number } begann: { SEAT($seat) } war an der Reihe und durfte dank des Parlaments { $least } bis { $most } Karten ziehen.
line-StartDrawEnded = { SEAT($seat) } schloss das Ziehen zu Beginn des Zuges ab.
line-StartDrawEnded-skipped = { SEAT($seat) } zog zu Beginn des Zuges nichts, weil keine Karte mehr da war.
line-ActionBegan = { SEAT($seat) } entschied sich, { $action ->
    [play] Karten auszuspielen
    [run] die Stadt zu aktivieren
    [invest] zu investieren
   *[take] drei Karten zu nehmen
}.
line-ActionEnded = { SEAT($seat) } schloss die Aktion ab.
line-TurnEnded = { SEAT($seat) } beendete den Zug.
line-EndTriggered-deck = { SEAT($seat) } nahm die letzte Karte vom Nachziehstapel; alle anderen waren noch einmal an der Reihe.
line-EndTriggered-idle = Zu lange hatte niemand eine Karte ausgelegt oder vom Nachziehstapel genommen; nach dem Zug von { SEAT($seat) } waren alle anderen noch einmal an der Reihe.

## Cards between deck, display, hands and discard pile

line-DeckLookedAt = { SEAT($seat) } sah sich { $count ->
    [one] die oberste Karte
   *[other] die obersten { $count } Karten
} des Nachziehstapels an.
line-DeckLookedAt-known = { SEAT($seat) } sah oben auf dem Nachziehstapel: { NAMES($cards, kind: "card") }.
line-CardDrawn = { SEAT($seat) } zog eine Karte vom Nachziehstapel.
line-CardDrawn-known = { SEAT($seat) } zog { NAME($card, kind: "card", form: "acc") } vom Nachziehstapel.
line-CardKept = { SEAT($seat) } behielt eine der angesehenen Karten.
line-CardKept-known = { SEAT($seat) } behielt von den angesehenen Karten { NAME($card, kind: "card", form: "acc") }.
line-CardPutBack = { SEAT($seat) } legte eine angesehene Karte auf den Nachziehstapel zurück, unter alle schon zurückgelegten.
line-CardPutBack-known = { SEAT($seat) } legte { NAME($card, kind: "card", form: "acc") } auf den Nachziehstapel zurück, unter alle schon zurückgelegten Karten.
line-CardTaken = { SEAT($seat) } nahm { NAME($card, kind: "card", form: "acc") } aus der Auslage.
line-DrawLapsed = Es war keine Karte mehr da; { SEAT($seat) } ging um { $cards ->
    [one] 1 Karte
   *[other] { $cards } Karten
} leer aus.
line-TopRowDiscarded = Die Auslage war voll: { $count ->
    [1] { NAMES($cards, kind: "card", form: "nom") } kam
   *[other] { NAMES($cards, kind: "card", form: "nom") } kamen
} auf den Ablagestapel, und die untere Reihe rückte auf.
line-CardSpent = { SEAT($seat) } gab { NAME($card, kind: "card", form: "acc") } aus.
line-CardSpent-target = { $purpose ->
    [placement] { SEAT($seat) } gab { NAME($card, kind: "card", form: "acc") } aus, um { NAME($target, kind: "card", form: "acc") } auszulegen{ $school ->
        [true] {""}, mit Hilfe der Schule
       *[false] {""}
    }
    [activation] { SEAT($seat) } gab { NAME($card, kind: "card", form: "acc") } aus, um { NAME($target, kind: "card", form: "acc") } zu aktivieren
   *[other] { SEAT($seat) } gab für { NAME($target, kind: "card", form: "acc") } eine Karte aus: { NAME($card, kind: "card") }
}.
line-CardGivenUp = { SEAT($seat) } legte { NAME($card, kind: "card", form: "acc") } in die Auslage, weil mehr als { $limit } Karten auf der Hand waren.
line-CardOffered = { SEAT($seat) } bot an der Börse { NAME($card, kind: "card", form: "acc") } an.
line-CardsExchanged = { SEAT($seat) } tauschte { NAME($given, kind: "card", form: "acc") } gegen { NAME($taken, kind: "card", form: "acc") } aus der Auslage.

## Building and land

line-PlacementAnnounced = { SEAT($seat) } wollte { NAME($card, kind: "card", form: "acc") }{ $face_down ->
    [true] {" verdeckt"}
   *[false] {""}
} auf { $stack ->
    [0] einen neuen Stapel
   *[other] Stapel { $stack }
} legen.
line-CreditUsed = { SEAT($seat) } musste dank Wren für { NAME($card, kind: "card", form: "acc") } keine Karte ausgeben.
line-CardPlaced = { SEAT($seat) } legte { NAME($card, kind: "card", form: "acc") }{ $face_down ->
    [true] {" verdeckt"}
   *[false] {""}
} auf Stapel { $stack }{ $pounds ->
    [0] {""}
   *[other] ; die { $pounds } £, die dort lagen, gingen an die Bank zurück
}.
line-EffectPlayed = { SEAT($seat) } spielte { NAME($card, kind: "card", form: "acc") } aus und durfte { $cards ->
    [0] { $credits ->
        [one] 1 Gebäude auslegen, ohne eine Karte auszugeben
       *[other] { $credits } Gebäude auslegen, ohne Karten auszugeben
    }
    [one] 1 Karte nehmen
   *[other] { $cards } Karten nehmen
}.
line-BoroughBought = { SEAT($seat) } investierte { $pounds } £ in { NAME($borough, kind: "borough", form: "acc") } und durfte { $cards ->
    [one] 1 Karte
   *[other] { $cards } Karten
} nehmen.

## Money, victory points and poverty

line-LoanTaken = { SEAT($seat) } { $forced ->
    [true] musste einen Kredit über { $pounds } £ aufnehmen
   *[false] nahm einen Kredit über { $pounds } £ auf
}.
line-BankPaid = { SEAT($seat) } zahlte der Bank { $pounds } £, { $purpose ->
    [school] um { NAME($card, kind: "card", form: "acc") } zu nutzen
    [activation] um { NAME($card, kind: "card", form: "acc") } zu aktivieren
    [fire_brigade] denn im Einsatz war { NAME($card, kind: "card", form: "nom") }
    [toll] um die Themse zu überqueren
   *[other] um { NAME($card, kind: "card", form: "acc") } auszulegen
}.
line-OpponentPaid = { SEAT($seat) } zahlte { $pounds } £ an { SEAT($to) }, wie es { NAME($card, kind: "card", form: "nom") } verlangte.
line-MoneyGained = { SEAT($seat) } erhielt { $pounds } £ für { NAME($card, kind: "card", form: "acc") }.
line-MoneyStored = Bei { SEAT($seat) } { $pounds ->
    [1] kam
   *[other] kamen
} { $pounds } £ auf { NAME($card, kind: "card", form: "acc") }.
line-StoredMoneyTaken = { SEAT($seat) } nahm die { $pounds } £ an sich, die sich angesammelt hatten: { NAME($card, kind: "card") }.
line-PointsGained = { SEAT($seat) } erhielt { $points } SP für { NAME($card, kind: "card", form: "acc") }.
line-PovertyReturned = { SEAT($seat) } gab durch { NAME($card, kind: "card", form: "acc") } { $points ->
    [one] 1 Armutspunkt
   *[other] { $points } Armutspunkte
} zurück.
line-PovertyTaken = { SEAT($seat) } erhielt durch { NAME($card, kind: "card", form: "acc") } { $points ->
    [one] 1 Armutspunkt
   *[other] { $points } Armutspunkte
}.
line-PovertyGiven = { SEAT($seat) } schob { SEAT($to) } durch { NAME($card, kind: "card", form: "acc") } { $points ->
    [one] 1 Armutspunkt
   *[other] { $points } Armutspunkte
} zu.

## The run of the city

line-CardActivated = { SEAT($seat) } aktivierte { NAME($card, kind: "card", form: "acc") }{ $repeated ->
    [true] {" ein zweites Mal"}
   *[false] {""}
}{ $hospital ->
    [true] ; umgedreht werden sollte dafür das Krankenhaus
   *[false] {""}
}.
line-CardBroughtIn = { SEAT($seat) } legte { NAME($card, kind: "card", form: "acc") } aus der Auslage auf das Kaffeehaus.
line-HandIgnored = Die Handkarten von { SEAT($seat) } zählten in diesem Durchgang nicht mehr als Armut.
line-UndergroundPlaced = { SEAT($seat) } verlängerte die U-Bahn bis { NAME($borough, kind: "borough", form: "bis") }.
line-ActivationEnded = Bei { SEAT($seat) } blieb { NAME($card, kind: "card", form: "nom") } offen liegen.
line-ActivationEnded-face-down = Bei { SEAT($seat) } lag { NAME($card, kind: "card", form: "nom") } schon verdeckt.
line-ActivationEnded-stack = { SEAT($seat) } aktivierte { NAME($card, kind: "card", form: "acc") } zu Ende und drehte Stapel { $stack } um.
line-ActivationEnded-hospital = { SEAT($seat) } drehte das Krankenhaus auf Stapel { $stack } um, und { NAME($card, kind: "card", form: "nom") } blieb davon verschont.
line-ActivationEnded-flipped = { SEAT($seat) } drehte { NAME($card, kind: "card", form: "acc") } auf Stapel { $stack } um.
line-PovertyComputed = { SEAT($seat) } zählte { $stacks ->
    [one] 1 Stapel
   *[other] { $stacks } Stapel
} und { $hand ->
    [0] { $ignored ->
        [true] wegen der Pubs keine Handkarte
       *[false] keine Handkarte
    }
    [one] 1 Handkarte
   *[other] { $hand } Handkarten
}, abzüglich { $boroughs ->
    [one] 1 Gebäudemarker
   *[other] { $boroughs } Gebäudemarker
}{ $change ->
    [more] , nahm { $points ->
        [one] 1 Armutspunkt
       *[other] { $points } Armutspunkte
    } und hatte danach { $poverty }
    [same] {" "}und behielt { $poverty ->
        [0] keinen Armutspunkt
        [one] 1 Armutspunkt
       *[other] { $poverty } Armutspunkte
    }
    [less] , gab { $points ->
        [one] 1 Armutspunkt
       *[other] { $points } Armutspunkte
    } zurück und hatte danach { $poverty }
   *[none] , durfte bis zu { $points ->
        [one] 1 Armutspunkt
       *[other] { $points } Armutspunkte
    } zurückgeben und hatte danach keinen mehr
}.

## The final scoring

line-LoansRepaid = { SEAT($seat) } zahlte { $loans ->
    [one] 1 Kredit
   *[other] { $loans } Kredite
} mit { $pounds } £ zurück.
line-HandRevealed = { SEAT($seat) } { $count ->
    [0] hatte keine Karte mehr auf der Hand
   *[other] deckte die Hand auf und nahm { $poverty ->
        [one] 1 Armutspunkt
       *[other] { $poverty } Armutspunkte
    }: { NAMES($cards, kind: "card") }
}.
line-PovertyReduced = { $points ->
    [0] Niemand gab Armutspunkte zurück, weil jemand gar keine hatte.
    [one] Alle gaben 1 Armutspunkt zurück.
   *[other] Alle gaben { $points } Armutspunkte zurück.
}
line-GameEnded = Die Partie endete: { SEATS($winners) } { $count ->
    [1] siegte mit { $points } SP
   *[other] teilten sich den Sieg mit je { $points } SP
}{ $decided ->
    [none] {""}
    [poverty] , bei Gleichstand dank weniger Armutspunkten
    [markers] , bei Gleichstand dank mehr Gebäudemarkern
    [best_card] , bei Gleichstand dank der wertvolleren Karte
   *[unknown] , nach Auflösung eines Gleichstands
}{ $others }.
# Each of the others, in order: the end of line-GameEnded.
rank = , { SEAT($seat) } kam auf { $points } SP{ $more }
