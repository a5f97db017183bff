# Why a command of London is refused, in German: one sentence for each code and its facts.
# No German rulebook was at hand: our own translation, in the usual words of German board games.

## Any command

refusal-game_over = Die Partie ist zu Ende.
refusal-not_your_turn = { $active ->
    [none] { SEAT($seat) } hat jetzt nichts zu entscheiden.
   *[other] { SEAT($active) } ist an der Reihe.
}
refusal-wrong_phase = { $phase ->
    [set_up] Die Partie ist noch nicht aufgebaut.
    [start_draw] Das geht jetzt nicht: { SEAT($active) } zieht gerade Karten zu Beginn des Zuges.
    [put_back] Das geht jetzt nicht: { SEAT($active) } muss die angesehenen Karten auf den Nachziehstapel zurücklegen.
    [action] Das geht jetzt nicht: { SEAT($active) } muss eine Aktion wählen.
    [playing] Das geht jetzt nicht: { SEAT($active) } spielt Karten aus.
    [paying] Das geht jetzt nicht: { SEAT($active) } muss für die Karte zahlen, die ausgelegt werden soll.
    [drawing] Das geht jetzt nicht: { SEAT($active) } muss die fälligen Karten nehmen.
    [running] Das geht jetzt nicht: { SEAT($active) } aktiviert die Stadt.
    [activation_cost] Das geht jetzt nicht: { SEAT($active) } muss für die Aktivierung eine Karte ausgeben.
    [bringing_in] Das geht jetzt nicht: { SEAT($active) } muss eine Karte für das Kaffeehaus wählen.
    [spending] Das geht jetzt nicht: { SEAT($active) } darf für die Aktivierung Karten ausgeben.
    [naming] Das geht jetzt nicht: { SEAT($active) } muss einen Mitspieler wählen.
    [repeating] Das geht jetzt nicht: { SEAT($active) } muss die Karte wählen, die Whitehall wiederholt.
    [underground] Das geht jetzt nicht: { SEAT($active) } muss einen U-Bahn-Marker legen.
    [exchanging] Das geht jetzt nicht: { SEAT($active) } muss die Karte für den Tausch wählen.
   *[hand_check] Das geht jetzt nicht: Die Aktion ist vorbei, und { SEAT($active) } muss Karten ablegen oder den Zug beenden.
}

## The opening of a game

refusal-wrong_number_of_seats = London ist ein Spiel für { $least } bis { $most } Personen.
refusal-idle_turns_out_of_range = Der Schutz vor endlosen Partien liegt bei 1 bis { $most } untätigen Zügen pro Person.

## Cards, stacks and money

refusal-money_short = Das kostet { $needed } £; du hast { $money } £. Du darfst zuerst einen Kredit aufnehmen.
refusal-no_such_stack = Einen solchen Stapel hast du nicht.
refusal-not_in_hand = Diese Karte hast du nicht auf der Hand.
refusal-not_on_display = Diese Karte liegt nicht in der Auslage.
refusal-nothing_to_spend = { $purpose ->
    [placement] Du hast keine andere { NAME($colour, kind: "colour", form: "acc") } Karte, die du für { NAME($card, kind: "card", form: "acc") } ausgeben kannst.
   *[activation] { $colour ->
        [none] Um { NAME($card, kind: "card", form: "acc") } zu aktivieren, musst du eine Karte ausgeben, aber du hast keine.
       *[other] Um { NAME($card, kind: "card", form: "acc") } zu aktivieren, musst du eine { NAME($colour, kind: "colour", form: "acc") } Karte ausgeben, aber du hast keine.
    }
}
refusal-wrong_colour = { $purpose ->
    [placement] Für { NAME($target, kind: "card", form: "acc") } musst du eine { NAME($colour, kind: "colour", form: "acc") } Karte ausgeben; diese ist { NAME($spent, kind: "colour") }: { NAME($card, kind: "card") }.
   *[activation] Um { NAME($target, kind: "card", form: "acc") } zu aktivieren, musst du eine { NAME($colour, kind: "colour", form: "acc") } Karte ausgeben.
}

## Taking cards

refusal-deck_empty = Der Nachziehstapel ist leer.
refusal-looked_already = Nach dem Ansehen kannst du nur eine der angesehenen Karten oder eine aus der Auslage nehmen.
refusal-must_draw = Zu Beginn des Zuges musst du eine Karte ziehen.
refusal-no_university = Bei dir liegt keine Universität London offen.
refusal-not_looked_at = { $purpose ->
    [keep] Diese Karte gehört nicht zu denen, die du dir angesehen hast.
   *[put_back] Diese Karte gehört nicht zu denen, die du zurücklegen musst.
}
refusal-too_late_to_look = Du darfst dir die Karten nur einmal ansehen, bevor du die erste Karte deines Zuges nimmst.

