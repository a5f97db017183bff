# Why a command of London is refused, in French: one sentence for each code and its facts.
# The words are those of the printed French rulebook; the sentences are our own.

## Any command

refusal-game_over = La partie est terminée.
refusal-not_your_turn = { $active ->
    [none] { SEAT($seat) } n’a rien à décider maintenant.
   *[other] C’est à { SEAT($active) } de jouer.
}
refusal-wrong_phase = { $phase ->
    [set_up] La partie n’est pas encore mise en place.
    [start_draw] Ce n’est pas possible maintenant : { SEAT($active) } prend ses cartes de début de tour.
    [put_back] Ce n’est pas possible maintenant : { SEAT($active) } doit remettre sur la pioche les cartes consultées.
    [action] Ce n’est pas possible maintenant : { SEAT($active) } doit choisir une action.
    [playing] Ce n’est pas possible maintenant : { SEAT($active) } joue des cartes.
    [paying] Ce n’est pas possible maintenant : { SEAT($active) } doit payer la carte à placer.
    [drawing] Ce n’est pas possible maintenant : { SEAT($active) } doit prendre les cartes dues.
    [running] Ce n’est pas possible maintenant : { SEAT($active) } restaure la ville.
    [activation_cost] Ce n’est pas possible maintenant : { SEAT($active) } doit dépenser une carte pour l’activation.
    [bringing_in] Ce n’est pas possible maintenant : { SEAT($active) } doit choisir une carte pour le Café.
    [spending] Ce n’est pas possible maintenant : { SEAT($active) } peut dépenser des cartes pour l’activation.
    [naming] Ce n’est pas possible maintenant : { SEAT($active) } doit désigner un adversaire.
    [repeating] Ce n’est pas possible maintenant : { SEAT($active) } doit choisir la carte que Whitehall fait activer à nouveau.
    [underground] Ce n’est pas possible maintenant : { SEAT($active) } doit placer un marqueur de métro.
    [exchanging] Ce n’est pas possible maintenant : { SEAT($active) } doit choisir la carte à prendre en échange.
   *[hand_check] Ce n’est pas possible maintenant : l’action est terminée, et { SEAT($active) } doit réduire sa main ou terminer son tour.
}

## The opening of a game

refusal-wrong_number_of_seats = London se joue de { $least } à { $most } joueurs.
refusal-idle_turns_out_of_range = La limite contre les parties sans fin va de 1 à { $most } tours inactifs par joueur.

## Cards, stacks and money

refusal-money_short = Cela coûte { $needed } £ ; vous avez { $money } £. Vous pouvez d’abord prendre un emprunt.
refusal-no_such_stack = Vous n’avez pas cette pile.
refusal-not_in_hand = Cette carte n’est pas dans votre main.
refusal-not_on_display = Cette carte n’est pas sur l’étalage.
refusal-nothing_to_spend = { $purpose ->
    [placement] Vous n’avez pas d’autre carte { NAME($colour, kind: "colour", form: "fem") } à dépenser pour { NAME($card, kind: "card", form: "le") }.
   *[activation] { $colour ->
        [none] Pour activer { NAME($card, kind: "card", form: "le") }, il faut dépenser une carte, et vous n’en avez pas.
       *[other] Pour activer { NAME($card, kind: "card", form: "le") }, il faut dépenser une carte { NAME($colour, kind: "colour", form: "fem") }, et vous n’en avez pas.
    }
}
refusal-wrong_colour = { $purpose ->
    [placement] Pour { NAME($target, kind: "card", form: "le") }, il faut dépenser une carte { NAME($colour, kind: "colour", form: "fem") } ; celle-ci est { NAME($spent, kind: "colour", form: "fem") } : { NAME($card, kind: "card") }.
   *[activation] Pour activer { NAME($target, kind: "card", form: "le") }, il faut dépenser une carte { NAME($colour, kind: "colour", form: "fem") }.
}

## Taking cards

refusal-deck_empty = La pioche est vide.
refusal-looked_already = Après avoir consulté la pioche, vous ne pouvez prendre qu’une carte consultée ou une carte de l’étalage.
refusal-must_draw = En début de tour, prendre une carte n’est pas une option.
refusal-no_university = Vous n’avez pas d’Université de Londres visible.
refusal-not_looked_at = { $purpose ->
    [keep] Cette carte n’est pas de celles que vous avez consultées.
   *[put_back] Cette carte n’est pas de celles que vous devez remettre.
}
refusal-too_late_to_look = Vous pouvez consulter la pioche une seule fois, avant de prendre votre première carte du tour.

