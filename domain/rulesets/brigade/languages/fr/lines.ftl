# The Brigade en français : une phrase au passé composé pour chaque évènement.
# The words are those of the French rulebook (camion-citerne, équipier, cube Reconnaissance, jeton Loyauté, caserne).
# A tile is its cell with the name behind it, so that no sentence needs an article.

# ---- parts of sentences, in lines, commands and refusals

place = { NAME($cell, kind: "cell") } ({ NAME($tile, kind: "tile") })
amount = { $amount } Eau { $where }
amount-more = { $amount } { $where }
from-wagon = du camion-citerne
from-chief = du chef d’équipe
from-crew = des équipiers
from-card = de { NAME($card, kind: "card") }
on-wagon = sur le camion-citerne
on-chief = sur le chef d’équipe
on-crew = sur les équipiers
on-crew-each = sur les équipiers ({ $each })
to-wagon = sur son camion-citerne
to-chief = sur son chef d’équipe
to-card = sur { NAME($card, kind: "card") }

# ---- set-up

line-CityBuilt = La ville a été mise en place ; le sort a désigné { SEAT($first) } pour commencer.
line-ChiefChosen = { SEAT($seat) } a pris la { NAME($firehouse, kind: "firehouse") } avec { NAME($chief, kind: "chief") }.
line-StartingEventsBegun = Toutes les tuiles de l’Université ont pris feu.

# ---- turns, actions and decisions

line-TurnBegan = { SEAT($seat) } a commencé { $extra ->
    [true] un tour supplémentaire
   *[false] son tour
} (manche { $round }).
line-ActionPhaseBegan = { SEAT($seat) } disposait de { $actions ->
    [one] { $actions } action
   *[other] { $actions } actions
}.
line-ActionPhaseEnded = { SEAT($seat) } a terminé son tour{ $lost ->
    [0] { "" }
    [one] { " " }en perdant 1 action
   *[other] { " " }en perdant { $lost } actions
}.
line-ActionsGained = { SEAT($seat) } a gagné { $actions ->
    [one] 1 action
   *[other] { $actions } actions
} de plus { $why ->
    [leadership] grâce à son leadership
    [blue_bonus] pour la fin de la piste de leadership
   *[aviary] à la volière
}{ $banked ->
    [true] , à jouer au prochain tour
   *[false] { "" }
}.
line-ExtraTurnEarned = { SEAT($seat) } a gagné un tour supplémentaire (Brother Ben).
line-ActionTaken = { SEAT($seat) } a dépensé { $actions ->
    [one] 1 action
   *[other] { $actions } actions
} pour { $action ->
    [MoveBrigade] déplacer la brigade
    [MoveWagon] déplacer le camion-citerne
    [Extinguish] combattre un feu
    [Refill] recharger
    [Recruit] recruter
    [Transfer] transférer de l’eau
   *[Upgrade] améliorer une piste
}.
line-ActionTaken-card = { SEAT($seat) } a dépensé { $actions ->
    [one] 1 action
   *[other] { $actions } actions
} pour { $action ->
   *[Extinguish] combattre un feu
} ({ NAME($card, kind: "card") }).
line-ActionTaken-chief = { SEAT($seat) } a dépensé { $actions ->
    [one] 1 action
   *[other] { $actions } actions
} pour { $action ->
    [MoveBrigade] déplacer la brigade sous forme éthérée (Aurath Ether)
    [SendWagon] envoyer le camion-citerne sur un feu (Gloria Ignis)
    [Polymorph] échanger deux feux (Blitz Haben)
    [Poach] débaucher un équipier d’un rival (Frith Goldmane)
    [ExtraUpgrade] effectuer une amélioration supplémentaire (Glint Dampshot)
    [DeclareAllegiance] déclarer l’allégeance (Bernhardt Blaze)
    [ChangeSide] changer de face (White Fang)
    [PlaceMimic] imiter un équipier (Galeela)
   *[ControlFirestorm] contrôler la prochaine tempête de feu (Cindy Bustion)
}.
line-ActionTaken-free = { SEAT($seat) } { $what ->
    [pink] a utilisé un déplacement gratuit (caserne rose)
    [ride] a fait suivre le camion-citerne (piste du camion-citerne)
    [morgana] a déplacé gratuitement le camion-citerne (Morgana Magos)
   *[precious] s’est débarrassé de Sir Precious sans dépenser d’action
}.
line-DecisionRequested = { SEAT($seat) } { $optional ->
    [true] pouvait
   *[false] devait
} { NAME($decision, kind: "decision") }.
line-DecisionRequested-recognition = { SEAT($seat) } pouvait placer { $cubes ->
    [one] { $cubes } cube
   *[other] { $cubes } cubes
} Reconnaissance.
line-DecisionMade = { SEAT($seat) } { $decision ->
    [choose_chief] a choisi un chef d’équipe et une caserne
    [recruit] a gardé l’un des équipiers piochés
    [recognition] a choisi une tuile pour sa Reconnaissance
    [event_cube] a choisi une tuile pour le cube de l’évènement
    [merchant_cube] a choisi une tuile des marchands (caserne orange)
    [redirect] a choisi une autre tuile pour le feu (Esme Morrow)
    [stoke] a choisi un feu adjacent à attiser (Chops Murphy)
    [dirty_dealings] a choisi un feu à attiser (Dirty Dealings)
    [give_precious] a choisi à qui donner Sir Precious
    [relocate] a choisi la tuile qui cède son jeton Loyauté
    [douse] a choisi un feu à faire baisser (Del Uge)
    [noble_cube] a choisi une tuile des nobles (Immora)
    [merchant_choice] a choisi l’un des trois effets d’Ali Ahmar
    [moved_cube] a choisi où va le cube déplacé (Ali Ahmar)
    [free_recruit] a accepté le recrutement gratuit (Mal Candor)
    [free_upgrade] a accepté l’amélioration gratuite
    [name_rival] a désigné un rival qui doit défausser un équipier (Zilda Garrett)
    [discard_crew] a choisi l’équipier à défausser (Zilda Garrett)
    [second_cube] a choisi de placer un second cube (Selina Blackflow)
    [refill_tax] a choisi l’eau à perdre (Walder Ranier)
    [stolen_water] a choisi l’eau qui se fait voler (Aurath Ether)
    [remove_cube] a choisi le cube à retirer
    [fallen_tree] a choisi de quel côté tombe le Vieux Tom Oak
   *[pyro_cube] a choisi la tuile du prochain cube (Cindy Bustion)
}.
line-DecisionMade-declined = { SEAT($seat) } { $decision ->
    [recruit] n’a gardé aucun des équipiers piochés
    [recognition] n’a plus placé de cubes Reconnaissance
    [redirect] a laissé venir le feu (Esme Morrow)
   *[other] a renoncé à { NAME($decision, kind: "decision") }
}.