## Placing and playing cards

refusal-new_stack_face_up = Eine Karte, die einen neuen Stapel beginnt, muss offen liegen.
refusal-no_credit = Wren erlaubt dir kein weiteres Gebäude, ohne dass du eine Karte ausgibst.
refusal-no_play_effect = Du kannst { NAME($card, kind: "card", form: "acc") } nicht für einen Effekt ausspielen.
refusal-no_school = Bei dir liegt keine Schule offen.
refusal-no_school_here = Die Schule hilft nur beim Auslegen einer Karte.
refusal-not_placeable = Du kannst { NAME($card, kind: "card", form: "acc") } nicht auslegen: Die Karte hat keinen Steinsockel.
refusal-placed_this_turn = Die Karte dort hast du erst in diesem Zug ausgelegt; sie darf noch nicht überdeckt werden.
refusal-school_not_needed = Diese Karte ist ohnehin { NAME($colour, kind: "colour") }; die Schule ist nicht nötig.
refusal-spends_itself = Eine Karte kann nicht für sich selbst bezahlen.

## The run

refusal-activated_already = Du hast { NAME($card, kind: "card", form: "acc") } in diesem Durchgang schon aktiviert.
refusal-face_down = Du kannst { NAME($card, kind: "card", form: "acc") } nicht aktivieren: Die Karte liegt verdeckt.
refusal-hospital_taken = Dieses Krankenhaus ist schon für Whitehall vorgesehen.
refusal-no_flip_to_save = Du würdest { NAME($card, kind: "card", form: "acc") } jetzt gar nicht umdrehen.
refusal-no_hospital = Auf diesem Stapel liegt kein Krankenhaus offen.
refusal-no_target = { $choice ->
    [reactivate_other] Keine andere Karte, die du in diesem Durchgang aktiviert hast, liegt oben auf einem Stapel.
   *[place_from_display_on_self] In der Auslage liegt keine Karte, die du nehmen und bezahlen kannst.
}
refusal-not_activatable = Bei dieser Karte gibt es nichts zu aktivieren: { NAME($card, kind: "card") }.
refusal-not_an_opponent = Wähle einen anderen Mitspieler.
refusal-not_paupers = Für { NAME($target, kind: "card", form: "acc") } kannst du nur Arme ausgeben.
refusal-not_repeatable = Du kannst { NAME($card, kind: "card", form: "acc") } nicht wiederholen: Das geht nur mit einer anderen Karte, die du in diesem Durchgang aktiviert hast.

## Land and the Underground

refusal-borough_taken = In { NAME($borough, kind: "borough", form: "dat") } steht schon ein Gebäudemarker.
refusal-no_building_marker = In { NAME($borough, kind: "borough", form: "dat") } steht kein Gebäudemarker.
refusal-no_marker_left = { $kind ->
    [building] Alle deine { $markers } Gebäudemarker sind auf dem Spielplan.
   *[underground] Alle U-Bahn-Marker sind auf dem Spielplan.
}
refusal-no_such_borough = Diesen Stadtbezirk gibt es nicht.
refusal-not_a_first_borough = Der erste Gebäudemarker muss in einen Stadtbezirk mit rotem Namen.
refusal-not_adjacent = { $kind ->
    [building] { NAME($borough, kind: "borough") } grenzt an keinen Stadtbezirk mit einem Gebäudemarker.
   *[underground] { NAME($borough, kind: "borough") } grenzt an keinen Stadtbezirk mit einem U-Bahn-Marker.
}
refusal-not_near_city = Der erste U-Bahn-Marker muss in die City oder in einen angrenzenden Stadtbezirk.
refusal-underground_there = In { NAME($borough, kind: "borough", form: "dat") } liegt schon ein U-Bahn-Marker.

## The Stock Exchange and the hand check

refusal-display_empty = In der Auslage liegt keine Karte zum Tauschen.
refusal-exchanged_already = Du hast die Börse in diesem Zug schon genutzt.
refusal-hand_small_enough = Du hast nicht mehr als { $limit } Karten auf der Hand.
refusal-hand_too_large = Du musst zuerst Karten ablegen, bis du noch { $limit } hast.
refusal-no_stock_exchange = Bei dir liegt keine Börse offen.
