# The Brigade en français : une phrase pour chaque refus. Si un code a plusieurs raisons, `reason` choisit.
# The words are those of the French rulebook.

other-answer = Ce n’est pas possible maintenant : vous { $optional ->
    [true] pouvez
   *[false] devez
} { NAME($decision, kind: "decision") }.

refusal-ability_inactive = { $reason ->
    [white] Seule la caserne blanche recharge contre un cube.
    [chief] C’est l’action d’un chef d’équipe que vous n’avez pas.
    [pink] Vous n’avez pas de déplacement gratuit.
    [ethereal] Seul Aurath Ether se déplace sous forme éthérée.
    [wagon_track] Votre piste du camion-citerne n’est pas terminée.
    [ride] Le camion-citerne ne suit qu’aussitôt après un déplacement de la brigade.
   *[card] { NAME($card, kind: "card") } n’est pas actif dans votre brigade.
}
refusal-ability_used = { $reason ->
    [chief] Vous avez déjà utilisé l’action de votre chef d’équipe à ce tour.
    [firestorm] Vous contrôlez déjà la prochaine tempête de feu.
    [ride] Votre camion-citerne a déjà suivi la brigade à ce tour.
   *[card] Vous avez déjà utilisé { NAME($card, kind: "card") } à ce tour.
}
refusal-already_upgraded = Vous avez déjà effectué l’amélioration de ce tour.
refusal-bad_water_amount = { $reason ->
    [transfer] Un transfert n’ajoute ni ne perd d’eau, et ne remplit aucun seau au-delà de sa taille.
    [crew] Pour éteindre, indiquez une quantité par équipier, aucune en dessous de 0.
    [one] Ce feu demande { $most } Eau.
    [range] Ce feu demande de { $least } à { $most } Eau.
    [take] Vous pouvez prendre jusqu’à 2 Eau, dans des seaux libres de la brigade.
   *[answer] { other-answer }
}
refusal-cannot_end_turn_on_destroyed = { $last ->
    [true] La dernière action sert à quitter la tuile détruite.
   *[false] Il ne resterait aucune action pour quitter la tuile détruite.
}
refusal-cannot_hold_cubes = Cette tuile ne peut pas recevoir de cubes.
refusal-decision_pending = { SEAT($waiting_for) } doit d’abord { $optional ->
    [true] se décider. C’est possible : { NAME($decision, kind: "decision") }
   *[false] { NAME($decision, kind: "decision") }
}.
refusal-deck_empty = Il ne reste plus d’équipier à piocher.
refusal-destroyed = { $reason ->
    [lost] { place } ne peut plus être sauvé.
    [wagon] { place } est détruit ou condamné.
   *[either] L’une des tuiles est détruite.
}
refusal-expansion_not_available = { NAME($expansion, kind: "expansion") } : impossible d’y jouer, car ses règles imprimées ne sont pas connues ({ NAME($expansion, kind: "missing") }).
refusal-fire_stops_movement = Une tuile en feu sur le chemin met fin au déplacement.
refusal-game_over = La partie est terminée.
refusal-invalid_target = { $reason ->
    [no_tile] Cette tuile n’existe pas.
    [no_track] Cette piste n’existe pas.
    [precious_elsewhere] Sir Precious ne part qu’à votre caserne.
    [no_precious] Vous n’avez pas Sir Precious.
    [never_burns] { place } ne brûle jamais.
    [intensity] Le feu en { place } a une intensité de { $intensity }, et le camion-citerne n’éteint qu’une intensité de 1.
    [polymorph] Un échange nomme deux tuiles différentes de la ville, dans l’ordre de lecture, aucune de l’Université.
    [immune] Une brigade ou un camion-citerne protège la tuile dont le feu augmenterait.
    [not_held] Aucun rival n’a cet équipier.
    [replaced] Vous remplacez un équipier si votre brigade est complète, et seulement alors.
    [not_in_play] Cet équipier n’est pas en jeu.
    [leon] Le camion-citerne de Leon Bertrand n’éteint qu’un feu d’intensité 1 sur sa propre tuile.
    [not_playing] Cette place ne joue pas.
    [decline] Vous ne pouvez pas refuser : vous devez { NAME($decision, kind: "decision") }.
    [not_drawn] Cette carte n’a pas été piochée.
    [no_place] Le nouvel équipier a besoin d’une place libre dans votre brigade, ou remplace l’un des vôtres.
    [chief] Ce chef d’équipe n’est pas disponible.
    [colour] Dans le jeu de base, un chef d’équipe prend la caserne de sa couleur.
    [firehouse] Cette caserne n’est pas disponible.
   *[answer] { other-answer }
}
refusal-must_move = { $reason ->
    [brigade] Votre brigade est déjà en { place }.
    [wagon] Votre camion-citerne est déjà en { place }.
    [last_action] Votre dernière action sert à quitter la tuile détruite.
   *[end_of_turn] Le tour ne peut pas se terminer sur une tuile détruite tant qu’un déplacement permet de la quitter.
}
refusal-needs_advanced_rules = Les chefs d’équipe supplémentaires se jouent avec les règles avancées.
refusal-needs_cube_on_board = { $reason ->
    [refill] Vous n’avez pas de cube en { place }.
    [board] Vous n’avez pas de cube sur le plateau.
    [tile] Vous n’avez pas de cube sur cette tuile.
   *[answer] { other-answer }
}
refusal-no_actions_left = Il ne vous reste plus d’action.
refusal-no_crew_capacity = Votre piste d’effectif ne permet encore aucun équipier.
refusal-no_effect = { $reason ->
    [full] Ce que vous avez en { place } est déjà plein d’eau.
    [transfer] Aucune eau ne bougerait.
    [same_fires] Les deux feux ont la même intensité.
    [mimic] Le jeton est déjà sur cette carte.
   *[move] Un déplacement ne nomme que les tuiles du chemin où il se passe quelque chose, et ne repousse que les brigades qu’il rencontre.
}
refusal-no_pawn_here = { $reason ->
    [no_pawn] Ni votre brigade ni votre camion-citerne n’est en { place }.
   *[no_brigade] Votre brigade n’est pas en { place }.
}
refusal-not_adjacent = { $reason ->
    [ash] Ash n’atteint que les tuiles adjacentes.
   *[polymorph] Les tuiles doivent être adjacentes.
}
refusal-not_burning = { place } ne brûle pas.
refusal-not_enough_water = { $reason ->
    [wagon] Votre camion-citerne est vide.
    [places] Il n’y a pas assez d’eau aux endroits indiqués.
    [lose] Il n’y a pas d’eau à perdre à l’endroit indiqué.
   *[answer] { other-answer }
}
refusal-not_loyal = { place } ne vous est pas loyal et n’est pas votre caserne : vous ne pouvez pas y recharger.
refusal-not_together = Votre brigade et votre camion-citerne ne sont pas sur la même tuile.
refusal-not_your_turn = { $reason ->
    [idle] { SEAT($seat) } n’a rien à faire maintenant.
   *[turn] C’est le tour de { SEAT($active) }.
}
refusal-occupied = { $reason ->
    [rival] La brigade ou le camion-citerne d’un rival est en { place }.
   *[pawn] Une brigade ou un camion-citerne est en { place }.
}
refusal-out_of_reach = La Reconnaissance de ce feu va en { NAME($fire, kind: "cell") } ({ NAME($tile, kind: "tile") }) ou sur une tuile adjacente.
refusal-rival_brigade = { $reason ->
    [there] Une brigade rivale est en { place }.
   *[on_the_way] Une brigade rivale est sur le chemin.
}
refusal-too_far = Cela demande plus que les { $points } points de déplacement de votre brigade.
refusal-too_many_cubes = { $most ->
    [0] Vous ne pouvez placer que 1 cube.
    [one] Vous ne pouvez placer que 1 cube.
   *[other] Vous pouvez placer de 1 à { $most } cubes.
}
refusal-track_complete = Le marqueur est déjà sur le dernier cercle de la piste { $track ->
    [crew] d’effectif
    [wagon] du camion-citerne
   *[leadership] de leadership
}.
refusal-wagon_not_here = Votre camion-citerne est ailleurs ou vide : il n’a pas d’eau pour cela.
refusal-wrong_number_of_seats = The Brigade se joue de { $seats_min } à { $seats_max } joueurs, et non à { $seats }.
refusal-wrong_phase = { $reason ->
    [no_decision] Il n’y a rien à décider maintenant.
   *[no_actions] Les actions ne sont possibles que pendant la phase d’actions.
}