# ---- the event deck

line-EventDeckShuffled = La pioche Évènement a été mélangée : { $cards ->
    [one] { $cards } carte
   *[other] { $cards } cartes
}.
line-EventDiscarded = La carte Évènement est allée à la défausse.
line-EventDrawn = { SEAT($seat) } a pioché la carte Évènement { $card } : { $what }.
line-EventDrawn-starting = L’évènement de départ { $card } a été pioché : { $what }.
event-firestorm = une tempête de feu sur { $tiles ->
    [one] { $tiles } tuile
   *[other] { $tiles } tuiles
}
event-wind = une rafale de vent vers { NAME($direction, kind: "direction") }
event-special = « { NAME($effect, kind: "effect") } »
event-named = { NAME($card, kind: "event") }, « { NAME($effect, kind: "effect") } »

# ---- fire

line-FireAdded = { $cause ->
    [wind] Le vent
    [firestorm] La tempête de feu
    [stoke] Chops Murphy
    [arson] L’évènement Arson
    [burning_man] Le Burning Man Festival
    [dirty_dealings] L’évènement Dirty Dealings
    [karnaj_celebrates] L’évènement Karnaj Celebrates
    [four_winds] Khomar MacStomac’s Dwarven Distillery
    [frost_burst] Falariel’s Frozen Exhibits
    [falling_tree] Le Vieux Tom Oak
   *[roast_aviary] The Jewelled Aviary
} a augmenté de { $levels } l’intensité du feu en { $place }.
line-FireAdded-redirected = Le feu a été détourné vers { $place }, où son intensité a augmenté de { $levels } (Esme Morrow).
line-FireAdded-unknown = L’intensité du feu en { $place } a augmenté de { $levels }.
line-FireReduced = L’intensité du feu en { $place } a baissé de { $levels }{ $saved ->
    [true] , pour 1 Eau de moins (Lumen)
   *[false] { "" }
}.
line-FireReduced-lowered = { $why ->
    [douse] Del Uge
    [merchant_choice] Ali Ahmar
   *[thaw] Falariel’s Frozen Exhibits
} a réduit de { $levels } l’intensité du feu en { $place }.
line-FirePutOut = { SEAT($seat) } a éteint le feu en { $place } et reçu { $cubes ->
    [one] { $cubes } cube
   *[other] { $cubes } cubes
} Reconnaissance à placer.
line-FiresExchanged = { SEAT($seat) } a échangé les feux en { $one } et { $two }.
line-TileDestroyed = { $place } a été détruit ; tout ce qui s’y trouvait est rentré à la caserne.
line-AviaryRoasted = Un cube de chacun est allé sur la volière détruite : { SEATS($seats) }.
line-AviaryRoasted-nobody = Plus personne n’avait de cube pour la volière détruite.

