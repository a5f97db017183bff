# The Great Fire of London 1666: the lines of the log, in English. Past tense; one message for each event and variant.
# The words are those of the English rulebook.

## Set-up (rules section 4)

line-GameCreated = { $seats } players opened the box; { SEAT($start) } was drawn as the start player.
line-GameCreated-options = { $seats } players opened the box with { $options }; { SEAT($start) } was drawn as the start player.
part-option-hidden_colours = hidden colours
part-option-more_destruction = more destruction
part-option-fire_cones = 100 cones
part-option-reburn_cones = one cone only for a fire in an empty district
part-option-stock_exhaustion = no more cones once the stock was empty
part-option-fire_card_mix = an easterly wind

line-HandDealt = { SEAT($seat) } was dealt { $number } fire { $number ->
    [one] card
   *[other] cards
}.
line-HandDealt-own = { SEAT($seat) } was dealt { $number } fire { $number ->
    [one] card
   *[other] cards
}: { $cards }.
# Fire cards of one direction, in a list: "2 north cards".
part-cards = { $count } { NAME($card, kind: "direction") } { $count ->
    [one] card
   *[other] cards
}
line-HandConfirmed = { SEAT($seat) } kept the hand.
line-HandExchanged = { SEAT($seat) } showed { $hand } and took { $number } new { $number ->
    [one] card
   *[other] cards
}.
line-HandExchanged-own = { SEAT($seat) } showed { $hand } and took { $number } new { $number ->
    [one] card
   *[other] cards
}: { $cards }.

line-FireDeckBuilt = The fire deck was built, from the top: { $stacks }.
# The first stack of the list says what is counted: "5 cards on F, 6 on E and 6 on D".
part-stack-top = { $cards } cards on { $letter }
part-stack = { $cards } on { $letter }
line-HousesPlaced = The houses were placed, region by region.
line-ColourDealt = { SEAT($seat) } got the colour { NAME($colour, kind: "colour") }.
line-ColourDealt-hidden = { SEAT($seat) } got a hidden colour and a { NAME($pawn, kind: "colour") } landowner.
line-ColourDealt-hidden-own = { SEAT($seat) } got a hidden colour, { NAME($colour, kind: "colour") }, and a { NAME($pawn, kind: "colour") } landowner.
line-TokensPlaced = { $tokens ->
    [one] { $tokens } token was
   *[other] { $tokens } tokens were
} placed face down.
line-ObjectivesDealt = { SEAT($seat) } was dealt { $number } objective { $number ->
    [one] card
   *[other] cards
}.
line-ObjectivesDealt-own = { SEAT($seat) } was dealt { $number } objective { $number ->
    [one] card
   *[other] cards
}: { $cards }.
part-objective = { NAME($district, kind: "area") } ({ $points } VP)
line-BandPlaced = { SEAT($seat) } placed a trained band in { NAME($area, kind: "area") }.
line-BandPlaced-printed = A trained band was placed in { NAME($area, kind: "area") }, as printed on the board.
line-LandownerPlaced = { SEAT($seat) } placed the landowner in { NAME($area, kind: "area") }.

## The fire phase (rules sections 6 to 9 and 15)

line-FireCardPlayed = { SEAT($seat) } played { NAME($card, kind: "direction", form: "a-card") }.
line-DoubleMovePlayed = { SEAT($seat) } used a double-move token to move a second cone by the same card.
line-FireMoved = { SEAT($seat) } moved a cone by { NAME($card, kind: "direction", form: "a-card") } from { NAME($source, kind: "area") } into { NAME($target, kind: "area") }.
line-FireMoved-through = { SEAT($seat) } moved a cone by { NAME($card, kind: "direction", form: "a-card") } from { NAME($source, kind: "area") } through { NAMES($through, kind: "area") } into { NAME($target, kind: "area") }.
line-FireContainedOnArrival = The fire in { NAME($district, kind: "area") } was contained: nothing burned.
line-FireContainedOnArrival-token = The fire in { NAME($district, kind: "area") } was contained: nothing burned, and the token stayed there.

# $bands: the trained bands that could not contain the fire any more, 0 for most fires. $cones: one more than the bands.
line-DistrictBurnt = { NAME($district, kind: "area") } burned down{ $bands ->
    [0] {""}
    [one] , because { $bands } trained band could not contain { $cones } cones
   *[other] , because { $bands } trained bands could not contain { $cones } cones
}: { $houses } lost{ $added }.
line-DistrictBurnt-again = { NAME($district, kind: "area") }, already empty, burned again{ $bands ->
    [0] {""}
    [one] , because { $bands } trained band could not contain { $cones } cones
   *[other] , because { $bands } trained bands could not contain { $cones } cones
}{ $added }.
# Houses of one colour, in a list: "2 blue houses".
part-houses = { $count } { NAME($colour, kind: "colour") } { $count ->
    [one] house
   *[other] houses
}
# The end of the line of a burnt district; empty if it neither got nor lacked a cone.
part-cones-added = { $added ->
    [0] {""}
    [one] ; { $added } cone added
   *[other] ; { $added } cones added
}{ part-cones-missing }
part-cones-added-lane = ; { $added ->
    [1] { $added } cone added, from Pudding Lane
    [2] { $added } cones added, both from Pudding Lane
   *[other] { $added } cones added, all from Pudding Lane
}{ part-cones-missing }
part-cones-added-both = ; { $added ->
    [one] { $added } cone
   *[other] { $added } cones
} added, { $lane } of them from Pudding Lane{ part-cones-missing }
part-cones-missing = { $missing ->
    [0] {""}
   *[other] ; there was no cone left for { $missing } more
}

