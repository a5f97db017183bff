# What each command of London asks, in German: one sentence in the imperative.
# No German rulebook was at hand: our own translation, in the usual words of German board games.

command-LookAtDeck = Sieh dir die obersten Karten des Nachziehstapels an.
command-DrawFromDeck = Ziehe eine Karte vom Nachziehstapel.
command-TakeFromDisplay = Nimm { NAME($card, kind: "card", form: "title") } aus der Auslage.
command-KeepCard = Behalte { NAME($card, kind: "card", form: "title") }.
command-StopDrawing = Ziehe keine weitere Karte.
command-PutBack = Lege { NAME($card, kind: "card", form: "title") } { $depth ->
    [top] oben auf den Nachziehstapel zurück
    [under] unter die zuvor zurückgelegte Karte
   *[unknown] auf den Nachziehstapel zurück, unter alle schon zurückgelegten Karten
}.
command-TakeThree = Nimm { $cards } Karten.
command-TakeLoan = Nimm einen Kredit auf.
command-OfferCard = Biete { NAME($card, kind: "card", form: "title") } zum Tausch an.
command-TakeInExchange = Nimm { NAME($card, kind: "card", form: "title") } im Tausch{ $offered ->
    [none] {""}
   *[other] {" "}gegen { NAME($offered, kind: "card", form: "title") }
}.
command-GiveUp = Lege { NAME($card, kind: "card", form: "title") } in die Auslage.
command-EndTurn = Beende den Zug.
command-Invest = Investiere in { NAME($borough, kind: "borough", form: "acc") }.
command-PlaceCard = Lege { NAME($card, kind: "card", form: "title") }{ $face_down ->
    [true] {" verdeckt"}
   *[false] {""}
} auf { $stack ->
    [none] einen neuen Stapel
   *[other] Stapel { $stack }
}{ $top ->
    [none] {""}
   *[other] , über { NAME($top, kind: "card", form: "title") }
}.
command-SpendCard = Gib { NAME($card, kind: "card", form: "title") }{ $school ->
    [true] {" mit Hilfe der Schule"}
   *[false] {""}
} aus{ $purpose ->
    [placement] {""}, um { NAME($target, kind: "card", form: "title") } auszulegen
    [activation] {""}, um { NAME($target, kind: "card", form: "title") } zu aktivieren
    [effect] {" "}für { NAME($target, kind: "card", form: "title") }
   *[none] {""}
}.
command-UseWren = Nutze Wren{ $purpose ->
    [placement] {""}, um { NAME($target, kind: "card", form: "title") } auszulegen
    [activation] {""}, um { NAME($target, kind: "card", form: "title") } zu aktivieren
    [effect] {" "}für { NAME($target, kind: "card", form: "title") }
   *[none] {""}
}.
command-PlayForEffect = Spiele { NAME($card, kind: "card", form: "title") } aus{ $effect ->
    [draw_cards] , um { $count ->
        [one] 1 Karte
       *[other] { $count } Karten
    } zu nehmen
    [free_placements] , um { $count ->
        [one] 1 Gebäude auszulegen, ohne eine Karte auszugeben
       *[other] { $count } Gebäude auszulegen, ohne Karten auszugeben
    }
   *[none] {""}
}.
command-EndAction = Spiele keine weitere Karte aus.
command-Activate = Aktiviere { $top ->
    [none] {""}
   *[other] { NAME($top, kind: "card", form: "title") } auf{" "}
}Stapel { $stack }{ $hospital ->
    [none] {""}
   *[other] {" "}und drehe dafür das Krankenhaus auf Stapel { $hospital } um
}.
command-Repeat = Aktiviere noch einmal { $top ->
    [none] {""}
   *[other] { NAME($top, kind: "card", form: "title") } auf{" "}
}Stapel { $stack }{ $hospital ->
    [none] {""}
   *[other] {" "}und drehe dafür das Krankenhaus auf Stapel { $hospital } um
}.
command-EndRun = Schließe das Aktivieren der Stadt ab.
command-BringIn = Lege { NAME($card, kind: "card", form: "title") } auf das Kaffeehaus.
command-StopSpending = Gib keine weitere Karte aus{ $purpose ->
    [placement] {""}, um { NAME($target, kind: "card", form: "title") } auszulegen
    [activation] {""}, um { NAME($target, kind: "card", form: "title") } zu aktivieren
    [effect] {" "}für { NAME($target, kind: "card", form: "title") }
   *[none] {""}
}.
command-NameOpponent = { $points ->
    [0] Wähle { SEAT($opponent) }
    [one] Gib 1 Armutspunkt an { SEAT($opponent) }
   *[other] Gib { $points } Armutspunkte an { SEAT($opponent) }
}{ $purpose ->
    [placement] {""}, um { NAME($target, kind: "card", form: "title") } auszulegen
    [activation] {""}, um { NAME($target, kind: "card", form: "title") } zu aktivieren
    [effect] {" "}durch { NAME($target, kind: "card", form: "title") }
   *[none] {""}
}.
command-PlaceUnderground = Verlängere die U-Bahn bis { NAME($borough, kind: "borough", form: "bis") }.
