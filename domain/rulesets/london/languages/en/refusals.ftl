# Why a command of London is refused, in English: one sentence for each code and its facts.

## Any command

refusal-game_over = The game is over.
refusal-not_your_turn = { $active ->
    [none] { SEAT($seat) } has nothing to decide now.
   *[other] It is { SEAT($active) }'s turn.
}
refusal-wrong_phase = { $phase ->
    [set_up] The game is not set up yet.
    [start_draw] This is not possible now: { SEAT($active) } is making the start draw.
    [put_back] This is not possible now: { SEAT($active) } must put the cards looked at back on the deck.
    [action] This is not possible now: { SEAT($active) } must choose an action.
    [playing] This is not possible now: { SEAT($active) } is playing cards.
    [paying] This is not possible now: { SEAT($active) } must pay for the card to be placed.
    [drawing] This is not possible now: { SEAT($active) } must take the cards that are due.
    [running] This is not possible now: { SEAT($active) } is running the city.
    [activation_cost] This is not possible now: { SEAT($active) } must spend a card for the activation.
    [bringing_in] This is not possible now: { SEAT($active) } must choose a card for Coffee House.
    [spending] This is not possible now: { SEAT($active) } may spend cards for the activation.
    [naming] This is not possible now: { SEAT($active) } must name an opponent.
    [repeating] This is not possible now: { SEAT($active) } must choose the card that Whitehall repeats.
    [underground] This is not possible now: { SEAT($active) } must place an Underground marker.
    [exchanging] This is not possible now: { SEAT($active) } must choose the card to take in exchange.
   *[hand_check] This is not possible now: the action is over, and { SEAT($active) } must give up cards or end the turn.
}

## The opening of a game

refusal-wrong_number_of_seats = London is for { $least } to { $most } players.
refusal-idle_turns_out_of_range = The guard against endless play is 1 to { $most } idle turns per player.

## Cards, stacks and money

refusal-money_short = This costs £{ $needed }; you have £{ $money }. You may take a loan first.
refusal-no_such_stack = You have no such stack.
refusal-not_in_hand = That card is not in your hand.
refusal-not_on_display = That card is not on the display.
refusal-nothing_to_spend = { $purpose ->
    [placement] You have no other { NAME($colour, kind: "colour") } card to spend for { NAME($card, kind: "card") }.
   *[activation] { $colour ->
        [none] { NAME($card, kind: "card") } costs a card and you have none.
       *[other] { NAME($card, kind: "card") } costs a { NAME($colour, kind: "colour") } card and you have none.
    }
}
refusal-wrong_colour = { $purpose ->
    [placement] { NAME($card, kind: "card") } is { NAME($spent, kind: "colour") }, and a { NAME($colour, kind: "colour") } card must be spent for { NAME($target, kind: "card") }.
   *[activation] { NAME($target, kind: "card") } costs a { NAME($colour, kind: "colour") } card.
}

## Taking cards

refusal-deck_empty = The deck is empty.
refusal-looked_already = After looking, you can take only the cards you looked at and those of the display.
refusal-must_draw = The start draw is not optional.
refusal-no_university = You have no visible University of London.
refusal-not_looked_at = { $purpose ->
    [keep] That card is not among those you have looked at.
   *[put_back] That card is not among those to be put back.
}
refusal-too_late_to_look = You may look once, before the first card of the start draw.

## Placing and playing cards

refusal-new_stack_face_up = A card that starts a new stack must lie face up.
refusal-no_credit = You have no free placement left from Wren.
refusal-no_play_effect = { NAME($card, kind: "card") } has no effect when it is played from the hand.
refusal-no_school = You have no visible School.
refusal-no_school_here = School can be used only to place a card.
refusal-not_placeable = { NAME($card, kind: "card") } has no stone base.
refusal-placed_this_turn = The card there was placed in this turn and cannot be covered yet.
refusal-school_not_needed = That card is { NAME($colour, kind: "colour") } anyway; School is not needed.
refusal-spends_itself = A card cannot pay for itself.

## The run

refusal-activated_already = { NAME($card, kind: "card") } has already been activated in this run.
refusal-face_down = { NAME($card, kind: "card") } lies face down.
refusal-hospital_taken = That Hospital is already named for Whitehall.
refusal-no_flip_to_save = { NAME($card, kind: "card") } would not be flipped now.
refusal-no_hospital = There is no visible Hospital on that stack.
refusal-no_target = { $choice ->
    [reactivate_other] No other card activated in this run lies on top of a stack.
   *[place_from_display_on_self] The display has no card that you can take and pay for.
}
refusal-not_activatable = { NAME($card, kind: "card") } has nothing to activate.
refusal-not_an_opponent = Name another player.
refusal-not_paupers = Only Paupers can be spent for { NAME($target, kind: "card") }.
refusal-not_repeatable = { NAME($card, kind: "card") } cannot be repeated: only another card activated in this run can.

## Land and the Underground

refusal-borough_taken = { NAME($borough, kind: "borough") } already has a building marker.
refusal-no_building_marker = { NAME($borough, kind: "borough") } has no building marker.
refusal-no_marker_left = { $kind ->
    [building] All your { $markers } building markers are on the board.
   *[underground] All Underground markers are on the board.
}
refusal-no_such_borough = There is no such borough.
refusal-not_a_first_borough = The first building marker must go to a borough with a red name.
refusal-not_adjacent = { $kind ->
    [building] { NAME($borough, kind: "borough") } is not next to a borough with a building marker.
   *[underground] { NAME($borough, kind: "borough") } is not next to a borough with an Underground marker.
}
refusal-not_near_city = The first Underground marker must go to City or to a borough next to it.
refusal-underground_there = { NAME($borough, kind: "borough") } already has an Underground marker.

## The Stock Exchange and the hand check

refusal-display_empty = The display has no card to exchange.
refusal-exchanged_already = You have already used the Stock Exchange in this turn.
refusal-hand_small_enough = Your hand is not larger than { $limit }.
refusal-hand_too_large = You must first give up cards until { $limit } are left.
refusal-no_stock_exchange = You have no visible Stock Exchange.