# ---- brigades and wagons

line-BrigadeMoved = { SEAT($seat) } a déplacé la brigade en { $place }{ $kind ->
    [pink] , gratuitement
    [ethereal] , sous forme éthérée
   *[paid] { "" }
}.
line-BrigadeMoved-home = La brigade de { SEAT($seat) } a quitté les ruines pour rentrer à la caserne.
line-BrigadePushed = { SEAT($by) } a repoussé la brigade de { SEAT($seat) } en { $place } grâce à Mog The Heavy.
line-FreeMoveEarned = { SEAT($seat) } a terminé un déplacement en { $place } et en a gagné un gratuit (caserne rose).
line-AviaryTokenTaken = { SEAT($seat) } a repris son cube à la volière.
line-WagonMoved = { SEAT($seat) } a déplacé le camion-citerne en { $place }.

# ---- cubes and loyalty

line-CubePlaced = { SEAT($seat) } a placé un cube en { $place }{ $why ->
    [diagonal_recognition] , en diagonale (caserne noire)
    [event_cube] { " " }pour l’évènement
    [merchant_cube] { " " }grâce à la caserne orange
    [noble_cube] { " " }grâce à Immora
    [second_cube] { " " }grâce à Selina Blackflow
    [veda] { " " }à la place du feu, grâce à Veda Moonbright
    [pyro_control] { " " }grâce à Cindy Bustion
   *[recognition] { "" }
}.
line-CubeRemoved = { SEAT($seat) } a retiré un cube en { $place } pour { $why ->
    [refill_anywhere_for_cube] une recharge (caserne blanche)
    [poach_crew] débaucher un équipier (Frith Goldmane)
   *[extra_upgrade] une amélioration (Glint Dampshot)
}.
line-CubeMoved = { SEAT($seat) } a déplacé un cube de { $from } en { $to } grâce à Ali Ahmar.
line-LoyaltyGained = { SEAT($seat) } a obtenu la Loyauté de { $place }{ $rival ->
    [none] { "" }
   *[other] { " " }aux dépens de { SEAT($rival) }
}.
line-LoyaltyGained-token = { SEAT($seat) } a obtenu la Loyauté de { $place }{ $rival ->
    [none] { "" }
   *[other] { " " }aux dépens de { SEAT($rival) }
}, avec le jeton Loyauté de { NAME($source, kind: "cell") }.

# ---- water

line-WaterSpent = { SEAT($seat) } a dépensé { $total } Eau { $where }.
line-WaterSpent-sources = { SEAT($seat) } a dépensé { $total } Eau, { $water }.
line-WaterChanged = { SEAT($seat) } a { $why ->
    [refill] rechargé
    [transfer] transféré de l’eau
    [too_hot] rempli tous les seaux de la brigade
    [mist] rempli le seau d’Ester
    [merchant_choice] pris de l’eau (Ali Ahmar)
   *[thaw] rechargé aux Frozen Exhibits
} et disposait alors de { $water }.
line-WaterChanged-none = { SEAT($seat) } a { $why ->
    [refill] rechargé
    [transfer] transféré de l’eau
    [too_hot] rempli tous les seaux de la brigade
    [mist] rempli le seau d’Ester
    [merchant_choice] pris de l’eau (Ali Ahmar)
   *[thaw] rechargé aux Frozen Exhibits
} et n’avait alors plus d’eau.
line-WaterLost = { SEAT($seat) } a perdu 1 Eau { $where } à cause de Walder Ranier de { SEAT($by) }.
line-WaterStolen = { SEAT($by) } a volé à { SEAT($seat) } 1 Eau { $where } et l’a mise { $into } (Aurath Ether).

