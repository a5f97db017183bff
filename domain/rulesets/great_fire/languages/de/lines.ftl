# The Great Fire of London 1666: die Zeilen des Spielverlaufs auf Deutsch, im Präteritum.
# Die Begriffe stammen aus der gedruckten deutschen Spielregel; die Sätze sind unsere eigenen.

## Spielaufbau (Abschnitt 4 der Regeln)

line-GameCreated = { $seats } Spieler öffneten die Schachtel; das Los bestimmte { SEAT($start) } zum Startspieler.
line-GameCreated-options = { $seats } Spieler öffneten die Schachtel (Varianten: { $options }); das Los bestimmte { SEAT($start) } zum Startspieler.
part-option-hidden_colours = geheime Farben
part-option-more_destruction = noch mehr Zerstörung
part-option-fire_cones = 100 Feuerzylinder
part-option-reburn_cones = nur ein Feuerzylinder bei Feuer in einem leeren Bezirk
part-option-stock_exhaustion = keine weiteren Feuerzylinder, sobald der Vorrat leer ist
part-option-fire_card_mix = Ostwind

line-HandDealt = { SEAT($seat) } erhielt { $number } { $number ->
    [one] Feuerkarte
   *[other] Feuerkarten
}.
line-HandDealt-own = { SEAT($seat) } erhielt { $number } { $number ->
    [one] Feuerkarte
   *[other] Feuerkarten
}: { $cards }.
# Feuerkarten einer Richtung, in einer Liste: „2 Nordkarten“.
part-cards = { $count } { NAME($card, kind: "direction", form: "card") }{ $count ->
    [one] karte
   *[other] karten
}
line-HandConfirmed = { SEAT($seat) } behielt die Handkarten.
line-HandExchanged = { SEAT($seat) } zeigte { $hand } vor und erhielt { $number } neue { $number ->
    [one] Karte
   *[other] Karten
}.
line-HandExchanged-own = { SEAT($seat) } zeigte { $hand } vor und erhielt { $number } neue { $number ->
    [one] Karte
   *[other] Karten
}: { $cards }.

line-FireDeckBuilt = Der Feuerstapel wurde aufgebaut, von oben: { $stacks }.
# Der erste Stapel der Liste sagt, was gezählt wird: „5 Karten auf F, 6 auf E und 6 auf D“.
part-stack-top = { $cards } Karten auf { $letter }
part-stack = { $cards } auf { $letter }
line-HousesPlaced = Gebiet für Gebiet wurden die Häuser eingesetzt.
line-ColourDealt = { SEAT($seat) } erhielt die Farbe { NAME($colour, kind: "colour", form: "noun") }.
line-ColourDealt-hidden = { SEAT($seat) } erhielt eine geheime Farbe und einen { NAME($pawn, kind: "colour", form: "accusative") } Grundbesitzer.
line-ColourDealt-hidden-own = { SEAT($seat) } erhielt die geheime Farbe { NAME($colour, kind: "colour", form: "noun") } und einen { NAME($pawn, kind: "colour", form: "accusative") } Grundbesitzer.
line-TokensPlaced = { $tokens ->
    [one] { $tokens } Marker wurde
   *[other] { $tokens } Marker wurden
} verdeckt ausgelegt.
line-ObjectivesDealt = { SEAT($seat) } erhielt { $number } { $number ->
    [one] Zielkarte
   *[other] Zielkarten
}.
line-ObjectivesDealt-own = { SEAT($seat) } erhielt { $number } { $number ->
    [one] Zielkarte
   *[other] Zielkarten
}: { $cards }.
part-objective = { NAME($district, kind: "area", form: "mid") } ({ $points } SP)
line-BandPlaced = { SEAT($seat) } setzte eine Brandschutztruppe { NAME($area, kind: "area", form: "in") } ein.
line-BandPlaced-printed = { NAME($area, kind: "area", form: "in-first") } wurde eine Brandschutztruppe eingesetzt, wie auf dem Spielplan vorgegeben.
line-LandownerPlaced = { SEAT($seat) } setzte den eigenen Grundbesitzer { NAME($area, kind: "area", form: "in") } ein.

## Feuer ausbreiten (Abschnitte 6 bis 9 und 15 der Regeln)