line-TokenTaken = { SEAT($seat) } took the token of { NAME($district, kind: "area") }.
line-TokenTaken-own = { SEAT($seat) } took the token of { NAME($district, kind: "area") }: { $kind ->
    [charge] a demolition charge
    [double_move] a double move
   *[vp] one victory point
}.
line-PuddingLaneRefilled = Pudding Lane had no cone left and got { $cones ->
    [one] { $cones } cone
   *[other] { $cones } cones
} from the stock.
line-ConesReturned = The stock and Pudding Lane were empty, so these went back to the stock: { $givers }.
part-cones-returned = { $count ->
    [one] { $count } cone
   *[other] { $count } cones
} of { SEAT($seat) }
line-NoMoveDeclared = { SEAT($seat) } could not move the fire, showed { $hand } and discarded { NAME($discard, kind: "direction", form: "a-card") }; { $owed }.
# The cones that a seat owes; it ends a line.
part-cones-owed = { $cones ->
    [0] no cone could be added
    [one] { $cones } cone had to be added{ part-cones-without-place }
   *[other] { $cones } cones had to be added{ part-cones-without-place }
}
part-cones-without-place = { $missing ->
    [0] {""}
   *[other] , { $missing } could not be
}

## The action phase (rules sections 10 to 13)

line-LandownerMoved = { SEAT($seat) } moved the landowner from { NAME($origin, kind: "area") } to { NAME($to, kind: "area") }.
line-BandMoved = { SEAT($seat) } moved a trained band from { NAME($origin, kind: "area") } to { NAME($to, kind: "area") }.
line-BandMoved-pinned = { SEAT($seat) } moved a trained band from { NAME($origin, kind: "area") } to { NAME($to, kind: "area") }, where it covered a cone.
line-BandMoved-contained = { SEAT($seat) } moved a trained band from { NAME($origin, kind: "area") } to { NAME($to, kind: "area") }, where the fire was contained.
line-ConePutOut = { SEAT($seat) } put out { $cones ->
    [0] the last cone in { NAME($district, kind: "area") }
   *[other] a cone in { NAME($district, kind: "area") }, where { $cones } remained,
} and then had a pile of { $pile ->
    [one] { $pile } cone
   *[other] { $pile } cones
}.
line-HeroTaken = { SEAT($seat) } took the Hero of London card.
line-HeroTaken-from = { SEAT($seat) } took the Hero of London card from { SEAT($holder) }.
line-DistrictDemolished = { SEAT($seat) } demolished { NAME($district, kind: "area") }: { $houses } lost{ $token ->
    [true] ; a token was destroyed unseen
   *[false] {""}
}.
line-DistrictDemolished-empty = { SEAT($seat) } demolished { NAME($district, kind: "area") }{ $token ->
    [true] ; a token was destroyed unseen
   *[false] {""}
}.
line-ActionsEnded = { SEAT($seat) } ended the action phase{ $points ->
    [0] {""}
    [one] {" "}with { $points } point unspent
   *[other] {" "}with { $points } points unspent
}.

## The draw, the intensification and the end (rules sections 14 and 16)

line-FireCardDrawn = { SEAT($seat) } drew a fire card; { part-cards-left }.
line-FireCardDrawn-own = { SEAT($seat) } drew a fire card ({ NAME($card, kind: "direction") }); { part-cards-left }.
part-cards-left = { $left ->
    [0] it was the last on this stack
    [one] { $left } card remained on this stack
   *[other] { $left } cards remained on this stack
}
line-StackCardRevealed = { SEAT($seat) } uncovered Fire Stack Card { $letter }: { $owed }.
line-FireIntensified = { SEAT($seat) } added a cone{ $from_stock ->
    [true] {""}
   *[false] {" "}from Pudding Lane
} in { NAME($district, kind: "area") }, which then held { $cones }.
line-FinalRoundStarted = The fire deck was used up: { $turns ->
    [one] { $turns } turn
   *[other] { $turns } turns
} remained, without a draw.
line-GameScored = The game ended: { $result }.
part-won = { SEAT($seat) } won with { $points } VP
part-won-tie = { SEAT($seat) } won with { $points } VP, ahead by { $by ->
    [cones] cones put out
    [houses] houses standing
   *[objectives] objective points
}
part-won-shared = { SEATS($seats) } shared the victory with { $points } VP each
# The result so far, and one more player, the best first.
part-others = { $before }, { SEAT($seat) } had { $points } VP