# ---- crew cards and upgrade tracks

line-CrewDeckShuffled = La pioche Équipier a été mélangée : { $cards ->
    [one] { $cards } carte
   *[other] { $cards } cartes
}.
line-CrewCardDrawn = { SEAT($seat) } a pioché un équipier : { NAME($card, kind: "card") }.
line-CrewCardDrawn-hidden = { SEAT($seat) } a pioché un équipier.
line-SirPreciousDrawn = { SEAT($seat) } a pioché Sir Precious.
line-SirPreciousGiven = { SEAT($seat) } a donné Sir Precious à { SEAT($rival) }.
line-SirPreciousDiscarded = { SEAT($seat) } a défaussé Sir Precious.
line-RecruitDone = { SEAT($seat) } { $card ->
    [none] n’a recruté personne
   *[other] a recruté { NAME($card, kind: "card") }
}{ $replaced ->
    [none] { "" }
   *[other] { " " }à la place de { NAME($replaced, kind: "card") }
}{ $count ->
    [0] { "" }
   *[other] { " " }; à la défausse : { NAMES($discarded, kind: "card") }
}.
line-CrewDiscarded = { SEAT($seat) } a défaussé { NAMES($cards, kind: "card") } { $why ->
    [zilda] à cause de Zilda Garrett
    [dusk] pour le crépuscule de White Fang
   *[deserted] en quittant la partie
}.
line-CrewPoached = { SEAT($seat) } a débauché { NAME($card, kind: "card") } de chez { SEAT($rival) }{ $replaced ->
    [none] { "" }
   *[other] , à la place de { NAME($replaced, kind: "card") }
}.
line-TrackAdvanced = { SEAT($seat) } a avancé sur la piste { $track ->
    [crew] d’effectif
    [wagon] du camion-citerne
   *[leadership] de leadership
} jusqu’au cercle { $circle }{ $last ->
    [true] , le dernier
   *[false] { "" }
} : { $track ->
    [crew] de la place pour { $value ->
        [one] { $value } équipier
       *[other] { $value } équipiers
    }
    [wagon] de la place pour { $value } Eau
   *[leadership] { $value ->
        [one] { $value } action
       *[other] { $value } actions
    } par tour
}.

# ---- chiefs

line-AllegianceDeclared = { SEAT($seat) } a déclaré l’allégeance : jusqu’à son prochain tour, les cartes Évènement ont épargné ses bâtiments loyaux.
line-SideChanged = White Fang de { SEAT($seat) } s’est changé en { $werewolf ->
    [true] loup-garou
   *[false] humain
}, avec { $water } Eau.
line-MimicPlaced = Galeela de { SEAT($seat) } s’est mise à imiter { NAME($card, kind: "card") }.
line-MimicReturned = Le jeton imitation est revenu à { SEAT($seat) }.
line-FirestormControlled = { SEAT($seat) } a pris le contrôle de la prochaine tempête de feu.
line-PyroCubesEarned = La tempête de feu { $tiles ->
    [0] n’a apporté aucun cube
    [one] a apporté un cube pour 1 tuile
   *[other] a apporté un cube pour chacune des { $tiles } tuiles
} à { SEAT($seat) } (Cindy Bustion).

# ---- the end

line-EvacuationAnnounced = L’évacuation de la ville après cette manche a été annoncée : { $tiles ->
    [one] { $tiles } tuile détruite
   *[other] { $tiles } tuiles détruites
}, dont { $university ->
    [0] aucune
   *[other] { $university }
} de l’Université.
line-SeatDeserted = { SEAT($seat) } a quitté la partie.
line-GameEnded = La partie s’est terminée par { $ending ->
    [guild] la Loyauté d’une guilde
    [citizens] la Loyauté des citoyens
   *[deserted] le départ des autres
} : { SEAT($winner) } a gagné.
line-GameEnded-scored = La partie s’est terminée par { $ending ->
    [evacuation] l’évacuation
   *[all_out] l’extinction du dernier feu
} : { SEAT($winner) } a gagné avec { $points ->
    [one] { $points } point
   *[other] { $points } points
}{ $tied ->
    [true] { " " }au départage
   *[false] { "" }
}{ $rest }.
place-after = , { SEAT($seat) } en avait { $points }{ $rest }
end-of-places = { "" }