line-FireCardPlayed = { SEAT($seat) } spielte eine { NAME($card, kind: "direction", form: "card") }karte.
line-DoubleMovePlayed = { SEAT($seat) } setzte einen Doppelbewegungsmarker ein, um mit derselben Karte einen zweiten Feuerzylinder zu bewegen.
line-FireMoved = { SEAT($seat) } bewegte mit einer { NAME($card, kind: "direction", form: "card") }karte einen Feuerzylinder { NAME($source, kind: "area", form: "from") } { NAME($target, kind: "area", form: "to") }.
line-FireMoved-through = { SEAT($seat) } bewegte mit einer { NAME($card, kind: "direction", form: "card") }karte einen Feuerzylinder { NAME($source, kind: "area", form: "from") } über { NAMES($through, kind: "area", form: "object") } { NAME($target, kind: "area", form: "to") }.
line-FireContainedOnArrival = Das Feuer { NAME($district, kind: "area", form: "in") } blieb unter Kontrolle: Nichts brannte nieder.
line-FireContainedOnArrival-token = Das Feuer { NAME($district, kind: "area", form: "in") } blieb unter Kontrolle: Nichts brannte nieder, und der Marker blieb liegen.

# $bands: die Brandschutztruppen, die das Feuer nicht mehr kontrollieren konnten; meist 0. $cones: einer mehr.
line-DistrictBurnt = { NAME($district, kind: "area") } brannte nieder{ $bands ->
    [0] {""}
    [one] , weil { $bands } Brandschutztruppe { $cones } Feuerzylinder nicht unter Kontrolle halten konnte,
   *[other] , weil { $bands } Brandschutztruppen { $cones } Feuerzylinder nicht unter Kontrolle halten konnten,
} und verlor { $houses }{ $added }.
line-DistrictBurnt-again = { NAME($district, kind: "area") }, schon leer, brannte erneut{ $bands ->
    [0] {""}
    [one] , weil { $bands } Brandschutztruppe { $cones } Feuerzylinder nicht unter Kontrolle halten konnte
   *[other] , weil { $bands } Brandschutztruppen { $cones } Feuerzylinder nicht unter Kontrolle halten konnten
}{ $added }.
# Häuser einer Farbe, in einer Liste: „2 blaue Häuser“.
part-houses = { $count } { $count ->
    [one] { NAME($colour, kind: "colour", form: "neuter") } Haus
   *[other] { NAME($colour, kind: "colour", form: "plural") } Häuser
}
# Das Ende der Zeile eines abgebrannten Bezirks; leer, wenn kein Feuerzylinder hinzukam und keiner fehlte.
part-cones-added = { $added ->
    [0] {""}
    [one] ; { $added } Feuerzylinder kam hinzu
   *[other] ; { $added } Feuerzylinder kamen hinzu
}{ part-cones-missing }
part-cones-added-lane = ; { $added ->
    [1] { $added } Feuerzylinder kam hinzu, aus Pudding Lane
    [2] { $added } Feuerzylinder kamen hinzu, beide aus Pudding Lane
   *[other] { $added } Feuerzylinder kamen hinzu, alle aus Pudding Lane
}{ part-cones-missing }
part-cones-added-both = ; { $added ->
    [one] { $added } Feuerzylinder kam hinzu
   *[other] { $added } Feuerzylinder kamen hinzu
}, davon { $lane } aus Pudding Lane{ part-cones-missing }
part-cones-missing = { $missing ->
    [0] {""}
   *[other] ; für { $missing } weitere war keiner mehr da
}

line-TokenTaken = { SEAT($seat) } nahm den Marker { NAME($district, kind: "area", form: "from") }.
line-TokenTaken-own = { SEAT($seat) } nahm den Marker { NAME($district, kind: "area", form: "from") }: { $kind ->
    [charge] eine Sprengladung
    [double_move] eine Doppelbewegung
   *[vp] 1 Siegpunkt
}.
line-PuddingLaneRefilled = Pudding Lane hatte keinen Feuerzylinder mehr und erhielt { $cones ->
    [one] { $cones } Feuerzylinder
   *[other] { $cones } Feuerzylinder
} aus dem Vorrat.
line-ConesReturned = Der Vorrat und Pudding Lane waren leer, also gingen Feuerzylinder zurück in den Vorrat: { $givers }.
part-cones-returned = { $count ->
    [one] { $count }
   *[other] { $count }
} von { SEAT($seat) }
line-NoMoveDeclared = { SEAT($seat) } konnte das Feuer nicht bewegen, zeigte { $hand } vor und warf eine { NAME($discard, kind: "direction", form: "card") }karte ab; { $owed }.
# Die Feuerzylinder, die einzusetzen waren; damit endet eine Zeile.
part-cones-owed = { $cones ->
    [0] es konnte kein Feuerzylinder eingesetzt werden
    [one] { $cones } Feuerzylinder war einzusetzen{ part-cones-without-place }
   *[other] { $cones } Feuerzylinder waren einzusetzen{ part-cones-without-place }
}
part-cones-without-place = { $missing ->
    [0] {""}
    [one] , für { $missing } war das nicht möglich
   *[other] , für { $missing } war das nicht möglich
}