## Placing and playing cards

refusal-new_stack_face_up = Une carte qui débute une nouvelle pile doit être face visible.
refusal-no_credit = Wren ne vous permet plus de placer une carte sans en dépenser une autre.
refusal-no_play_effect = Vous ne pouvez pas jouer { NAME($card, kind: "card", form: "le") } pour son effet : cette carte n’en a pas.
refusal-no_school = Vous n’avez pas d’École visible.
refusal-no_school_here = L’École ne sert qu’à placer une carte.
refusal-not_placeable = Vous ne pouvez pas placer { NAME($card, kind: "card", form: "le") } : cette carte n’a pas l’apparence de pierre.
refusal-placed_this_turn = La carte qui s’y trouve a été placée pendant ce tour : elle ne peut pas encore être recouverte.
refusal-school_not_needed = Cette carte est de toute façon { NAME($colour, kind: "colour", form: "fem") } ; l’École n’est pas nécessaire.
refusal-spends_itself = Une carte ne peut pas être dépensée pour elle-même.

## The run

refusal-activated_already = Vous avez déjà activé { NAME($card, kind: "card", form: "le") } pendant cette restauration.
refusal-face_down = Vous ne pouvez pas activer { NAME($card, kind: "card", form: "le") } : cette carte est face cachée.
refusal-hospital_taken = Cet Hôpital est déjà réservé pour Whitehall.
refusal-no_flip_to_save = Vous n’auriez pas à retourner { NAME($card, kind: "card", form: "le") } maintenant.
refusal-no_hospital = Il n’y a pas d’Hôpital visible sur cette pile.
refusal-no_target = { $choice ->
    [reactivate_other] Aucune autre carte activée pendant cette restauration n’est au sommet d’une pile.
   *[place_from_display_on_self] L’étalage n’a aucune carte que vous puissiez prendre et payer.
}
refusal-not_activatable = Cette carte n’a rien à activer : { NAME($card, kind: "card") }.
refusal-not_an_opponent = Désignez un autre joueur.
refusal-not_paupers = Seuls les Pauvres peuvent être dépensés pour { NAME($target, kind: "card", form: "le") }.
refusal-not_repeatable = Vous ne pouvez pas activer à nouveau { NAME($card, kind: "card", form: "le") } : il faut une autre carte, activée pendant cette restauration.

## Land and the Underground

refusal-borough_taken = Il y a déjà un marqueur de bâtiment { NAME($borough, kind: "borough", form: "dans") }.
refusal-no_building_marker = Il n’y a pas de marqueur de bâtiment { NAME($borough, kind: "borough", form: "dans") }.
refusal-no_marker_left = { $kind ->
    [building] Vos { $markers } marqueurs de bâtiment sont tous sur le plateau.
   *[underground] Tous les marqueurs de métro sont sur le plateau.
}
refusal-no_such_borough = Cet arrondissement n’existe pas.
refusal-not_a_first_borough = Le premier marqueur de bâtiment doit être placé dans un arrondissement au nom rouge.
refusal-not_adjacent = { $kind ->
    [building] Aucun arrondissement adjacent n’a de marqueur de bâtiment : { NAME($borough, kind: "borough") }.
   *[underground] Aucun arrondissement adjacent n’a de marqueur de métro : { NAME($borough, kind: "borough") }.
}
refusal-not_near_city = Le premier marqueur de métro doit être placé dans la City ou dans un arrondissement adjacent.
refusal-underground_there = Il y a déjà un marqueur de métro { NAME($borough, kind: "borough", form: "dans") }.

## The Stock Exchange and the hand check

refusal-display_empty = L’étalage n’a aucune carte à échanger.
refusal-exchanged_already = Vous avez déjà utilisé la Bourse pendant ce tour.
refusal-hand_small_enough = Vous n’avez pas plus de { $limit } cartes en main.
refusal-hand_too_large = Réduisez d’abord votre main à { $limit } cartes.
refusal-no_stock_exchange = Vous n’avez pas de Bourse visible.
