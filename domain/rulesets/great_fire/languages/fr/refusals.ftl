# The Great Fire of London 1666 : pourquoi un ordre est refusé, en français. Un message pour chaque code.
# Les termes sont ceux de la règle française ; les phrases sont les nôtres.

## Si la partie et la phase permettent l’ordre

refusal-wrong_number_of_seats = Ce jeu se joue de { $least } à { $most } joueurs.
refusal-game_over = La partie est terminée.
refusal-not_your_turn = { $timed_out ->
    [true] { SEAT($seat) } n’a rien à faire pour l’instant.
   *[false] { $phase ->
        [fire] { part-turn-of }
        [fire_second] { part-turn-of }
        [no_move] { part-turn-of }
        [actions] { part-turn-of }
        [intensify] { part-turn-of }
       *[other] Personne d’autre ne peut agir maintenant : { part-due }.
    }
}
part-turn-of = C’est à { SEATS($to_act) } de jouer.
refusal-wrong_phase = Ce n’est pas possible maintenant : { part-due }.
# Ce qu’il faut ou ce que l’on peut faire dans chaque phase. $to_act : qui doit agir, s’il y a quelqu’un.
part-due = { $phase ->
    [set_up] il faut d’abord ouvrir la boîte
    [confirm_hand] { SEATS($to_act) } doit garder ou échanger sa main
    [place_band] { SEATS($to_act) } doit placer un cône de miliciens
    [place_landowner] { SEATS($to_act) } doit placer son pion
    [fire] { SEATS($to_act) } doit jouer une carte Feu ou montrer qu’aucune n’est jouable
    [fire_second] { SEATS($to_act) } peut déplacer un second cône Feu ou effectuer des actions
    [no_move] { SEATS($to_act) } doit ajouter un cône Feu dans un quartier en feu
    [actions] { SEATS($to_act) } peut effectuer des actions ou les terminer
    [intensify] { SEATS($to_act) } doit ajouter un cône Feu dans un quartier en feu
    [dealing] les cartes, les maisons et les jetons sont en cours de distribution
    [draw] une carte Feu est en train d’être piochée
    [scoring] les points sont en train d’être comptés
   *[over] la partie est terminée
}
refusal-no_such_area = Cette zone n’existe pas sur le plateau.

## Mise en place

refusal-hand_not_equal = Seule une main de cinq cartes de même direction peut être échangée.
refusal-closed_at_set_up = Rien ne peut être placé { NAME($area, kind: "area", form: "in") } à la mise en place{ $area ->
    [pudding_lane] {""}
   *[other] , car ce quartier se trouve dans la région verte
}.

## La propagation du feu

refusal-not_in_hand = Vous n’avez pas de carte { NAME($card, kind: "direction", form: "card") }.
refusal-move_possible = Une carte de votre main permet un déplacement : vous devez en jouer une.
refusal-no_double_move = Vous n’avez pas de jeton Mouvement supplémentaire.
refusal-no_cone_to_take = Pudding Lane n’a plus de cône Feu à donner.
refusal-not_burning = Rien ne brûle { NAME($source, kind: "area", form: "in") } : aucun cône Feu ne peut en partir.
refusal-fire_contained = Le feu est contenu { NAME($source, kind: "area", form: "in") } : aucun cône Feu ne peut en partir.
refusal-last_cone_stays = Le dernier cône Feu { NAME($source, kind: "area", form: "of") } doit y rester.
refusal-never_burns = Le feu ne se propage jamais vers { NAME($target, kind: "area", form: "mid") }{ $target ->
    [pudding_lane] , qui brûle toujours sans être contenu
   *[other] {""}
}.
refusal-fire_break = Un rempart contre l’incendie se dresse { NAME($target, kind: "area", form: "in") } : le feu ne peut pas y entrer.
refusal-burns_already = Un feu non contenu brûle déjà { NAME($target, kind: "area", form: "in") } : aucun cône Feu ne s’y déplace.
refusal-out_of_reach = Aucun pas vers { NAME($card, kind: "direction", form: "the") } ne mène de ce feu vers { NAME($target, kind: "area", form: "mid") }.
refusal-better_target = { NAME($target, kind: "area") } est un quartier { $rank ->
    [1] avec maisons et sans miliciens
    [2] avec maisons et miliciens
    [3] vide et sans miliciens
   *[4] vide et avec miliciens
} ; ce cône Feu peut atteindre un quartier { $best_rank ->
    [1] avec maisons et sans miliciens
    [2] avec maisons et miliciens
    [3] vide et sans miliciens
   *[4] vide et avec miliciens
} et doit donc y aller.

## Les actions

refusal-no_points_left = Vous avez dépensé tous vos points d’action.
refusal-pudding_lane_closed = Pudding Lane est interdit aux miliciens et aux pions des joueurs.
refusal-not_adjacent = { NAME($to, kind: "area") } et { NAME($origin, kind: "area", form: "mid") } ne sont pas adjacents.
refusal-no_band = Il n’y a pas de cône de miliciens { NAME($area, kind: "area", form: "in") }{ $purpose ->
    [charge] {" "}pour placer la charge
   *[move] {""}
}.
refusal-band_pinned = Chaque cône de miliciens { NAME($origin, kind: "area", form: "in") } est posé sur un cône Feu et doit y rester.
refusal-nothing_burns_here = Votre pion se trouve { NAME($district, kind: "area", form: "in") }, où rien ne brûle.
refusal-not_contained = Le feu n’est pas contenu { NAME($district, kind: "area", form: "in") }, où se trouve votre pion.

## La démolition

refusal-no_charge = Vous n’avez pas de charge explosive.
refusal-not_a_district = Aucune maison n’est imprimée { NAME($district, kind: "area", form: "in") } : on ne peut jamais y faire de démolition.
refusal-demolished_already = Un rempart contre l’incendie se dresse déjà { NAME($district, kind: "area", form: "in") }.
refusal-burning = Le feu est déjà { NAME($district, kind: "area", form: "in") } : la démolition y est impossible.
refusal-no_fire_beside = Aucun quartier voisin { NAME($district, kind: "area", form: "of") } n’est en feu : la démolition y est impossible.
refusal-too_big = Un quartier de taille { $size } ne peut être démoli que vide : { NAME($district, kind: "area", form: "mid") } a encore ses maisons.

## Les cônes Feu à ajouter

refusal-no_place_for_cones = Aucun cône Feu ne peut être ajouté { NAME($district, kind: "area", form: "in") }.
refusal-not_burning_uncontained = { $burning ->
    [true] Le feu est contenu { NAME($district, kind: "area", form: "in") }
   *[false] Rien ne brûle { NAME($district, kind: "area", form: "in") }
} : aucun cône Feu ne peut y être ajouté.
refusal-district_full = Il y a déjà { $cones } cônes Feu { NAME($district, kind: "area", form: "in") } ; la limite est de { $limit }.