## Aktionen ausführen (Abschnitte 10 bis 13 der Regeln)

line-LandownerMoved = { SEAT($seat) } bewegte den eigenen Grundbesitzer { NAME($origin, kind: "area", form: "from") } { NAME($to, kind: "area", form: "to") }.
line-BandMoved = { SEAT($seat) } bewegte eine Brandschutztruppe { NAME($origin, kind: "area", form: "from") } { NAME($to, kind: "area", form: "to") }.
line-BandMoved-pinned = { SEAT($seat) } bewegte eine Brandschutztruppe { NAME($origin, kind: "area", form: "from") } { NAME($to, kind: "area", form: "to") } und stülpte sie dort über einen Feuerzylinder.
line-BandMoved-contained = { SEAT($seat) } bewegte eine Brandschutztruppe { NAME($origin, kind: "area", form: "from") } { NAME($to, kind: "area", form: "to") }, wo das Feuer unter Kontrolle war.
line-ConePutOut = { SEAT($seat) } löschte { $cones ->
    [0] den letzten Feuerzylinder { NAME($district, kind: "area", form: "in") }
    [one] einen Feuerzylinder { NAME($district, kind: "area", form: "in") }, wo noch { $cones } übrig blieb,
   *[other] einen Feuerzylinder { NAME($district, kind: "area", form: "in") }, wo noch { $cones } übrig blieben,
} und besaß nun { $pile ->
    [one] { $pile } Feuerzylinder
   *[other] { $pile } Feuerzylinder
}.
line-HeroTaken = { SEAT($seat) } nahm die Karte „Held von London“.
line-HeroTaken-from = { SEAT($seat) } nahm die Karte „Held von London“ von { SEAT($holder) }.
line-DistrictDemolished = { SEAT($seat) } riss { NAME($district, kind: "area", form: "object") } ab und zerstörte { $houses }{ $token ->
    [true] ; ein Marker wurde ungesehen zerstört
   *[false] {""}
}.
line-DistrictDemolished-empty = { SEAT($seat) } riss { NAME($district, kind: "area", form: "object") } ab{ $token ->
    [true] ; ein Marker wurde ungesehen zerstört
   *[false] {""}
}.
line-ActionsEnded = { SEAT($seat) } beendete die Aktionen{ $points ->
    [0] {""}
    [one] {" "}und ließ { $points } Aktionspunkt verfallen
   *[other] {" "}und ließ { $points } Aktionspunkte verfallen
}.

## Karte ziehen, Feuer anfachen, Spielende (Abschnitte 14 und 16 der Regeln)

line-FireCardDrawn = { SEAT($seat) } zog eine Feuerkarte; { part-cards-left }.
line-FireCardDrawn-own = { SEAT($seat) } zog eine Feuerkarte ({ NAME($card, kind: "direction", form: "card") }); { part-cards-left }.
part-cards-left = { $left ->
    [0] es war die letzte dieses Zwischenstapels
    [one] { $left } Karte blieb auf diesem Zwischenstapel
   *[other] { $left } Karten blieben auf diesem Zwischenstapel
}
line-StackCardRevealed = { SEAT($seat) } deckte die Feuerstapelkarte { $letter } auf: { $owed }.
line-FireIntensified = { SEAT($seat) } setzte einen Feuerzylinder{ $from_stock ->
    [true] {""}
   *[false] {" "}aus Pudding Lane
} { NAME($district, kind: "area", form: "in") } ein; dort waren es nun { $cones }.
line-FinalRoundStarted = Der Feuerstapel war aufgebraucht: Es { $turns ->
    [one] blieb { $turns } Spielzug
   *[other] blieben { $turns } Spielzüge
} ohne Nachziehen.
line-GameScored = Das Spiel endete: { $result }.
part-won = { SEAT($seat) } gewann mit { $points } SP
part-won-tie = { SEAT($seat) } gewann mit { $points } SP dank der meisten { $by ->
    [cones] gelöschten Feuer
    [houses] Häuser auf dem Spielplan
   *[objectives] Punkte durch Zielkarten
}
part-won-shared = { SEATS($seats) } gewannen gemeinsam mit je { $points } SP
# Der Stand bisher und ein weiterer Spieler, die besten zuerst.
part-others = { $before }, { SEAT($seat) } hatte { $points } SP
