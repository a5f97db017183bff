# What happened in a game of London, in English: one sentence in the past tense for each event.

## The frame of the game

line-FirstPlayerDrawn = { SEAT($seat) } was drawn as the first player.
line-DecksShuffled = The decks were shuffled and stacked: A on top, then B, then C.
line-HandDealt = { SEAT($seat) } was dealt { $count ->
    [one] 1 card
   *[other] { $count } cards
}.
line-HandDealt-known = { SEAT($seat) } was dealt { NAMES($cards, kind: "card") }.
line-TurnBegan = { SEAT($seat) } began turn { $number }.
line-TurnBegan-parliament = { SEAT($seat) } began turn { $number }; Parliament allowed a start draw of { $least } to { $most } cards.
line-StartDrawEnded = { SEAT($seat) }'s start draw ended.
line-StartDrawEnded-skipped = { SEAT($seat) } skipped the start draw, because no card was left.
line-ActionBegan = { SEAT($seat) } chose to { $action ->
    [play] play cards
    [run] run the city
    [invest] invest
   *[take] take three cards
}.
line-ActionEnded = { SEAT($seat) } finished the action.
line-TurnEnded = { SEAT($seat) }'s turn ended.
line-EndTriggered-deck = { SEAT($seat) } took the last card of the deck; each other player had one more turn.
line-EndTriggered-idle = For too long nobody had placed a card or taken one from the deck; after { SEAT($seat) }'s turn each other player had one more turn.

## Cards between deck, display, hands and discard pile

line-DeckLookedAt = { SEAT($seat) } looked at the top of the deck: { $count ->
    [one] 1 card
   *[other] { $count } cards
}.
line-DeckLookedAt-known = { SEAT($seat) } looked at the top of the deck: { NAMES($cards, kind: "card") }.
line-CardDrawn = { SEAT($seat) } drew a card from the deck.
line-CardDrawn-known = { SEAT($seat) } drew { NAME($card, kind: "card") } from the deck.
line-CardKept = { SEAT($seat) } kept one of the cards looked at.
line-CardKept-known = { SEAT($seat) } kept { NAME($card, kind: "card") } of the cards looked at.
line-CardPutBack = { SEAT($seat) } put a card looked at back on the deck, under any put back before.
line-CardPutBack-known = { SEAT($seat) } put { NAME($card, kind: "card") } back on the deck, under any put back before.
line-CardTaken = { SEAT($seat) } took { NAME($card, kind: "card") } from the display.
line-DrawLapsed = No card was left to take; { SEAT($seat) } went without { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}.
line-TopRowDiscarded = The display was full: { NAMES($cards, kind: "card") } { $count ->
    [1] was
   *[other] were
} discarded and the bottom row moved up.
line-CardSpent = { SEAT($seat) } spent { NAME($card, kind: "card") }.
line-CardSpent-target = { SEAT($seat) } spent { NAME($card, kind: "card") } { $purpose ->
    [placement] to place
    [activation] to activate
   *[other] for
} { NAME($target, kind: "card") }{ $school ->
    [true] {" with School"}
   *[false] {""}
}.
line-CardGivenUp = { SEAT($seat) } gave up { NAME($card, kind: "card") }, because the hand was larger than { $limit }.
line-CardOffered = { SEAT($seat) } offered { NAME($card, kind: "card") } at the Stock Exchange.
line-CardsExchanged = { SEAT($seat) } exchanged { NAME($given, kind: "card") } for { NAME($taken, kind: "card") } from the display.

## Building and land

line-PlacementAnnounced = { SEAT($seat) } chose to place { NAME($card, kind: "card") }{ $face_down ->
    [true] {" face down"}
   *[false] {""}
} on { $stack ->
    [0] a new stack
   *[other] stack { $stack }
}.
line-CreditUsed = { SEAT($seat) } spent no card for { NAME($card, kind: "card") }, thanks to Wren.
line-CardPlaced = { SEAT($seat) } placed { NAME($card, kind: "card") }{ $face_down ->
    [true] {" face down"}
   *[false] {""}
} on stack { $stack }{ $pounds ->
    [0] {""}
   *[other] ; the £{ $pounds } that lay there went back to the bank
}.
line-EffectPlayed = { SEAT($seat) } played { NAME($card, kind: "card") } and had { $cards ->
    [0] { $credits ->
        [one] 1 free placement
       *[other] { $credits } free placements
    }
    [one] 1 card to take
   *[other] { $cards } cards to take
}.
line-BoroughBought = { SEAT($seat) } invested £{ $pounds } in { NAME($borough, kind: "borough") } and had { $cards ->
    [one] 1 card
   *[other] { $cards } cards
} to take.

## Money, victory points and poverty

