# Ce que dit toute partie, quelles que soient ses règles : en français. Notre propre traduction.

line-GameOpened = Une partie pour { $seats } a été ouverte ; son hasard est scellé sous { $commitment }…
line-GameForked = Une partie d’essai a été ouverte ; elle continue à partir de l’étape { $version } d’une autre partie.
line-SeatTaken = { SEAT($seat) } a pris la place { $number }.
line-SeatLeft = La place { $number } s’est libérée.
line-BotSeated = Le robot « { $bot } » a pris le relais de { SEAT($seat) }.
line-GameBegun = La partie a commencé.
line-SeatResigned = { SEAT($seat) } a abandonné ; { $bot ->
    [none] la partie a continué sans cette place
   *[other] le robot « { $bot } » a repris la place
}.
line-TimeCalled = Le temps de { SEAT($seat) } a été déclaré écoulé.
line-GameEnded = { $count ->
    [0] La partie s’est terminée ; personne n’a gagné.
    [1] La partie s’est terminée : { SEATS($winners) } a gagné avec { $points } points.
   *[other] La partie s’est terminée : { SEATS($winners) } ont partagé la victoire avec { $points } points.
}
line-GameAbandoned = { $deserted ->
    [true] Le service a fermé la partie sans résultat : longtemps, personne d’autre que son hôte ne l’avait rejointe.
   *[false] La partie a été fermée sans résultat.
}
line-SeedRevealed = La graine a été révélée ; dès lors, chacun a pu vérifier chaque tirage.
line-ArbiterCalled = { SEAT($seat) } a appelé l’arbitre au sujet de l’étape { $step } : { $category ->
    [rules] les règles
    [time] le temps
    [conduct] la conduite de quelqu’un
    [mistake] une erreur
   *[other] autre chose
}.
line-CallWithdrawn = { SEAT($seat) } a retiré l’appel { $call } à l’arbitre.
line-RulingMade = Décision { $ruling } : { $kind ->
    [play_on] la partie continue telle quelle
    [fix] la position est corrigée
    [points] des points sont ajustés
    [forfeit] une place perd la partie
    [substitute] une place reçoit un remplaçant
    [rewind] la partie est rembobinée
    [places] l’arbitre décide des rangs
    [time] du temps est donné ou retiré
    [ruleset] la partie continue selon une autre version des règles
   *[annul] la partie est annulée
}.
line-Amended = La décision { $ruling } a changé la position.
line-PointsAdjusted = { SEAT($seat) } a { $taken ->
    [true] perdu
   *[false] reçu
} { $points } par la décision { $ruling }.
line-SeatForfeited = { SEAT($seat) } a perdu la partie { $ruling ->
    [none] au temps
   *[other] par la décision { $ruling }
} ; { $bot ->
    [none] la partie a continué sans cette place
   *[other] le robot « { $bot } » a repris la place
}.
line-SeatHandedOver = La décision { $ruling } a donné à un remplaçant la place de { SEAT($seat) }.
line-RulesetChanged = Par la décision { $ruling }, la partie continue selon la version { $to } des règles.
line-AppealLodged = { SEAT($seat) } a fait appel de la décision { $ruling }.
line-AppealDecided = L’appel { $appeal } a été tranché : la décision { $upheld ->
    [true] tient
   *[false] est remplacée
}.
line-GameStopped = { $why ->
    [arbiter] Un arbitre a
    [vote] Les places ont
    [call] Un recours à l’arbitre a
   *[service] Le service a
} arrêté la partie { $until ->
    [none] jusqu’à sa reprise
   *[other] jusqu’à { $until }
}.
line-GameResumed = { $why ->
    [arbiter] Un arbitre a
    [vote] Les places ont
    [call] La fin du recours à l’arbitre a
   *[service] Le service a
} fait reprendre la partie.
line-TimeAdjusted = { SEAT($seat) } a { $taken ->
    [true] perdu
   *[false] reçu
} { $seconds } secondes { $ruling ->
    [none] par un arbitre
   *[other] par la décision { $ruling }
}.
line-FlagFell = Le temps de { SEAT($seat) } était écoulé à { $when }, et cela a été constaté.
line-SleepSet = { $minutes ->
    [0] { SEAT($seat) } n’a plus d’heures de sommeil à partir de la prochaine fois.
   *[other] { SEAT($seat) } a indiqué { $minutes } minutes de sommeil par jour, à partir de la prochaine fois.
}
line-RestTaken = { SEAT($seat) } a pris { $minutes } minutes de repos, avant la prochaine marche de sa pendule.
line-StepsTakenBack = { $seat ->
    [none] La décision { $ruling }
   *[other] { SEAT($seat) }
} a repris { $steps ->
    [1] 1 étape
   *[other] { $steps } étapes
}, jusqu’à l’étape { $to }{ $inside ->
    [true] , la dernière avant le coup qui contient l’étape { $named }
   *[false] {""}
}. { $what ->
    [redealt] Ce que personne n’y savait a été redistribué.
    [revealed] Quelque chose avait été montré.
   *[nothing] Personne n’avait rien appris.
}
line-MotionMade = { $kind ->
    [take_back] { SEAT($seat) } a demandé à revenir à l’étape { $to }.
    [stop] { SEAT($seat) } a proposé d’arrêter la partie.
    [resume] { SEAT($seat) } a proposé de reprendre la partie.
   *[close] { SEAT($seat) } a demandé à fermer la partie sans résultat.
}
line-MotionAnswered = { SEAT($seat) } { $yes ->
    [true] a accepté.
   *[false] n’a pas accepté ; la demande est close.
}
line-MotionWithdrawn = { SEAT($seat) } a retiré la demande.

