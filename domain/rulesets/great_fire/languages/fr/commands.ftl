# The Great Fire of London 1666 : ce que demande un ordre, en français, à l’impératif. Il n’y en a pas deux semblables.
# Les termes sont ceux de la règle française ; les phrases sont les nôtres.

command-KeepHand = Gardez votre main.
command-ExchangeHand = Montrez votre main et échangez-la.
command-PlaceBand = Placez un cône de miliciens { NAME($area, kind: "area", form: "in") }.
command-PlaceLandowner = Placez votre pion { NAME($area, kind: "area", form: "in") }.
command-PlayFire = Jouez { NAME($card, kind: "direction", form: "card") } : déplacez un cône Feu { NAME($source, kind: "area", form: "of") } vers { NAME($target, kind: "area", form: "mid") }{ part-houses-there }.
command-DeclareNoMove = Montrez qu’aucune carte ne peut déplacer le feu et défaussez une carte { NAME($card, kind: "direction", form: "card") }.
command-PlayDoubleMove = Mouvement supplémentaire : déplacez un cône Feu { NAME($source, kind: "area", form: "of") } vers { NAME($target, kind: "area", form: "mid") }{ part-houses-there }.
command-MoveLandowner = Déplacez votre pion vers { NAME($to, kind: "area", form: "mid") }{ part-cones-there }.
command-MoveLandowner-from = Déplacez votre pion { NAME($origin, kind: "area", form: "of") } vers { NAME($to, kind: "area", form: "mid") }{ part-cones-there }.
command-MoveBand = Déplacez un cône de miliciens { NAME($origin, kind: "area", form: "of") } vers { NAME($to, kind: "area", form: "mid") }{ part-cones-there }.
command-PutOut = Éteignez un cône Feu là où se trouve votre pion.
command-PutOut-in = Éteignez un cône Feu { NAME($area, kind: "area", form: "in") }{ part-cones-there }, où se trouve votre pion.
command-Demolish = Démolissez { NAME($district, kind: "area", form: "mid") }{ part-houses-there }.
command-EndActions = Terminez vos actions{ $points ->
    [0] {""}
    [one] {" "}({ $points } point d’action perdu)
   *[other] {" "}({ $points } points d’action perdus)
}.
command-Intensify = Ajoutez un cône Feu { NAME($district, kind: "area", form: "in") }{ part-cones-there }.

# Ce qui se trouve dans la zone que l’on vient de nommer ; vide s’il n’y a rien.
part-houses-there = { $houses ->
    [0] {""}
    [one] {" "}({ $houses } maison)
   *[other] {" "}({ $houses } maisons)
}
part-cones-there = { $cones ->
    [0] {""}
    [one] {" "}({ $cones } cône Feu)
   *[other] {" "}({ $cones } cônes Feu)
}
