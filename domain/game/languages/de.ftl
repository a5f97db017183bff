# Was jede Partie sagt, gleich nach welchen Regeln: auf Deutsch. Eigene Übersetzung.

line-GameOpened = Eine Partie für { $seats } wurde eröffnet; ihr Zufall ist unter { $commitment }… versiegelt.
line-GameForked = Eine Übungspartie wurde eröffnet, die ab Schritt { $version } einer anderen Partie weitergeht.
line-SeatTaken = { SEAT($seat) } nahm Platz { $number } ein.
line-SeatLeft = Platz { $number } wurde frei.
line-BotSeated = Der Bot „{ $bot }“ übernahm für { SEAT($seat) }.
line-GameBegun = Die Partie begann.
line-SeatResigned = { SEAT($seat) } gab auf; { $bot ->
    [none] die Partie ging ohne diesen Platz weiter
   *[other] der Bot „{ $bot }“ übernahm den Platz
}.
line-TimeCalled = Die Bedenkzeit von { SEAT($seat) } wurde für abgelaufen erklärt.
line-GameEnded = { $count ->
    [0] Die Partie endete; niemand gewann.
    [1] Die Partie endete: { SEATS($winners) } gewann mit { $points } Punkten.
   *[other] Die Partie endete: { SEATS($winners) } teilten sich den Sieg mit { $points } Punkten.
}
line-GameAbandoned = { $deserted ->
    [true] Der Dienst schloss die Partie ohne Ergebnis: Lange Zeit war niemand außer dem Gastgeber beigetreten.
   *[false] Die Partie wurde ohne Ergebnis geschlossen.
}
line-SeedRevealed = Der Startwert wurde aufgedeckt; von da an konnte jeder jede Ziehung nachprüfen.
line-ArbiterCalled = { SEAT($seat) } rief die Spielleitung zu Schritt { $step }: { $category ->
    [rules] die Regeln
    [time] die Zeit
    [conduct] jemandes Verhalten
    [mistake] ein Versehen
   *[other] etwas anderes
}.
line-CallWithdrawn = { SEAT($seat) } nahm den Ruf { $call } zurück.
line-RulingMade = Entscheidung { $ruling }: { $kind ->
    [play_on] es geht weiter, wie es ist
    [fix] die Stellung wird korrigiert
    [points] Punkte werden geändert
    [forfeit] ein Sitz verliert die Partie
    [substitute] ein Sitz bekommt Ersatz
    [rewind] die Partie wird zurückgespult
    [places] die Spielleitung bestimmt die Plätze
    [time] Zeit wird gegeben oder genommen
    [ruleset] die Partie geht nach einer anderen Fassung der Regeln weiter
   *[annul] die Partie wird annulliert
}.
line-Amended = Die Entscheidung { $ruling } änderte die Stellung.
line-PointsAdjusted = { SEAT($seat) } { $taken ->
    [true] verlor
   *[false] bekam
} { $points } Punkte durch die Entscheidung { $ruling }.
line-SeatForfeited = { SEAT($seat) } verlor die Partie { $ruling ->
    [none] durch Zeitablauf
   *[other] durch die Entscheidung { $ruling }
}; { $bot ->
    [none] die Partie ging ohne diesen Platz weiter
   *[other] der Bot „{ $bot }“ übernahm den Platz
}.
line-SeatHandedOver = Die Entscheidung { $ruling } gab den Platz von { SEAT($seat) } an einen Ersatz.
line-RulesetChanged = Durch die Entscheidung { $ruling } geht die Partie nach Fassung { $to } der Regeln weiter.
line-AppealLodged = { SEAT($seat) } erhob Einspruch gegen die Entscheidung { $ruling }.
line-AppealDecided = Über den Einspruch { $appeal } wurde entschieden: Die Entscheidung { $upheld ->
    [true] bleibt
   *[false] wird ersetzt
}.
line-GameStopped = { $why ->
    [arbiter] Ein Schiedsrichter hat
    [vote] Die Plätze haben
    [call] Ein Ruf nach einem Schiedsrichter hat
   *[service] Der Dienst hat
} die Partie angehalten, { $until ->
    [none] bis sie jemand weitergehen lässt
   *[other] bis { $until }
}.
line-GameResumed = { $why ->
    [arbiter] Ein Schiedsrichter ließ
    [vote] Die Plätze ließen
    [call] Das Ende des Rufs ließ
   *[service] Der Dienst ließ
} die Partie weitergehen.
line-TimeAdjusted = { SEAT($seat) } { $taken ->
    [true] verlor
   *[false] bekam
} { $seconds } Sekunden { $ruling ->
    [none] durch einen Schiedsrichter
   *[other] durch Entscheidung { $ruling }
}.
line-FlagFell = Die Zeit von { SEAT($seat) } war um { $when } abgelaufen; das wurde festgestellt.
line-SleepSet = { $minutes ->
    [0] { SEAT($seat) } hat ab dem nächsten Mal keine Schlafzeit.
   *[other] { SEAT($seat) } nannte { $minutes } Minuten Schlaf am Tag, ab dem nächsten Mal.
}
line-RestTaken = { SEAT($seat) } nahm { $minutes } Minuten Pause, bevor die eigene Uhr das nächste Mal läuft.
line-StepsTakenBack = { $seat ->
    [none] Entscheidung { $ruling }
   *[other] { SEAT($seat) }
} nahm { $steps ->
    [1] 1 Schritt
   *[other] { $steps } Schritte
} zurück, bis Schritt { $to }{ $inside ->
    [true] , dem letzten vor dem Zug mit Schritt { $named }
   *[false] {""}
}. { $what ->
    [redealt] Was dort niemand am Tisch wusste, wurde neu gegeben.
    [revealed] Etwas war gezeigt worden.
   *[nothing] Niemand hatte etwas erfahren.
}
line-MotionMade = { $kind ->
    [take_back] { SEAT($seat) } bat darum, zu Schritt { $to } zurückzugehen.
    [stop] { SEAT($seat) } schlug vor, die Partie anzuhalten.
    [resume] { SEAT($seat) } schlug vor, die Partie weitergehen zu lassen.
   *[close] { SEAT($seat) } bat darum, die Partie ohne Ergebnis zu schließen.
}
line-MotionAnswered = { SEAT($seat) } { $yes ->
    [true] stimmte zu.
   *[false] stimmte nicht zu; der Antrag ist erledigt.
}
line-MotionWithdrawn = { SEAT($seat) } zog den Antrag zurück.

