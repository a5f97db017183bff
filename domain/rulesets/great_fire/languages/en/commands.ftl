# The Great Fire of London 1666: what a command asks, in English. One order in the imperative; no two alike.
# The words are those of the English rulebook.

command-KeepHand = Keep your hand.
command-ExchangeHand = Show your hand and exchange it.
command-PlaceBand = Place a trained band in { NAME($area, kind: "area") }.
command-PlaceLandowner = Place your landowner in { NAME($area, kind: "area") }.
command-PlayFire = Play { NAME($card, kind: "direction") }: move a cone from { NAME($source, kind: "area") } into { NAME($target, kind: "area") }{ part-houses-there }.
command-DeclareNoMove = Show that no card can move the fire, and discard one { NAME($card, kind: "direction") } card.
command-PlayDoubleMove = Play a double move: move a cone from { NAME($source, kind: "area") } into { NAME($target, kind: "area") }{ part-houses-there }.
command-MoveLandowner = Move your landowner to { NAME($to, kind: "area") }{ part-cones-there }.
command-MoveLandowner-from = Move your landowner from { NAME($origin, kind: "area") } to { NAME($to, kind: "area") }{ part-cones-there }.
command-MoveBand = Move a band from { NAME($origin, kind: "area") } to { NAME($to, kind: "area") }{ part-cones-there }.
command-PutOut = Put out a cone where your landowner stands.
command-PutOut-in = Put out a cone in { NAME($area, kind: "area") }{ part-cones-there }, where your landowner stands.
command-Demolish = Demolish { NAME($district, kind: "area") }{ part-houses-there }.
command-EndActions = End your actions{ $points ->
    [0] {""}
    [one] {" "}with { $points } point unspent
   *[other] {" "}with { $points } points unspent
}.
command-Intensify = Add a cone in { NAME($district, kind: "area") }{ part-cones-there }.

# What stands in the area that was just named; empty if nothing does.
part-houses-there = { $houses ->
    [0] {""}
    [one] {" "}({ $houses } house)
   *[other] {" "}({ $houses } houses)
}
part-cones-there = { $cones ->
    [0] {""}
    [one] {" "}({ $cones } cone)
   *[other] {" "}({ $cones } cones)
}
