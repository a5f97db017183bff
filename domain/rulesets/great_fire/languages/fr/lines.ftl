# The Great Fire of London 1666 : les lignes du récit de la partie, en français, au passé composé.
# Les termes sont ceux de la règle française ; les phrases sont les nôtres. Espace fine insécable devant : ; ! ?

## Mise en place (section 4 des règles)

line-GameCreated = { $seats } joueurs ont ouvert la boîte ; le sort a désigné { SEAT($start) } comme premier joueur.
line-GameCreated-options = { $seats } joueurs ont ouvert la boîte (options : { $options }) ; le sort a désigné { SEAT($start) } comme premier joueur.
part-option-hidden_colours = couleurs cachées
part-option-more_destruction = plus de destruction
part-option-fire_cones = 100 cônes Feu
part-option-reburn_cones = un seul cône Feu quand le feu entre dans un quartier vide
part-option-stock_exhaustion = plus aucun cône Feu une fois la réserve vide
part-option-fire_card_mix = vent d’est

line-HandDealt = { SEAT($seat) } a reçu { $number } { $number ->
    [one] carte Feu
   *[other] cartes Feu
}.
line-HandDealt-own = { SEAT($seat) } a reçu { $number } { $number ->
    [one] carte Feu
   *[other] cartes Feu
} : { $cards }.
# Des cartes Feu d’une même direction, dans une liste : « 2 cartes Nord ».
part-cards = { $count } { $count ->
    [one] carte
   *[other] cartes
} { NAME($card, kind: "direction", form: "card") }
line-HandConfirmed = { SEAT($seat) } a gardé sa main.
line-HandExchanged = { SEAT($seat) } a montré { $hand } et a pioché { $number } { $number ->
    [one] nouvelle carte
   *[other] nouvelles cartes
}.
line-HandExchanged-own = { SEAT($seat) } a montré { $hand } et a pioché { $number } { $number ->
    [one] nouvelle carte
   *[other] nouvelles cartes
} : { $cards }.

line-FireDeckBuilt = La pile de cartes Feu a été formée ; de haut en bas : { $stacks }.
# La première pile de la liste dit ce que l’on compte : « 5 cartes sur F, 6 sur E et 6 sur D ».
part-stack-top = { $cards } cartes sur { $letter }
part-stack = { $cards } sur { $letter }
line-HousesPlaced = Les maisons ont été placées, région par région.
line-ColourDealt = { SEAT($seat) } a reçu la couleur { NAME($colour, kind: "colour", form: "feminine") }.
line-ColourDealt-hidden = { SEAT($seat) } a reçu une couleur cachée et un pion { NAME($pawn, kind: "colour") }.
line-ColourDealt-hidden-own = { SEAT($seat) } a reçu une couleur cachée, la { NAME($colour, kind: "colour", form: "feminine") }, et un pion { NAME($pawn, kind: "colour") }.
line-TokensPlaced = { $tokens ->
    [one] { $tokens } jeton a été placé
   *[other] { $tokens } jetons ont été placés
} face cachée.
line-ObjectivesDealt = { SEAT($seat) } a reçu { $number } { $number ->
    [one] carte Objectif
   *[other] cartes Objectif
}.
line-ObjectivesDealt-own = { SEAT($seat) } a reçu { $number } { $number ->
    [one] carte Objectif
   *[other] cartes Objectif
} : { $cards }.
part-objective = { NAME($district, kind: "area", form: "mid") } ({ $points } PV)
line-BandPlaced = { SEAT($seat) } a placé un cône de miliciens { NAME($area, kind: "area", form: "in") }.
line-BandPlaced-printed = Un cône de miliciens a été placé { NAME($area, kind: "area", form: "in") }, comme l’indique le plateau.
line-LandownerPlaced = { SEAT($seat) } a placé son pion { NAME($area, kind: "area", form: "in") }.

## La propagation du feu (sections 6 à 9 et 15 des règles)