line-LoanTaken = { SEAT($seat) } { $forced ->
    [true] had to take
   *[false] took
} a loan of £{ $pounds }.
line-BankPaid = { SEAT($seat) } paid the bank £{ $pounds } { $purpose ->
    [school] to use { NAME($card, kind: "card") }
    [activation] to activate { NAME($card, kind: "card") }
    [fire_brigade] because of { NAME($card, kind: "card") }
    [toll] to cross the Thames
   *[other] to place { NAME($card, kind: "card") }
}.
line-OpponentPaid = { SEAT($seat) } paid { SEAT($to) } £{ $pounds } because of { NAME($card, kind: "card") }.
line-MoneyGained = { SEAT($seat) } gained £{ $pounds } from { NAME($card, kind: "card") }.
line-MoneyStored = £{ $pounds } was put on { SEAT($seat) }'s { NAME($card, kind: "card") }.
line-StoredMoneyTaken = { SEAT($seat) } took the £{ $pounds } that lay on { NAME($card, kind: "card") }.
line-PointsGained = { SEAT($seat) } gained { $points } VP from { NAME($card, kind: "card") }.
line-PovertyReturned = { SEAT($seat) } returned { $points ->
    [one] 1 poverty point
   *[other] { $points } poverty points
}, thanks to { NAME($card, kind: "card") }.
line-PovertyTaken = { SEAT($seat) } took { $points ->
    [one] 1 poverty point
   *[other] { $points } poverty points
} because of { NAME($card, kind: "card") }.
line-PovertyGiven = { SEAT($seat) } gave { $points ->
    [one] 1 poverty point
   *[other] { $points } poverty points
} to { SEAT($to) } with { NAME($card, kind: "card") }.

## The run of the city

line-CardActivated = { SEAT($seat) } activated { NAME($card, kind: "card") }{ $repeated ->
    [true] {" a second time"}
   *[false] {""}
}{ $hospital ->
    [true] , with Hospital to be flipped instead
   *[false] {""}
}.
line-CardBroughtIn = { SEAT($seat) } put { NAME($card, kind: "card") } from the display on the Coffee House.
line-HandIgnored = { SEAT($seat) }'s hand no longer counted as poverty in this run.
line-UndergroundPlaced = { SEAT($seat) } brought the Underground to { NAME($borough, kind: "borough") }.
line-ActivationEnded = { SEAT($seat) }'s { NAME($card, kind: "card") } stayed face up.
line-ActivationEnded-face-down = { SEAT($seat) }'s { NAME($card, kind: "card") } lay face down already.
line-ActivationEnded-stack = { SEAT($seat) } turned stack { $stack } face down after { NAME($card, kind: "card") }.
line-ActivationEnded-hospital = { SEAT($seat) } turned Hospital on stack { $stack } face down instead of { NAME($card, kind: "card") }.
line-ActivationEnded-flipped = { SEAT($seat) } turned { NAME($card, kind: "card") } on stack { $stack } face down.
line-PovertyComputed = { SEAT($seat) } counted { $stacks ->
    [one] 1 stack
   *[other] { $stacks } stacks
} and{ $ignored ->
    [true] , because of Public Houses,
   *[other] {""}
} { $hand ->
    [0] { $ignored ->
        [false] no card in hand
       *[other] no card of the hand
    }
    [one] 1 card in hand
   *[other] { $hand } cards in hand
} against { $boroughs ->
    [one] 1 building marker
   *[other] { $boroughs } building markers
}{ $change ->
    [more] , took { $points ->
        [one] 1 poverty point
       *[other] { $points } poverty points
    } and then had { $poverty }
    [same] {" "}and still had { $poverty ->
        [one] 1 poverty point
       *[other] { $poverty } poverty points
    }
    [less] , returned { $points ->
        [one] 1 poverty point
       *[other] { $points } poverty points
    } and then had { $poverty }
   *[none] , could return up to { $points ->
        [one] 1 poverty point
       *[other] { $points } poverty points
    } and then had none
}.

## The final scoring

line-LoansRepaid = { SEAT($seat) } repaid { $loans ->
    [one] 1 loan
   *[other] { $loans } loans
} for £{ $pounds }.
line-HandRevealed = { SEAT($seat) } { $count ->
    [0] had no card left to show
   *[other] showed { NAMES($cards, kind: "card") } and took { $poverty ->
        [one] 1 poverty point
       *[other] { $poverty } poverty points
    }
}.
line-PovertyReduced = { $points ->
    [0] Nobody returned poverty points, because somebody had none.
    [one] Everybody returned 1 poverty point.
   *[other] Everybody returned { $points } poverty points.
}
line-GameEnded = The game ended: { SEATS($winners) } { $count ->
    [1] won with { $points } VP
   *[other] shared the victory with { $points } VP each
}{ $decided ->
    [none] {""}
    [poverty] , ahead with fewer poverty points
    [markers] , ahead with more building markers
    [best_card] , ahead with a more valuable card
   *[unknown] , ahead on the tie-break
}{ $others }.
# Each of the others, in order: the end of line-GameEnded.
rank = , { SEAT($seat) } had { $points } VP{ $more }
