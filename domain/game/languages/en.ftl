# What every game says, whatever its ruleset, in English: the first language of the service.

line-GameOpened = A game for { $seats } was opened; its chance is sealed under { $commitment }…
line-GameForked = A sandbox was opened that continues from step { $version } of another game.
line-SeatTaken = { SEAT($seat) } took seat { $number }.
line-SeatLeft = Seat { $number } became free.
line-BotSeated = The { $bot } bot took over for { SEAT($seat) }.
line-GameBegun = The game began.
line-SeatResigned = { SEAT($seat) } resigned; { $bot ->
    [none] the game went on without that seat
   *[other] the { $bot } bot took the seat over
}.
line-TimeCalled = Time was called on { SEAT($seat) }.
line-GameEnded = { $count ->
    [0] The game ended; nobody won.
    [1] The game ended: { SEATS($winners) } won with { $points } points.
   *[other] The game ended: { SEATS($winners) } shared the victory with { $points } points.
}
line-GameAbandoned = { $deserted ->
    [true] The service closed the game without a result: nobody but its host had joined it for a long time.
   *[false] The game was closed without a result.
}
line-SeedRevealed = The seed was revealed; from here on anybody could check every draw.
line-ArbiterCalled = { SEAT($seat) } called an arbiter about step { $step }: { $category ->
    [rules] the rules
    [time] the time
    [conduct] somebody’s conduct
    [mistake] a mistake
   *[other] something else
}.
line-CallWithdrawn = { SEAT($seat) } withdrew call { $call }.
line-RulingMade = Ruling { $ruling }: { $kind ->
    [play_on] play goes on as it is
    [fix] the position is fixed
    [points] points are adjusted
    [forfeit] a seat loses the game
    [substitute] a seat gets a substitute
    [rewind] the game is rewound
    [places] an arbiter decides the places
    [time] time is given or taken
    [ruleset] the game goes on by another version of the rules
   *[annul] the game is annulled
}.
line-Amended = Ruling { $ruling } changed the position.
line-PointsAdjusted = { SEAT($seat) } { $taken ->
    [true] lost
   *[false] got
} { $points } by ruling { $ruling }.
line-SeatForfeited = { SEAT($seat) } lost the game { $ruling ->
    [none] on time
   *[other] by ruling { $ruling }
}; { $bot ->
    [none] the game went on without that seat
   *[other] the { $bot } bot took the seat over
}.
line-SeatHandedOver = Ruling { $ruling } gave a substitute the seat of { SEAT($seat) }.
line-RulesetChanged = By ruling { $ruling } the game goes on by version { $to } of the rules.
line-AppealLodged = { SEAT($seat) } appealed against ruling { $ruling }.
line-AppealDecided = Appeal { $appeal } was decided: the ruling { $upheld ->
    [true] stands
   *[false] is replaced
}.
line-GameStopped = { $why ->
    [arbiter] An arbiter
    [vote] The seats
    [call] A call for an arbiter
   *[service] The service
} stopped the game { $until ->
    [none] until it is resumed
   *[other] until { $until }
}.
line-GameResumed = { $why ->
    [arbiter] An arbiter
    [vote] The seats
    [call] The end of the call
   *[service] The service
} let the game go on.
line-TimeAdjusted = { SEAT($seat) } { $taken ->
    [true] lost
   *[false] got
} { $seconds } seconds { $ruling ->
    [none] from the clock by an arbiter
   *[other] by ruling { $ruling }
}.
line-FlagFell = The flag of { SEAT($seat) } had fallen at { $when }, and was called.
line-SleepSet = { $minutes ->
    [0] { SEAT($seat) } has no hours of sleep from the next time on.
   *[other] { SEAT($seat) } named { $minutes } minutes of sleep a day, from the next time on.
}
line-RestTaken = { SEAT($seat) } took { $minutes } minutes of rest, before the next time its clock runs.
line-StepsTakenBack = { $seat ->
    [none] Ruling { $ruling }
   *[other] { SEAT($seat) }
} took { $steps ->
    [1] 1 step
   *[other] { $steps } steps
} back, to step { $to }{ $inside ->
    [true] , the last one before the command with step { $named }
   *[false] {""}
}. { $what ->
    [redealt] What no seat knew there was dealt again.
    [revealed] Something had been shown.
   *[nothing] Nothing had been learned.
}
line-MotionMade = { $kind ->
    [take_back] { SEAT($seat) } asked to go back to step { $to }.
    [stop] { SEAT($seat) } asked to stop the game.
    [resume] { SEAT($seat) } asked to let the game go on.
   *[close] { SEAT($seat) } asked to close the game without a result.
}
line-MotionAnswered = { SEAT($seat) } { $yes ->
    [true] agreed.
   *[false] did not agree; the motion is over.
}
line-MotionWithdrawn = { SEAT($seat) } withdrew the motion.