line-FireCardPlayed = { SEAT($seat) } a joué une carte { NAME($card, kind: "direction", form: "card") }.
line-DoubleMovePlayed = { SEAT($seat) } a utilisé un jeton Mouvement supplémentaire pour déplacer un second cône Feu avec la même carte.
line-FireMoved = Avec une carte { NAME($card, kind: "direction", form: "card") }, { SEAT($seat) } a déplacé un cône Feu { NAME($source, kind: "area", form: "of") } vers { NAME($target, kind: "area", form: "mid") }.
line-FireMoved-through = Avec une carte { NAME($card, kind: "direction", form: "card") }, { SEAT($seat) } a déplacé un cône Feu { NAME($source, kind: "area", form: "of") } vers { NAME($target, kind: "area", form: "mid") } en passant par { NAMES($through, kind: "area", form: "mid") }.
line-FireContainedOnArrival = Le feu a été contenu { NAME($district, kind: "area", form: "in") } : rien n’a brûlé.
line-FireContainedOnArrival-token = Le feu a été contenu { NAME($district, kind: "area", form: "in") } : rien n’a brûlé, et le jeton y est resté.

# $bands : les cônes de miliciens qui n’ont plus pu contenir le feu ; 0 le plus souvent. $cones : un de plus.
line-DistrictBurnt = Le feu a ravagé { NAME($district, kind: "area", form: "mid") }{ $bands ->
    [0] {""}
    [one] , car { $bands } cône de miliciens ne pouvait pas contenir { $cones } cônes Feu,
   *[other] , car { $bands } cônes de miliciens ne pouvaient pas contenir { $cones } cônes Feu,
} et a détruit { $houses }{ $added }.
line-DistrictBurnt-again = { NAME($district, kind: "area") }, quartier déjà vide, a brûlé de nouveau{ $bands ->
    [0] {""}
    [one] , car { $bands } cône de miliciens ne pouvait pas contenir { $cones } cônes Feu
   *[other] , car { $bands } cônes de miliciens ne pouvaient pas contenir { $cones } cônes Feu
}{ $added }.
# Des maisons d’une même couleur, dans une liste : « 2 maisons bleues ».
part-houses = { $count } { $count ->
    [one] maison { NAME($colour, kind: "colour", form: "feminine") }
   *[other] maisons { NAME($colour, kind: "colour", form: "feminines") }
}
# La fin de la ligne d’un quartier brûlé ; vide si aucun cône n’a été ajouté et qu’aucun n’a manqué.
part-cones-added = { $added ->
    [0] {""}
    [one] {" "}; { $added } cône Feu a été ajouté
   *[other] {" "}; { $added } cônes Feu ont été ajoutés
}{ part-cones-missing }
part-cones-added-lane = { $added ->
    [1] {" "}; { $added } cône Feu a été ajouté, pris à Pudding Lane
    [2] {" "}; { $added } cônes Feu ont été ajoutés, tous deux pris à Pudding Lane
   *[other] {" "}; { $added } cônes Feu ont été ajoutés, tous pris à Pudding Lane
}{ part-cones-missing }
part-cones-added-both = { $added ->
    [one] {" "}; { $added } cône Feu a été ajouté
   *[other] {" "}; { $added } cônes Feu ont été ajoutés
}, dont { $lane } pris à Pudding Lane{ part-cones-missing }
part-cones-missing = { $missing ->
    [0] {""}
    [one] {" "}; il en manquait encore { $missing }, mais il n’y en avait plus
   *[other] {" "}; il en manquait encore { $missing }, mais il n’y en avait plus
}

line-TokenTaken = { SEAT($seat) } a pris le jeton { NAME($district, kind: "area", form: "of") }.
line-TokenTaken-own = { SEAT($seat) } a pris le jeton { NAME($district, kind: "area", form: "of") } : { $kind ->
    [charge] une charge explosive
    [double_move] un mouvement supplémentaire
   *[vp] un point de victoire
}.
line-PuddingLaneRefilled = Pudding Lane n’avait plus de cône Feu et en a reçu { $cones } de la réserve.
line-ConesReturned = La réserve et Pudding Lane étaient vides, alors des cônes Feu ont été rendus à la réserve : { $givers }.
part-cones-returned = { $count } par { SEAT($seat) }
line-NoMoveDeclared = { SEAT($seat) } n’a pas pu déplacer le feu, a montré { $hand } et a défaussé une carte { NAME($discard, kind: "direction", form: "card") } ; { $owed }.
# Les cônes Feu à ajouter ; c’est la fin d’une ligne.
part-cones-owed = { $cones ->
    [0] aucun cône Feu n’a pu être ajouté
    [one] il fallait ajouter { $cones } cône Feu{ part-cones-without-place }
   *[other] il fallait ajouter { $cones } cônes Feu{ part-cones-without-place }
}
part-cones-without-place = { $missing ->
    [0] {""}
    [one] , { $missing } autre n’a pas pu l’être
   *[other] , { $missing } autres n’ont pas pu l’être
}