highlight-turn = Zug { $turn }
highlight-gained = { SEAT($seat) } gewann { $points }
highlight-lost = { SEAT($seat) } verlor { $points }
highlight-end = Das Ende

refusal-already_a_bot = Diesen Platz spielt schon ein Bot.
refusal-already_begun = Die Partie hat begonnen; die Plätze stehen fest.
refusal-already_open = Die Partie ist schon eröffnet.
refusal-already_seated = Du hast in dieser Partie schon einen Platz, als { SEAT($seat) }.
refusal-bad_ruling_terms = Einsprüche können 0 bis { $seconds_max } Sekunden lang möglich sein.
refusal-bad_delay = Eine Verzögerung beträgt 1 bis { $steps_max } Schritte oder 1 bis { $seconds_max } Sekunden, nicht beides.
refusal-bad_faults = Höchstens { $faults_max } Störungen, jede ab Schritt 1 und höchstens { $ms_max } Millisekunden lang.
refusal-bad_name = { $why ->
    [bot] Das liest sich wie der Name eines Bots dieses Dienstes. Bitte nimm einen anderen.
    [blank] Ein Name hat 1 bis { $max } druckbare Zeichen, und eines davon ist sichtbar. Dieser sähe leer aus.
    [stacked] Ein Name hat 1 bis { $max } druckbare Zeichen und höchstens { $combining_max } kombinierende Zeichen hintereinander.
   *[length] Ein Name hat 1 bis { $max } druckbare Zeichen.
}
refusal-bad_pace = Das Tempo der Bots beträgt 0 bis { $ms_max } Millisekunden.
refusal-bad_seed = Ein Startwert hat 1 bis { $max } Zeichen.
refusal-bad_title = { $why ->
    [blank] Ein Titel hat höchstens { $max } druckbare Zeichen, und eines davon ist sichtbar. Dieser sähe leer aus.
    [stacked] Ein Titel hat höchstens { $max } druckbare Zeichen und höchstens { $combining_max } kombinierende Zeichen hintereinander.
   *[length] Ein Titel hat höchstens { $max } druckbare Zeichen.
}
refusal-game_over = Die Partie ist zu Ende.
refusal-name_taken = Jemand in dieser Partie heißt so oder zum Verwechseln ähnlich. Wähle für diese Partie einen anderen Namen.
refusal-no_such_choice = Dein Platz hat diese Wahl jetzt nicht. Sende das `choice` von etwas, das jetzt erlaubt ist; sein Text ist für Menschen.
refusal-no_such_seat = Die Plätze sind 0 bis { $last }.
refusal-not_an_arbiter = Nur ein Schiedsrichter, der weder mitspielt noch Gastgeber ist, kann das tun, etwa die Zeit für abgelaufen erklären.
refusal-not_begun = Die Partie hat noch nicht begonnen.
refusal-not_the_host = { $to ->
    [seat_bots] Nur der Gastgeber kann Bots an Plätze setzen.
    [begin] Nur der Gastgeber kann die Partie beginnen.
   *[close] Vor dem Beginn kann der Gastgeber eine Partie schließen, danach nur ein Schiedsrichter.
}
refusal-not_to_act = { SEAT($seat) } hat jetzt nichts zu entscheiden.
refusal-not_your_seat = { $to ->
    [leave] Nur wer einen Platz spielt, kann ihn verlassen; einen Bot kann der Gastgeber entfernen.
    [hand_over] Nur wer einen Platz spielt oder ein Schiedsrichter kann ihn einem Bot übergeben.
    [rest] Nur wer einen Platz spielt, kann dessen Schlafzeit und Pausen bestimmen.
   *[resign] Nur wer einen Platz spielt, kann ihn aufgeben.
}
refusal-nothing_to_play = Bei diesem Schritt ist niemand am Zug; von ihm aus kann keine Partie weitergehen.
refusal-seat_not_free = { $free ->
    [none] Alle Plätze sind besetzt.
   *[other] Dieser Platz ist nicht frei.
}
refusal-seats_free = Von { $seats } Plätzen { $count ->
    [one] ist noch einer frei
   *[other] sind noch { $count } frei
}.
refusal-seed_without_sandbox = Nur eine Übungspartie darf ihren Startwert wählen; in anderen Partien müssen alle dem Zufall trauen können.
refusal-share_too_long = Ein Beitrag zum Zufall hat höchstens { $max } Zeichen.
refusal-unknown_bot = { $title } hat keinen Bot dieses Namens.
refusal-unknown_option = Diese Optionen sind nicht möglich: { $error }.
refusal-unknown_ruleset = Die Spielregeln „{ $ruleset }“ gibt es hier nicht.
refusal-unknown_version = Version { $version } von { $title } gibt es hier nicht.
refusal-wrong_number_of_seats = { $title } ist für { $seats_min } bis { $seats_max } Personen, nicht für { $seats }.
refusal-bad_amendment = Diese Korrektur ist hier nicht möglich: { $why }.
refusal-bad_places = Plätze ordnen alle { $seats } Sitze: 1 ist der beste, und Gleichstand teilt einen Platz.
refusal-bad_points = Ändere je Sitz einmal 1 bis { $max } Punkte, nach oben oder unten.
refusal-hidden_from_all = Eine Korrektur berührt nichts, das allen verborgen ist.
refusal-nobody_to_act = Nach dieser Korrektur könnte niemand mehr handeln.
refusal-no_such_appeal = Es gibt keinen Einspruch { $appeal }.
refusal-no_such_call = Es gibt keinen offenen Ruf { $call }, den du beantworten oder zurücknehmen könntest.
refusal-no_such_ruling = Es gibt keine Entscheidung { $ruling }.
refusal-no_such_step = Die Partie hat die Schritte 1 bis { $last }.
refusal-no_later_version = { $versions ->
    [none] Die Partie wird nach Fassung { $played } der Regeln gespielt, und es gibt keine spätere, nach der sie weitergehen kann.
   *[other] Die Partie wird nach Fassung { $played } der Regeln gespielt. Weitergehen kann sie nach: { $versions }.
}
refusal-no_substitute = Ein Ersatz ist jemand Bekanntes ohne Anteil an dieser Partie.
refusal-not_touched = Die Entscheidung { $ruling } betrifft deinen Sitz nicht.
refusal-appeal_over = Gegen die Entscheidung { $ruling } ist dieser Einspruch nicht mehr möglich.
refusal-own_ruling = Über einen Einspruch gegen die Entscheidung { $ruling } entscheidet jemand anderes.
refusal-seat_given_up = { SEAT($seat) } hat die Partie schon aufgegeben.
refusal-too_many_calls = Ein Sitz hat höchstens { $max } offene Rufe.
refusal-unknown_amendment = Das Regelwerk kennt keine solche Korrektur.
refusal-unknown_rule = Es gibt keine Regel { $rule }.
refusal-bad_note = Eine Notiz hat höchstens { $max } Zeichen.
refusal-unlawful = Nach dieser Korrektur gälte ein Gesetz des Spiels nicht: { $law }
refusal-bad_clock = Die Uhr lässt das nicht zu: `{ $field }` liegt zwischen { $least } und { $most }.
refusal-bad_time = Gib oder nimm Zeit einmal für jeden Platz.
refusal-flag_not_fallen = { $when ->
    [none] Für { SEAT($seat) } läuft keine Zeit, also kann sie nicht ablaufen.
   *[other] Die Zeit von { SEAT($seat) } läuft nicht vor { $when } ab.
}
refusal-game_stopped = { $until ->
    [none] Die Partie ist angehalten, bis sie jemand weitergehen lässt.
   *[other] Die Partie ist bis { $until } angehalten.
}
refusal-has_clock = Die Partie hat Uhren. Ist die Zeit von { SEAT($seat) } abgelaufen, stelle es mit `claimTime` fest.
refusal-no_clock = { $seat ->
    [none] Die Partie hat keine Uhren, oder sie hat noch nicht begonnen.
   *[other] Für { SEAT($seat) } spielt ein Bot, also gibt es keine Uhr.
}
refusal-no_rest_left = Es sind nur noch { $minutes } Minuten Pause übrig.
refusal-not_stopped = Die Partie ist nicht angehalten.
refusal-time_over = Die Zeit von { SEAT($seat) } war um { $since } abgelaufen. Befehle werden nicht mehr angenommen.
refusal-bad_take_backs = Die Zahl der Rücknahmen ist 0 bis { $max }, und nur in Partien mit freien.
refusal-behind_frontier = { $crossing ->
    [decision] Das kannst du nicht allein zurücknehmen: In Schritt { $step } hat jemand anders entschieden.
    [chance] Das kannst du nicht allein zurücknehmen: In Schritt { $step } wurde etwas gezogen.
    [knowledge] Das kannst du nicht allein zurücknehmen: In Schritt { $step } wurde etwas Verdecktes bekannt.
    [set_up] Den Beginn der Partie nimmt niemand zurück.
    [left] Schritt { $step } nimmt niemand zurück: Dort hat ein Platz die Partie verlassen.
    [ruling] Schritt { $step } nimmt niemand zurück: Dort hat eine Entscheidung die Stellung geändert.
   *[ended] Das Ende der Partie nimmt niemand zurück.
}
refusal-motion_answered = Du hast diesem Antrag schon zugestimmt.
refusal-motion_open = Ein anderer Antrag wartet auf Antworten. Beantworte ihn zuerst oder zieh ihn zurück.
refusal-no_motion = Es gibt keinen offenen Antrag { $motion }, den du beantworten oder zurückziehen könntest.
refusal-no_take_backs = { $policy ->
    [free] In dieser Partie nimmt jeder Platz bis zu seiner Grenze frei zurück, und nicht weiter.
    [consent] In dieser Partie gibt es Rücknahmen mit Zustimmung.
    [arbiter] In dieser Partie nimmt nur die Schiedsperson Züge zurück. Ruf sie.
   *[none] Diese Partie wurde ohne Rücknahmen eröffnet.
}
refusal-no_take_backs_left = Ein Platz nimmt höchstens { $max } Mal zurück, was er gezeigt hat.
refusal-nothing_to_take_back = Nach diesem Schritt gibt es nichts zurückzunehmen.
refusal-own_motion = Die anderen beantworten deinen Antrag. Du kannst ihn zurückziehen.
refusal-step_taken_back = Schritt { $step } wurde selbst zurückgenommen. Wähl einen, der gilt.

## Die Vorschau eines Links auf eine Partie

preview-open = { $taken } von { $seats } Plätzen besetzt
preview-closed = ohne Ergebnis geschlossen
preview-over = beendet
preview-turn = Zug { $turn }, Schritt { $step }
preview-set-up = Aufbau, Schritt { $step }
preview-players = { SEATS($seats) }.
preview-leads = { SEATS($seats) } { $count ->
    [one] führt
   *[other] führen
}: { $points }, wenn jetzt Schluss wäre; { $others }.
preview-won = { SEATS($seats) } { $count ->
    [one] gewann
   *[other] teilten sich den Sieg
} mit { $points }; { $others }.