highlight-turn = Turn { $turn }
highlight-gained = { SEAT($seat) } gained { $points }
highlight-lost = { SEAT($seat) } lost { $points }
highlight-end = The end

refusal-already_a_bot = A bot already plays that seat.
refusal-already_begun = The game has begun; the seats are fixed.
refusal-already_open = The game is open already.
refusal-already_seated = You already have a seat in this game, as { SEAT($seat) }.
refusal-bad_ruling_terms = Appeals may be open for 0 to { $seconds_max } seconds.
refusal-bad_delay = A delay is 1 to { $steps_max } steps or 1 to { $seconds_max } seconds, not both.
refusal-bad_faults = At most { $faults_max } faults, each at a step from 1 on and at most { $ms_max } milliseconds long.
refusal-bad_name = { $why ->
    [bot] This reads as the name of a bot of the service. Please take another.
    [blank] A name has 1 to { $max } printable characters, and one of them can be seen. This one would look empty.
    [stacked] A name has 1 to { $max } printable characters, and no more than { $combining_max } combining marks in a row.
   *[length] A name has 1 to { $max } printable characters.
}
refusal-bad_pace = The pace of bots is 0 to { $ms_max } milliseconds.
refusal-bad_seed = A seed has 1 to { $max } characters.
refusal-bad_title = { $why ->
    [blank] A title has at most { $max } printable characters, and one of them can be seen. This one would look empty.
    [stacked] A title has at most { $max } printable characters, and no more than { $combining_max } combining marks in a row.
   *[length] A title has at most { $max } printable characters.
}
refusal-game_over = The game is over.
refusal-name_taken = Somebody in this game has this name, or one that looks the same. Choose another name for this game.
refusal-no_such_choice = Your seat has no such choice now. Send the `choice` of what is legal now; its text is for people.
refusal-no_such_seat = The seats are 0 to { $last }.
refusal-not_an_arbiter = Only an arbiter who neither plays in the game nor is its host can do this, such as calling time.
refusal-not_begun = The game has not begun.
refusal-not_the_host = { $to ->
    [seat_bots] Only the host can seat bots.
    [begin] Only the host can begin the game.
   *[close] The host can close a game before it begins; after that only an arbiter can.
}
refusal-not_to_act = { SEAT($seat) } has nothing to decide now.
refusal-not_your_seat = { $to ->
    [leave] Only the player of a seat can leave it; the host can remove a bot.
    [hand_over] Only the player of a seat, or an arbiter, can hand it to a bot.
    [rest] Only the player of a seat can set its hours of sleep and its rest.
   *[resign] Only the player of a seat can resign it.
}
refusal-nothing_to_play = Nobody can act at this step, so a game cannot continue from it.
refusal-seat_not_free = { $free ->
    [none] All seats are taken.
   *[other] That seat is not free.
}
refusal-seats_free = { $count } of { $seats } seats are still free.
refusal-seed_without_sandbox = Only a sandbox may choose its seed; in other games everybody must be able to trust the chance.
refusal-share_too_long = A share has at most { $max } characters.
refusal-unknown_bot = { $title } has no bot of this name.
refusal-unknown_option = These options are not possible: { $error }.
refusal-unknown_ruleset = There is no ruleset “{ $ruleset }” here.
refusal-unknown_version = There is no version { $version } of { $title } here.
refusal-wrong_number_of_seats = { $title } is for { $seats_min } to { $seats_max } players, not { $seats }.
refusal-bad_amendment = This fix is not possible here: { $why }.
refusal-bad_places = Places rank all { $seats } seats: 1 is best, and tied seats share a place.
refusal-bad_points = Adjust 1 to { $max } points, up or down, once for each seat.
refusal-hidden_from_all = A fix touches nothing that is hidden from everybody.
refusal-nobody_to_act = After this fix nobody could act any more.
refusal-no_such_appeal = There is no appeal { $appeal }.
refusal-no_such_call = Your game has no open call { $call } that you could answer or withdraw.
refusal-no_such_ruling = There is no ruling { $ruling }.
refusal-no_such_step = The game has steps 1 to { $last }.
refusal-no_later_version = { $versions ->
    [none] The game is played by version { $played } of the rules, and there is no later one that it can move to.
   *[other] The game is played by version { $played } of the rules. It can move to: { $versions }.
}
refusal-no_substitute = A substitute is somebody known who has had no part in this game.
refusal-not_touched = Ruling { $ruling } does not touch your seat.
refusal-appeal_over = No appeal against ruling { $ruling } is open to that any more.
refusal-own_ruling = Another arbiter must decide an appeal against ruling { $ruling }.
refusal-seat_given_up = { SEAT($seat) } has given the game up already.
refusal-too_many_calls = A seat has at most { $max } open calls.
refusal-unknown_amendment = The ruleset names no such fix.
refusal-unknown_rule = There is no rule { $rule }.
refusal-bad_note = A note has at most { $max } characters.
refusal-unlawful = After this fix a law of the game would not hold: { $law }
refusal-bad_clock = The clock does not allow this: `{ $field }` is { $least } to { $most }.
refusal-bad_time = Give or take time once for each seat.
refusal-flag_not_fallen = { $when ->
    [none] No time of { SEAT($seat) } is running, so its flag cannot fall.
   *[other] The flag of { SEAT($seat) } does not fall before { $when }.
}
refusal-game_stopped = { $until ->
    [none] The game is stopped until it is resumed.
   *[other] The game is stopped until { $until }.
}
refusal-has_clock = The game has clocks. When the flag of { SEAT($seat) } has fallen, call it with `claimTime`.
refusal-no_clock = { $seat ->
    [none] The game has no clocks, or it has not begun.
   *[other] A bot plays for { SEAT($seat) }, so there is no clock.
}
refusal-no_rest_left = There are only { $minutes } minutes of rest left.
refusal-not_stopped = The game is not stopped.
refusal-time_over = The flag of { SEAT($seat) } fell at { $since }. Its commands are not taken any more.
refusal-bad_take_backs = The number of take-backs is 0 to { $max }, and only for games with free ones.
refusal-behind_frontier = { $crossing ->
    [decision] You cannot take that back alone: somebody else decided at step { $step }.
    [chance] You cannot take that back alone: something was drawn at step { $step }.
    [knowledge] You cannot take that back alone: something hidden was learned at step { $step }.
    [set_up] Nobody takes back the beginning of the game.
    [left] Nobody takes back step { $step }: a seat left the game there.
    [ruling] Nobody takes back step { $step }: a ruling changed the position there.
   *[ended] Nobody takes back the end of the game.
}
refusal-motion_answered = You have agreed to this motion already.
refusal-motion_open = Another motion waits for answers. Answer or withdraw it first.
refusal-no_motion = There is no open motion { $motion } that you could answer or withdraw.
refusal-no_take_backs = { $policy ->
    [free] In this game each seat takes back freely as far as its frontier, and no further.
    [consent] This game has take-backs by consent.
    [arbiter] In this game only an arbiter takes moves back. Call one.
   *[none] This game was opened without take-backs.
}
refusal-no_take_backs_left = A seat takes back what it has shown at most { $max } times.
refusal-nothing_to_take_back = There is nothing to take back after that step.
refusal-own_motion = The others answer your motion. You can withdraw it.
refusal-step_taken_back = Step { $step } was taken back itself. Choose one that stands.

## The preview of a link to a game

preview-open = { $taken } of { $seats } seats taken
preview-closed = closed without a result
preview-over = finished
preview-turn = turn { $turn }, step { $step }
preview-set-up = set-up, step { $step }
preview-players = { SEATS($seats) }.
preview-leads = { SEATS($seats) } { $count ->
    [one] leads
   *[other] lead
}: { $points } if it ended now; { $others }.
preview-won = { SEATS($seats) } { $count ->
    [one] won
   *[other] share the win
} with { $points }; { $others }.
