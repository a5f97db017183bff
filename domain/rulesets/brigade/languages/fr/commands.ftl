# The Brigade en français : une phrase à l’impératif pour chaque commande.
# The words are those of the French rulebook.

# ---- parts of commands

place-cell = { NAME($cell, kind: "cell") }
place-it = cette tuile
quoted = « { $name } »
nothing = { "" }
the-card = { NAME($card, kind: "card") }
the-chief = { NAME($chief, kind: "chief") }
the-track = { NAME($track, kind: "track") }
the-tile = { NAME($tile, kind: "tile") }
from-chief-named = de { NAME($chief, kind: "chief") }
from-card-number = de l’équipier n° { $number }
from-quoted = de « { $name } »
on-card = sur { NAME($card, kind: "card") }
on-chief-named = sur { NAME($chief, kind: "chief") }
on-card-number = sur l’équipier n° { $number }
amounts = { $parts }
amounts-none = aucune Eau
amounts-bare = { $amount } Eau
by-way = { " " }en passant par { $places }
pushing = , en repoussant { $each }
pushing-to = , en repoussant les brigades rivales en { $places }
push = la brigade de { SEAT($rival) } en { $place }
in-place-of = { " " }à la place de { $card }

# ---- actions

command-MoveBrigade = Déplacez la brigade en { $to }{ $kind ->
    [pink] { " " }gratuitement
    [ethereal] { " " }sous forme éthérée
   *[paid] { "" }
}{ $way }{ $pushing }.
command-MoveWagon = { $kind ->
    [ride] Faites suivre le camion-citerne en { $to }.
    [morgana] Déplacez le camion-citerne en { $to } grâce à Morgana Magos.
   *[paid] Déplacez le camion-citerne en { $to }.
}
command-Extinguish = Combattez le feu en { $place } avec { $water }{ $kind ->
    [leon] , par Leon Bertrand
    [ash] , par Ash
    [copied_ash] , par l’imitation d’Ash
   *[brigade] { "" }
}.
command-Refill = Rechargez { $pawns ->
    [brigade] la brigade en
    [wagon] le camion-citerne en
    [both] la brigade et le camion-citerne en
   *[none] en
} { $place }{ $cube ->
    [true] { " " }contre votre cube
   *[false] { "" }
}.
command-Recruit = Recrutez.
command-Transfer = Transférez pour avoir { $water }{ $rest ->
    [true] , rien ailleurs
   *[false] { "" }
}.
command-Upgrade = Améliorez la piste { $track }.
command-DiscardSirPrecious = Débarrassez-vous de Sir Precious.
command-EndTurn = Terminez votre tour{ $lost ->
    [0] { "" }
    [one] { " " }en perdant { $lost } action
   *[other] { " " }en perdant { $lost } actions
}.

# ---- chiefs

command-SendWagon = Envoyez le camion-citerne éteindre le feu en { $place }.
command-Polymorph = Échangez les feux en { $one } et { $two }.
command-Poach = Débauchez { $card }{ $rival ->
    [none] { "" }
   *[other] { " " }de chez { SEAT($rival) }
}{ $instead } contre un cube.
command-ExtraUpgrade = Améliorez la piste { $track } contre un cube.
command-DeclareAllegiance = Déclarez l’allégeance.
command-ChangeSide = Retournez White Fang{ $side ->
    [human] { " " }sur sa face humaine
    [werewolf] { " " }sur sa face loup-garou
   *[unknown] { "" }
}.
command-PlaceMimic = Imitez { $card }{ $rival ->
    [none] { "" }
   *[other] , l’équipier de { SEAT($rival) }
}.
command-ControlFirestorm = Contrôlez la prochaine tempête de feu.

# ---- answers to decisions

command-ChooseChief = Prenez la { $firehouse } avec { $chief }.
command-PlaceCubes = Placez { $cubes ->
    [one] { $cubes } cube
   *[other] { $cubes } cubes
} Reconnaissance en { $place }.
command-ChooseCell = Choisissez { $place }.
command-ChooseCell-relocate = Déplacez votre jeton Loyauté de { $place } en { $about }.
command-ChooseCell-moved_cube = Déplacez votre cube de { $about } en { $place }.
command-ChooseCell-redirect = Détournez vers { $place } le feu destiné à { $about }.
command-ChooseCell-cube = Placez votre cube en { $place }.
command-ChooseCell-raise = Augmentez de { $levels } le feu en { $place }.
command-ChooseCell-lower = Réduisez de { $levels } le feu en { $place }.
command-ChooseCube = Reprenez votre cube en { $place }.
command-ChooseCube-move = Déplacez votre cube de { $place } sur une autre tuile.
command-ChooseCube-poach_crew = Retirez votre cube en { $place } pour débaucher l’équipier.
command-ChooseCube-extra_upgrade = Retirez votre cube en { $place } pour l’amélioration.
command-ChooseRecruit = Gardez { $card }{ $instead }.
command-ChooseCard = Défaussez { $card }.
command-ChooseRival = Choisissez { SEAT($rival) }.
command-ChooseRival-give_precious = Donnez Sir Precious à { SEAT($rival) }.
command-ChooseRival-name_rival = Faites défausser un équipier à { SEAT($rival) }.
command-ChooseTrack = Améliorez gratuitement la piste { $track }.
command-ChooseDirection = Faites tomber le Vieux Tom Oak vers { NAME($direction, kind: "direction") }.
command-LoseWater = Perdez 1 Eau { $where }.
command-LoseWater-refill_tax = Perdez 1 Eau { $where } à cause de Walder Ranier.
command-LoseWater-stolen_water = Laissez Aurath Ether voler 1 Eau { $where }.
command-TakeWater = Prenez { $water }.
command-Accept = Acceptez.
command-Accept-second_cube = Placez un second cube en { $about }.
command-Accept-free_recruit = Recrutez gratuitement.
command-Decline = Refusez.
command-Decline-recognition = Ne placez plus de cubes Reconnaissance.
command-Decline-recruit = Ne gardez aucun des équipiers piochés.
command-Decline-event_cube = Ne placez pas de cube.
command-Decline-merchant_cube = Ne placez pas de cube.
command-Decline-redirect = Ne détournez pas le feu destiné à { $about }.
command-Decline-stoke = N’attisez aucun feu.
command-Decline-dirty_dealings = N’attisez aucun feu.
command-Decline-free_recruit = Ne recrutez personne.
command-Decline-free_upgrade = Renoncez à l’amélioration gratuite.
command-Decline-name_rival = Ne faites défausser personne.
command-Decline-second_cube = Ne placez pas de second cube en { $about }.