highlight-turn = Tour { $turn }
highlight-gained = { SEAT($seat) } a gagné { $points }
highlight-lost = { SEAT($seat) } a perdu { $points }
highlight-end = La fin

refusal-already_a_bot = Un robot joue déjà cette place.
refusal-already_begun = La partie a commencé ; les places sont fixées.
refusal-already_open = La partie est déjà ouverte.
refusal-already_seated = Vous avez déjà une place dans cette partie, sous le nom de { SEAT($seat) }.
refusal-bad_ruling_terms = Les appels peuvent rester ouverts de 0 à { $seconds_max } secondes.
refusal-bad_delay = Un décalage est de 1 à { $steps_max } étapes ou de 1 à { $seconds_max } secondes, pas les deux.
refusal-bad_faults = Au plus { $faults_max } pannes, chacune à partir de l’étape 1 et longue d’au plus { $ms_max } millisecondes.
refusal-bad_name = { $why ->
    [bot] Ceci se lit comme le nom d’un robot du service. Prenez-en un autre.
    [blank] Un nom a de 1 à { $max } caractères imprimables, dont un visible. Celui-ci paraîtrait vide.
    [stacked] Un nom a de 1 à { $max } caractères imprimables et au plus { $combining_max } signes combinants de suite.
   *[length] Un nom a de 1 à { $max } caractères imprimables.
}
refusal-bad_pace = Le rythme des robots est de 0 à { $ms_max } millisecondes.
refusal-bad_seed = Une graine a de 1 à { $max } caractères.
refusal-bad_title = { $why ->
    [blank] Un titre a au plus { $max } caractères imprimables, dont un visible. Celui-ci paraîtrait vide.
    [stacked] Un titre a au plus { $max } caractères imprimables et au plus { $combining_max } signes combinants de suite.
   *[length] Un titre a au plus { $max } caractères imprimables.
}
refusal-game_over = La partie est terminée.
refusal-name_taken = Quelqu’un dans cette partie porte ce nom, ou un nom qui lui ressemble. Choisissez-en un autre pour cette partie.
refusal-no_such_choice = Votre place n’a pas ce choix maintenant. Envoyez le `choice` de ce qui est permis maintenant ; son texte est pour les humains.
refusal-no_such_seat = Les places vont de 0 à { $last }.
refusal-not_an_arbiter = Seul un arbitre qui ne joue pas la partie et n’en est pas l’hôte peut le faire, par exemple déclarer le temps écoulé.
refusal-not_begun = La partie n’a pas commencé.
refusal-not_the_host = { $to ->
    [seat_bots] Seul l’hôte peut installer des robots.
    [begin] Seul l’hôte peut commencer la partie.
   *[close] L’hôte peut fermer une partie avant qu’elle commence ; ensuite, seul un arbitre le peut.
}
refusal-not_to_act = { SEAT($seat) } n’a rien à décider maintenant.
refusal-not_your_seat = { $to ->
    [leave] Seule la personne qui joue une place peut la quitter ; l’hôte peut retirer un robot.
    [hand_over] Seule la personne qui joue une place, ou un arbitre, peut la confier à un robot.
    [rest] Seule la personne qui joue une place peut fixer ses heures de sommeil et son repos.
   *[resign] Seule la personne qui joue une place peut l’abandonner.
}
refusal-nothing_to_play = Personne ne peut agir à cette étape ; aucune partie ne peut donc continuer à partir d’elle.
refusal-seat_not_free = { $free ->
    [none] Toutes les places sont prises.
   *[other] Cette place n’est pas libre.
}
refusal-seats_free = { $count ->
    [one] { $count } place sur { $seats } est encore libre.
   *[other] { $count } places sur { $seats } sont encore libres.
}
refusal-seed_without_sandbox = Seule une partie d’essai peut choisir sa graine ; dans les autres, chacun doit pouvoir se fier au hasard.
refusal-share_too_long = Une contribution au hasard a au plus { $max } caractères.
refusal-unknown_bot = { $title } n’a aucun robot de ce nom.
refusal-unknown_option = Ces options ne sont pas possibles : { $error }.
refusal-unknown_ruleset = Il n’y a pas ici de règles « { $ruleset } ».
refusal-unknown_version = Il n’y a pas ici de version { $version } de { $title }.
refusal-wrong_number_of_seats = { $title } se joue de { $seats_min } à { $seats_max } personnes, pas à { $seats }.
refusal-bad_amendment = Cette correction est impossible ici : { $why }.
refusal-bad_places = Les rangs classent les { $seats } places : 1 est le meilleur, et les ex æquo partagent un rang.
refusal-bad_points = Ajustez de 1 à { $max } points, en plus ou en moins, une fois par place.
refusal-hidden_from_all = Une correction ne touche à rien de ce qui est caché à tous.
refusal-nobody_to_act = Après cette correction, plus personne ne pourrait agir.
refusal-no_such_appeal = Il n’y a pas d’appel { $appeal }.
refusal-no_such_call = Il n’y a pas d’appel à l’arbitre { $call } ouvert auquel répondre ou à retirer.
refusal-no_such_ruling = Il n’y a pas de décision { $ruling }.
refusal-no_such_step = La partie a les étapes 1 à { $last }.
refusal-no_later_version = { $versions ->
    [none] La partie suit la version { $played } des règles, et il n’y en a pas de plus récente par laquelle continuer.
   *[other] La partie suit la version { $played } des règles. Elle peut continuer selon : { $versions }.
}
refusal-no_substitute = Un remplaçant est une personne connue qui n’a pas pris part à cette partie.
refusal-not_touched = La décision { $ruling } ne touche pas votre place.
refusal-appeal_over = Cet appel contre la décision { $ruling } n’est plus possible.
refusal-own_ruling = Un autre arbitre doit trancher l’appel contre la décision { $ruling }.
refusal-seat_given_up = { SEAT($seat) } a déjà abandonné la partie.
refusal-too_many_calls = Une place a au plus { $max } appels à l’arbitre ouverts.
refusal-unknown_amendment = Le jeu ne connaît pas une telle correction.
refusal-unknown_rule = Il n’y a pas de règle { $rule }.
refusal-bad_note = Une note a au plus { $max } caractères.
refusal-unlawful = Après cette correction, une loi du jeu ne tiendrait plus : { $law }
refusal-bad_clock = La pendule ne le permet pas : `{ $field }` va de { $least } à { $most }.
refusal-bad_time = Donnez ou retirez du temps une fois par place.
refusal-flag_not_fallen = { $when ->
    [none] Aucun temps ne court pour { SEAT($seat) }, il ne peut donc pas s’écouler.
   *[other] Le temps de { SEAT($seat) } ne s’écoule pas avant { $when }.
}
refusal-game_stopped = { $until ->
    [none] La partie est arrêtée jusqu’à sa reprise.
   *[other] La partie est arrêtée jusqu’à { $until }.
}
refusal-has_clock = La partie a des pendules. Quand le temps de { SEAT($seat) } est écoulé, constatez-le avec `claimTime`.
refusal-no_clock = { $seat ->
    [none] La partie n’a pas de pendules, ou elle n’a pas commencé.
   *[other] Un robot joue pour { SEAT($seat) }, il n’y a donc pas de pendule.
}
refusal-no_rest_left = Il ne reste que { $minutes } minutes de repos.
refusal-not_stopped = La partie n’est pas arrêtée.
refusal-time_over = Le temps de { SEAT($seat) } s’est écoulé à { $since }. Ses commandes ne sont plus acceptées.
refusal-bad_take_backs = Le nombre de reprises va de 0 à { $max }, et seulement dans les parties où elles sont libres.
refusal-behind_frontier = { $crossing ->
    [decision] Tu ne peux pas reprendre cela seul : quelqu’un d’autre a décidé à l’étape { $step }.
    [chance] Tu ne peux pas reprendre cela seul : quelque chose a été pioché à l’étape { $step }.
    [knowledge] Tu ne peux pas reprendre cela seul : quelque chose de caché a été appris à l’étape { $step }.
    [set_up] Personne ne reprend le début de la partie.
    [left] Personne ne reprend l’étape { $step } : une place y a quitté la partie.
    [ruling] Personne ne reprend l’étape { $step } : une décision y a changé la position.
   *[ended] Personne ne reprend la fin de la partie.
}
refusal-motion_answered = Tu as déjà accepté cette demande.
refusal-motion_open = Une autre demande attend des réponses. Réponds-y ou retire-la d’abord.
refusal-no_motion = Il n’y a pas de demande { $motion } en cours à laquelle tu puisses répondre ou que tu puisses retirer.
refusal-no_take_backs = { $policy ->
    [free] Dans cette partie, chaque place reprend librement jusqu’à sa limite, et pas plus loin.
    [consent] Cette partie permet les reprises avec accord.
    [arbiter] Dans cette partie, seul l’arbitre reprend des coups. Appelle-le.
   *[none] Cette partie a été ouverte sans reprises.
}
refusal-no_take_backs_left = Une place reprend ce qu’elle a montré au plus { $max } fois.
refusal-nothing_to_take_back = Il n’y a rien à reprendre après cette étape.
refusal-own_motion = Les autres répondent à ta demande. Tu peux la retirer.
refusal-step_taken_back = L’étape { $step } a été reprise elle-même. Choisis-en une qui tient.

## L’aperçu d’un lien vers une partie

preview-open = places prises : { $taken } sur { $seats }
preview-closed = fermée sans résultat
preview-over = terminée
preview-turn = tour { $turn }, étape { $step }
preview-set-up = mise en place, étape { $step }
preview-players = { SEATS($seats) }.
preview-leads = { SEATS($seats) } { $count ->
    [one] mène
   *[other] mènent
} : { $points } si la partie s’arrêtait ; { $others }.
preview-won = { SEATS($seats) } { $count ->
    [one] a gagné
   *[other] se sont partagé la victoire
} avec { $points } ; { $others }.
