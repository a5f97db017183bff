# What each command of London asks, in English: one sentence in the imperative.

command-LookAtDeck = Look at the top of the deck.
command-DrawFromDeck = Draw from the deck.
command-TakeFromDisplay = Take { NAME($card, kind: "card", form: "title") } from the display.
command-KeepCard = Keep { NAME($card, kind: "card", form: "title") }.
command-StopDrawing = Draw no further card.
command-PutBack = Put { NAME($card, kind: "card", form: "title") } back { $depth ->
    [top] on top of the deck
    [under] under the card put back before
   *[unknown] on the deck, under any put back before
}.
command-TakeThree = Take { $cards } cards.
command-TakeLoan = Take a loan.
command-OfferCard = Offer { NAME($card, kind: "card", form: "title") } in exchange.
command-TakeInExchange = Take { NAME($card, kind: "card", form: "title") } in exchange{ $offered ->
    [none] {""}
   *[other] {" "}for { NAME($offered, kind: "card", form: "title") }
}.
command-GiveUp = Give up { NAME($card, kind: "card", form: "title") }.
command-EndTurn = End the turn.
command-Invest = Invest in { NAME($borough, kind: "borough") }.
command-PlaceCard = Place { NAME($card, kind: "card", form: "title") }{ $face_down ->
    [true] {" face down"}
   *[false] {""}
} on { $stack ->
    [none] a new stack
   *[other] stack { $stack }
}{ $top ->
    [none] {""}
   *[other] , over { NAME($top, kind: "card", form: "title") }
}.
command-SpendCard = Spend { NAME($card, kind: "card", form: "title") }{ $purpose ->
    [placement] {" "}to place { NAME($target, kind: "card", form: "title") }
    [activation] {" "}to activate { NAME($target, kind: "card", form: "title") }
    [effect] {" "}for { NAME($target, kind: "card", form: "title") }
   *[none] {""}
}{ $school ->
    [true] {" with School"}
   *[false] {""}
}.
command-UseWren = Use Wren{ $purpose ->
    [placement] {" "}to place { NAME($target, kind: "card", form: "title") }
    [activation] {" "}to activate { NAME($target, kind: "card", form: "title") }
    [effect] {" "}for { NAME($target, kind: "card", form: "title") }
   *[none] {""}
}.
command-PlayForEffect = Play { NAME($card, kind: "card", form: "title") }{ $effect ->
    [draw_cards] {" "}to take { $count ->
        [one] 1 card
       *[other] { $count } cards
    }
    [free_placements] {" "}for { $count ->
        [one] 1 free placement
       *[other] { $count } free placements
    }
   *[none] {""}
}.
command-EndAction = Play no further card.
command-Activate = Activate { $top ->
    [none] {""}
   *[other] { NAME($top, kind: "card", form: "title") } on{" "}
}stack { $stack }{ $hospital ->
    [none] {""}
   *[other] {" "}and flip Hospital on stack { $hospital } instead
}.
command-Repeat = Activate { $top ->
    [none] {""}
   *[other] { NAME($top, kind: "card", form: "title") } on{" "}
}stack { $stack } again{ $hospital ->
    [none] {""}
   *[other] {" "}and flip Hospital on stack { $hospital } instead
}.
command-EndRun = End the run.
command-BringIn = Put { NAME($card, kind: "card", form: "title") } on Coffee House.
command-StopSpending = Spend no further card{ $purpose ->
    [placement] {" "}to place { NAME($target, kind: "card", form: "title") }
    [activation] {" "}to activate { NAME($target, kind: "card", form: "title") }
    [effect] {" "}for { NAME($target, kind: "card", form: "title") }
   *[none] {""}
}.
command-NameOpponent = { $points ->
    [0] Name { SEAT($opponent) }
    [one] Give 1 poverty point to { SEAT($opponent) }
   *[other] Give { $points } poverty points to { SEAT($opponent) }
}{ $purpose ->
    [placement] {" "}to place { NAME($target, kind: "card", form: "title") }
    [activation] {" "}to activate { NAME($target, kind: "card", form: "title") }
    [effect] {" "}for { NAME($target, kind: "card", form: "title") }
   *[none] {""}
}.
command-PlaceUnderground = Bring the Underground to { NAME($borough, kind: "borough") }.
