# What happened in a game of London, in French: one sentence in the passé composé for each event.
# The words are those of the printed French rulebook; the sentences are our own.

## The frame of the game

line-FirstPlayerDrawn = Le sort a désigné { SEAT($seat) } pour commencer.
line-DecksShuffled = Les paquets ont été mélangés et empilés : A au-dessus, puis B, puis C.
line-HandDealt = { SEAT($seat) } a reçu { $count ->
    [one] { $count } carte
   *[other] { $count } cartes
} en main.
line-HandDealt-known = { SEAT($seat) } a reçu en main : { NAMES($cards, kind: "card") }.
line-TurnBegan = Le tour { $number } a commencé : à { SEAT($seat) } de jouer.
line-TurnBegan-parliament = Le tour { $number } a commencé : à { SEAT($seat) } de jouer, avec de { $least } à { $most } cartes à prendre grâce au Parlement.
line-StartDrawEnded = { SEAT($seat) } a fini de prendre ses cartes de début de tour.
line-StartDrawEnded-skipped = { SEAT($seat) } n’a rien pris en début de tour, car il ne restait aucune carte.
line-ActionBegan = { SEAT($seat) } a choisi { $action ->
    [play] de jouer des cartes
    [run] de restaurer la ville
    [invest] d’investir
   *[take] de prendre trois cartes
}.
line-ActionEnded = { SEAT($seat) } a terminé son action.
line-TurnEnded = { SEAT($seat) } a terminé son tour.
line-EndTriggered-deck = { SEAT($seat) } a pris la dernière carte de la pioche ; tous les autres ont eu encore un tour.
line-EndTriggered-idle = Depuis trop longtemps, personne n’avait placé de carte ni pioché ; après ce tour, joué par { SEAT($seat) }, tous les autres ont eu encore un tour.

## Cards between deck, display, hands and discard pile

line-DeckLookedAt = { SEAT($seat) } a consulté { $count ->
    [one] la première carte
   *[other] les { $count } premières cartes
} de la pioche.
line-DeckLookedAt-known = { SEAT($seat) } a consulté le dessus de la pioche : { NAMES($cards, kind: "card") }.
line-CardDrawn = { SEAT($seat) } a pris une carte de la pioche.
line-CardDrawn-known = { SEAT($seat) } a pioché { NAME($card, kind: "card", form: "le") }.
line-CardKept = { SEAT($seat) } a gardé une des cartes consultées.
line-CardKept-known = { SEAT($seat) } a gardé { NAME($card, kind: "card", form: "le") } parmi les cartes consultées.
line-CardPutBack = { SEAT($seat) } a remis une carte consultée sur la pioche, sous celles déjà remises.
line-CardPutBack-known = { SEAT($seat) } a remis { NAME($card, kind: "card", form: "le") } sur la pioche, sous les cartes déjà remises.
line-CardTaken = { SEAT($seat) } a pris { NAME($card, kind: "card", form: "le") } sur l’étalage.
line-DrawLapsed = Il ne restait aucune carte ; { SEAT($seat) } en a manqué { $cards }.
line-TopRowDiscarded = L’étalage était complet : { $count ->
    [1] une carte a été défaussée
   *[other] { $count } cartes ont été défaussées
} ({ NAMES($cards, kind: "card") }) et la ligne du bas est remontée.
line-CardSpent = { SEAT($seat) } a dépensé { NAME($card, kind: "card", form: "le") }.
line-CardSpent-target = { SEAT($seat) } a dépensé { NAME($card, kind: "card", form: "le") } pour { $purpose ->
    [placement] placer { NAME($target, kind: "card", form: "le") }
    [activation] activer { NAME($target, kind: "card", form: "le") }
   *[other] { NAME($target, kind: "card", form: "le") }
}{ $school ->
    [true] , grâce à l’École
   *[false] {""}
}.
line-CardGivenUp = { SEAT($seat) } a placé { NAME($card, kind: "card", form: "le") } sur l’étalage, ayant plus de { $limit } cartes en main.
line-CardOffered = { SEAT($seat) } a proposé { NAME($card, kind: "card", form: "le") } à la Bourse.
line-CardsExchanged = { SEAT($seat) } a échangé { NAME($given, kind: "card", form: "le") } contre { NAME($taken, kind: "card", form: "le") } de l’étalage.

