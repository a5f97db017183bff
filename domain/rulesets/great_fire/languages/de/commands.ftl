# The Great Fire of London 1666: was ein Befehl verlangt, auf Deutsch. Ein Auftrag im Imperativ; keine zwei sind gleich.
# Die Begriffe stammen aus der gedruckten deutschen Spielregel; die Sätze sind unsere eigenen.

command-KeepHand = Behalte deine Handkarten.
command-ExchangeHand = Zeige deine Handkarten vor und tausche sie aus.
command-PlaceBand = Setze eine Brandschutztruppe { NAME($area, kind: "area", form: "in") } ein.
command-PlaceLandowner = Setze deinen Grundbesitzer { NAME($area, kind: "area", form: "in") } ein.
command-PlayFire = Spiele { NAME($card, kind: "direction", form: "card") }: Bewege einen Feuerzylinder { NAME($source, kind: "area", form: "from") } { NAME($target, kind: "area", form: "to") }{ part-houses-there }.
command-DeclareNoMove = Zeige, dass keine Karte das Feuer bewegen kann, und wirf eine { NAME($card, kind: "direction", form: "card") }karte ab.
command-PlayDoubleMove = Nutze eine Doppelbewegung: Bewege einen Feuerzylinder { NAME($source, kind: "area", form: "from") } { NAME($target, kind: "area", form: "to") }{ part-houses-there }.
command-MoveLandowner = Bewege deinen Grundbesitzer { NAME($to, kind: "area", form: "to") }{ part-cones-there }.
command-MoveLandowner-from = Bewege deinen Grundbesitzer { NAME($origin, kind: "area", form: "from") } { NAME($to, kind: "area", form: "to") }{ part-cones-there }.
command-MoveBand = Bewege eine Brandschutztruppe { NAME($origin, kind: "area", form: "from") } { NAME($to, kind: "area", form: "to") }{ part-cones-there }.
command-PutOut = Lösche einen Feuerzylinder, wo dein Grundbesitzer steht.
command-PutOut-in = Lösche einen Feuerzylinder { NAME($area, kind: "area", form: "in") }{ part-cones-there }, wo dein Grundbesitzer steht.
command-Demolish = Reiße { NAME($district, kind: "area", form: "object") } ab{ part-houses-there }.
command-EndActions = Beende deine Aktionen{ $points ->
    [0] {""}
    [one] {" "}und lass { $points } Aktionspunkt verfallen
   *[other] {" "}und lass { $points } Aktionspunkte verfallen
}.
command-Intensify = Setze einen Feuerzylinder { NAME($district, kind: "area", form: "in") } ein{ part-cones-there }.

# Was in dem Bereich steht, der gerade genannt wurde; leer, wenn dort nichts steht.
part-houses-there = { $houses ->
    [0] {""}
    [one] {" "}({ $houses } Haus)
   *[other] {" "}({ $houses } Häuser)
}
part-cones-there = { $cones ->
    [0] {""}
    [one] {" "}({ $cones } Feuerzylinder)
   *[other] {" "}({ $cones } Feuerzylinder)
}