## Les actions (sections 10 à 13 des règles)

line-LandownerMoved = { SEAT($seat) } a déplacé son pion { NAME($origin, kind: "area", form: "of") } vers { NAME($to, kind: "area", form: "mid") }.
line-BandMoved = { SEAT($seat) } a déplacé un cône de miliciens { NAME($origin, kind: "area", form: "of") } vers { NAME($to, kind: "area", form: "mid") }.
line-BandMoved-pinned = { SEAT($seat) } a déplacé un cône de miliciens { NAME($origin, kind: "area", form: "of") } vers { NAME($to, kind: "area", form: "mid") } et l’y a posé sur un cône Feu.
line-BandMoved-contained = { SEAT($seat) } a déplacé un cône de miliciens { NAME($origin, kind: "area", form: "of") } vers { NAME($to, kind: "area", form: "mid") }, où le feu était contenu.
line-ConePutOut = { SEAT($seat) } a éteint { $cones ->
    [0] le dernier cône Feu { NAME($district, kind: "area", form: "in") }
   *[other] un cône Feu { NAME($district, kind: "area", form: "in") }, où il en restait { $cones },
} et en possédait alors { $pile }.
line-HeroTaken = { SEAT($seat) } a pris la carte Héros de Londres.
line-HeroTaken-from = { SEAT($seat) } a pris la carte Héros de Londres à { SEAT($holder) }.
line-DistrictDemolished = { SEAT($seat) } a démoli { NAME($district, kind: "area", form: "mid") } et a détruit { $houses }{ $token ->
    [true] {" "}; un jeton a été détruit sans être vu
   *[false] {""}
}.
line-DistrictDemolished-empty = { SEAT($seat) } a démoli { NAME($district, kind: "area", form: "mid") }{ $token ->
    [true] {" "}; un jeton a été détruit sans être vu
   *[false] {""}
}.
line-ActionsEnded = { SEAT($seat) } a terminé ses actions{ $points ->
    [0] {""}
    [one] {" "}et perdu { $points } point d’action
   *[other] {" "}et perdu { $points } points d’action
}.

## La pioche, l’intensification du feu et la fin (sections 14 et 16 des règles)

line-FireCardDrawn = { SEAT($seat) } a pioché une carte Feu ; { part-cards-left }.
line-FireCardDrawn-own = { SEAT($seat) } a pioché une carte Feu ({ NAME($card, kind: "direction", form: "card") }) ; { part-cards-left }.
part-cards-left = { $left ->
    [0] c’était la dernière de cette pile
    [one] il restait { $left } carte dans cette pile
   *[other] il restait { $left } cartes dans cette pile
}
line-StackCardRevealed = { SEAT($seat) } a révélé la carte Évolution de l’incendie { $letter } : { $owed }.
line-FireIntensified = { SEAT($seat) } a ajouté { NAME($district, kind: "area", form: "in") } un cône Feu{ $from_stock ->
    [true] {""}
   *[false] {" "}pris à Pudding Lane
}, et il y en avait alors { $cones }.
line-FinalRoundStarted = La pile de cartes Feu était épuisée : il restait { $turns ->
    [one] { $turns } tour
   *[other] { $turns } tours
}, sans pioche.
line-GameScored = La partie est terminée : { $result }.
part-won = { SEAT($seat) } l’a emporté avec { $points } PV
part-won-tie = { SEAT($seat) } l’a emporté avec { $points } PV, l’égalité étant départagée par { $by ->
    [cones] les cônes Feu éteints
    [houses] les maisons intactes
   *[objectives] les points des objectifs
}
part-won-shared = { SEATS($seats) } ont partagé la victoire avec { $points } PV chacun
# Le résultat jusque-là et un joueur de plus, du meilleur au dernier.
part-others = { $before }, { SEAT($seat) } avait { $points } PV
