# What each command of London asks, in French: one sentence in the imperative.
# The words are those of the printed French rulebook; the sentences are our own.

command-LookAtDeck = Consultez le dessus de la pioche.
command-DrawFromDeck = Prenez une carte de la pioche.
command-TakeFromDisplay = Prenez { NAME($card, kind: "card", form: "title") } sur l’étalage.
command-KeepCard = Gardez { NAME($card, kind: "card", form: "title") }.
command-StopDrawing = Ne prenez pas d’autre carte.
command-PutBack = Remettez { NAME($card, kind: "card", form: "title") } { $depth ->
    [top] au-dessus de la pioche
    [under] sous la carte remise juste avant
   *[unknown] sur la pioche, sous les cartes déjà remises
}.
command-TakeThree = Prenez { $cards } cartes.
command-TakeLoan = Prenez un emprunt.
command-OfferCard = Proposez { NAME($card, kind: "card", form: "title") } en échange.
command-TakeInExchange = Prenez { NAME($card, kind: "card", form: "title") } en échange{ $offered ->
    [none] {""}
   *[other] {" "}contre { NAME($offered, kind: "card", form: "title") }
}.
command-GiveUp = Placez { NAME($card, kind: "card", form: "title") } sur l’étalage.
command-EndTurn = Terminez le tour.
command-Invest = Investissez { NAME($borough, kind: "borough", form: "dans") }.
command-PlaceCard = Placez { NAME($card, kind: "card", form: "title") }{ $face_down ->
    [true] {" face cachée"}
   *[false] {""}
} sur { $stack ->
    [none] une nouvelle pile
   *[other] la pile { $stack }
}{ $top ->
    [none] {""}
   *[other] , par-dessus { NAME($top, kind: "card", form: "title") }
}.
command-SpendCard = Dépensez { NAME($card, kind: "card", form: "title") }{ $purpose ->
    [placement] {" "}pour placer { NAME($target, kind: "card", form: "title") }
    [activation] {" "}pour activer { NAME($target, kind: "card", form: "title") }
    [effect] {" "}pour { NAME($target, kind: "card", form: "title") }
   *[none] {""}
}{ $school ->
    [true] , grâce à l’École
   *[false] {""}
}.
command-UseWren = Utilisez Wren{ $purpose ->
    [placement] {" "}pour placer { NAME($target, kind: "card", form: "title") }
    [activation] {" "}pour activer { NAME($target, kind: "card", form: "title") }
    [effect] {" "}pour { NAME($target, kind: "card", form: "title") }
   *[none] {""}
}.
command-PlayForEffect = Jouez { NAME($card, kind: "card", form: "title") }{ $effect ->
    [draw_cards] {" "}pour prendre { $count ->
        [one] { $count } carte
       *[other] { $count } cartes
    }
    [free_placements] {" "}pour placer { $count ->
        [one] { $count } carte sans en dépenser d’autre
       *[other] { $count } cartes sans en dépenser d’autres
    }
   *[none] {""}
}.
command-EndAction = Ne jouez pas d’autre carte.
command-Activate = Activez { $top ->
    [none] {""}
   *[other] { NAME($top, kind: "card", form: "title") } sur{" "}
}la pile { $stack }{ $hospital ->
    [none] {""}
   *[other] {" "}et retournez à la place l’Hôpital de la pile { $hospital }
}.
command-Repeat = Activez à nouveau { $top ->
    [none] {""}
   *[other] { NAME($top, kind: "card", form: "title") } sur{" "}
}la pile { $stack }{ $hospital ->
    [none] {""}
   *[other] {" "}et retournez à la place l’Hôpital de la pile { $hospital }
}.
command-EndRun = Terminez la restauration de la ville.
command-BringIn = Placez { NAME($card, kind: "card", form: "title") } sur le Café.
command-StopSpending = Ne dépensez pas d’autre carte{ $purpose ->
    [placement] {" "}pour placer { NAME($target, kind: "card", form: "title") }
    [activation] {" "}pour activer { NAME($target, kind: "card", form: "title") }
    [effect] {" "}pour { NAME($target, kind: "card", form: "title") }
   *[none] {""}
}.
command-NameOpponent = { $points ->
    [0] Désignez { SEAT($opponent) }
    [one] Donnez { $points } Point de Pauvreté à { SEAT($opponent) }
   *[other] Donnez { $points } Points de Pauvreté à { SEAT($opponent) }
}{ $purpose ->
    [placement] {" "}pour placer { NAME($target, kind: "card", form: "title") }
    [activation] {" "}pour activer { NAME($target, kind: "card", form: "title") }
    [effect] {" "}avec { NAME($target, kind: "card", form: "title") }
   *[none] {""}
}.
command-PlaceUnderground = Amenez le Métro { NAME($borough, kind: "borough", form: "dans") }.