## Building and land

line-PlacementAnnounced = { SEAT($seat) } a voulu placer { NAME($card, kind: "card", form: "le") }{ $face_down ->
    [true] {" face cachée"}
   *[false] {""}
} sur { $stack ->
    [0] une nouvelle pile
   *[other] la pile { $stack }
}.
line-CreditUsed = Grâce à Wren, { SEAT($seat) } n’a dépensé aucune carte pour { NAME($card, kind: "card", form: "le") }.
line-CardPlaced = { SEAT($seat) } a placé { NAME($card, kind: "card", form: "le") }{ $face_down ->
    [true] {" face cachée"}
   *[false] {""}
} sur la pile { $stack }{ $pounds ->
    [0] {""}
   *[other] {" "}; les { $pounds } £ qui s’y trouvaient sont retournées à la banque
}.
line-EffectPlayed = { SEAT($seat) } a joué { NAME($card, kind: "card", form: "le") } et a pu { $cards ->
    [0] { $credits ->
        [one] placer { $credits } carte sans en dépenser d’autre
       *[other] placer { $credits } cartes sans en dépenser d’autres
    }
    [one] prendre { $cards } carte
   *[other] prendre { $cards } cartes
}.
line-BoroughBought = { SEAT($seat) } a investi { $pounds } £ { NAME($borough, kind: "borough", form: "dans") } et a eu droit à { $cards ->
    [one] { $cards } carte
   *[other] { $cards } cartes
}.

## Money, victory points and poverty

line-LoanTaken = { SEAT($seat) } { $forced ->
    [true] a dû prendre
   *[false] a pris
} un emprunt de { $pounds } £.
line-BankPaid = { SEAT($seat) } a payé { $pounds } £ à la banque { $purpose ->
    [school] pour utiliser { NAME($card, kind: "card", form: "le") }
    [activation] pour activer { NAME($card, kind: "card", form: "le") }
    [fire_brigade] à cause { NAME($card, kind: "card", form: "de") }
    [toll] pour traverser la Tamise
   *[other] pour placer { NAME($card, kind: "card", form: "le") }
}.
line-OpponentPaid = { SEAT($seat) } a payé { $pounds } £ à { SEAT($to) } à cause { NAME($card, kind: "card", form: "de") }.
line-MoneyGained = { SEAT($seat) } a gagné { $pounds } £ avec { NAME($card, kind: "card", form: "le") }.
line-MoneyStored = { SEAT($seat) } a reçu { $pounds } £ sur { NAME($card, kind: "card", form: "le") }.
line-StoredMoneyTaken = { SEAT($seat) } a pris les { $pounds } £ accumulées sur { NAME($card, kind: "card", form: "le") }.
line-PointsGained = { SEAT($seat) } a gagné { $points } PV avec { NAME($card, kind: "card", form: "le") }.
line-PovertyReturned = { SEAT($seat) } a défaussé { $points ->
    [one] { $points } Point de Pauvreté
   *[other] { $points } Points de Pauvreté
} avec { NAME($card, kind: "card", form: "le") }.
line-PovertyTaken = { SEAT($seat) } a pris { $points ->
    [one] { $points } Point de Pauvreté
   *[other] { $points } Points de Pauvreté
} à cause { NAME($card, kind: "card", form: "de") }.
line-PovertyGiven = { SEAT($seat) } a transféré { $points ->
    [one] { $points } Point de Pauvreté
   *[other] { $points } Points de Pauvreté
} à { SEAT($to) } avec { NAME($card, kind: "card", form: "le") }.

## The run of the city

