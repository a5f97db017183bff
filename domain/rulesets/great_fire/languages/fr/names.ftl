# The Great Fire of London 1666 : directions, couleurs, jetons et régions, en français, avec les termes de la règle française.
# Les formes qui suivent un point sont les accords dont les phrases ont besoin.

## Directions

direction-N = nord
    .card = Nord
    .the = le nord
direction-E = est
    .card = Est
    .the = l’est
direction-S = sud
    .card = Sud
    .the = le sud
direction-W = ouest
    .card = Ouest
    .the = l’ouest

## Couleurs

colour-red = rouge
    .feminine = rouge
    .feminines = rouges
colour-blue = bleu
    .feminine = bleue
    .feminines = bleues
colour-green = vert
    .feminine = verte
    .feminines = vertes
colour-yellow = jaune
    .feminine = jaune
    .feminines = jaunes
colour-purple = violet
    .feminine = violette
    .feminines = violettes
colour-black = noir
    .feminine = noire
    .feminines = noires

## Jetons

token-charge = Charge explosive
token-double_move = Mouvement supplémentaire
token-vp = Un point de victoire

## Régions

region-orange = Est, avec la Tour
region-green = Centre, autour de Pudding Lane
region-blue = Nord
region-purple = Ouest
region-pudding_lane = Pudding Lane
region-park = Parcs