line-CardActivated = { SEAT($seat) } a activé { NAME($card, kind: "card", form: "le") }{ $repeated ->
    [true] {" une seconde fois"}
   *[false] {""}
}{ $hospital ->
    [true] , l’Hôpital devant être retourné à la place
   *[false] {""}
}.
line-CardBroughtIn = { SEAT($seat) } a placé { NAME($card, kind: "card", form: "le") } de l’étalage sur le Café.
line-HandIgnored = La main tenue par { SEAT($seat) } n’a plus compté comme pauvreté pour cette restauration.
line-UndergroundPlaced = { SEAT($seat) } a amené le Métro { NAME($borough, kind: "borough", form: "dans") }.
line-ActivationEnded = { SEAT($seat) } a laissé { NAME($card, kind: "card", form: "le") } face visible.
line-ActivationEnded-face-down = { SEAT($seat) } avait déjà { NAME($card, kind: "card", form: "le") } face cachée.
line-ActivationEnded-stack = { SEAT($seat) } a retourné la pile { $stack } après avoir activé { NAME($card, kind: "card", form: "le") }.
line-ActivationEnded-hospital = { SEAT($seat) } a retourné l’Hôpital de la pile { $stack } à la place { NAME($card, kind: "card", form: "de") }.
line-ActivationEnded-flipped = { SEAT($seat) } a retourné { NAME($card, kind: "card", form: "le") } sur la pile { $stack }.
line-PovertyComputed = { SEAT($seat) } a compté { $stacks ->
    [one] { $stacks } pile
   *[other] { $stacks } piles
} et { $hand ->
    [0] { $ignored ->
        [true] aucune carte en main (grâce aux Pubs)
       *[false] aucune carte en main
    }
    [one] { $hand } carte en main
   *[other] { $hand } cartes en main
}, moins { $boroughs ->
    [one] { $boroughs } arrondissement
   *[other] { $boroughs } arrondissements
}{ $change ->
    [more] , a pris { $points ->
        [one] { $points } Point de Pauvreté
       *[other] { $points } Points de Pauvreté
    } et en a eu ensuite { $poverty }
    [same] {" "}et a gardé { $poverty ->
        [one] { $poverty } Point de Pauvreté
       *[other] { $poverty } Points de Pauvreté
    }
    [less] , a défaussé { $points ->
        [one] { $points } Point de Pauvreté
       *[other] { $points } Points de Pauvreté
    } et en a eu ensuite { $poverty }
   *[none] , a pu défausser jusqu’à { $points ->
        [one] { $points } Point de Pauvreté
       *[other] { $points } Points de Pauvreté
    } et n’en a plus eu aucun
}.

## The final scoring

line-LoansRepaid = { SEAT($seat) } a remboursé { $loans ->
    [one] { $loans } emprunt
   *[other] { $loans } emprunts
} pour { $pounds } £.
line-HandRevealed = { SEAT($seat) } { $count ->
    [0] n’avait plus de carte en main
   *[other] a révélé sa main et pris { $poverty ->
        [one] { $poverty } Point de Pauvreté
       *[other] { $poverty } Points de Pauvreté
    } : { NAMES($cards, kind: "card") }
}.
line-PovertyReduced = { $points ->
    [0] Personne n’a défaussé de Points de Pauvreté, car quelqu’un n’en avait aucun.
    [one] Tout le monde a défaussé { $points } Point de Pauvreté.
   *[other] Tout le monde a défaussé { $points } Points de Pauvreté.
}
line-GameEnded = La partie s’est achevée : { SEATS($winners) } { $count ->
    [1] a gagné avec { $points } PV
   *[other] ont partagé la victoire avec { $points } PV chacun
}{ $decided ->
    [none] {""}
    [poverty] , à égalité mais avec moins de Points de Pauvreté
    [markers] , à égalité mais avec plus d’arrondissements
    [best_card] , à égalité mais avec une carte de plus grande valeur
   *[unknown] , après départage d’une égalité
}{ $others }.
# Each of the others, in order: the end of line-GameEnded.
rank = , { SEAT($seat) } a fini avec { $points } PV{ $more }
