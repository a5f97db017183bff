# The Great Fire of London 1666: warum ein Befehl abgelehnt wird, auf Deutsch. Eine Nachricht für jeden Code.
# Die Begriffe stammen aus der gedruckten deutschen Spielregel; die Sätze sind unsere eigenen.

## Ob das Spiel und die Phase den Befehl erlauben

refusal-wrong_number_of_seats = Das Spiel ist für { $least } bis { $most } Spieler.
refusal-game_over = Das Spiel ist zu Ende.
refusal-not_your_turn = { $timed_out ->
    [true] { SEAT($seat) } hat gerade nichts zu tun.
   *[false] { $phase ->
        [fire] { part-turn-of }
        [fire_second] { part-turn-of }
        [no_move] { part-turn-of }
        [actions] { part-turn-of }
        [intensify] { part-turn-of }
       *[other] Niemand sonst kann jetzt handeln: { part-due }.
    }
}
part-turn-of = { SEATS($to_act) } ist am Zug.
refusal-wrong_phase = Das ist jetzt nicht möglich: { part-due }.
# Was in jeder Phase zu tun ist. $to_act: wer handeln muss oder darf, wenn es jemanden gibt.
part-due = { $phase ->
    [set_up] Zuerst muss die Schachtel geöffnet werden
    [confirm_hand] { SEATS($to_act) } muss die Handkarten behalten oder austauschen
    [place_band] { SEATS($to_act) } muss eine Brandschutztruppe einsetzen
    [place_landowner] { SEATS($to_act) } muss einen Grundbesitzer einsetzen
    [fire] { SEATS($to_act) } muss eine Feuerkarte spielen oder zeigen, dass keine spielbar ist
    [fire_second] { SEATS($to_act) } darf einen zweiten Feuerzylinder bewegen oder Aktionen ausführen
    [no_move] { SEATS($to_act) } muss in einem brennenden Bezirk einen Feuerzylinder einsetzen
    [actions] { SEATS($to_act) } darf Aktionen ausführen oder sie beenden
    [intensify] { SEATS($to_act) } muss in einem brennenden Bezirk einen Feuerzylinder einsetzen
    [dealing] Karten, Häuser und Marker werden gerade verteilt
    [draw] Eine Feuerkarte wird gerade gezogen
    [scoring] Die Punkte werden gerade gezählt
   *[over] Das Spiel ist zu Ende
}
refusal-no_such_area = Einen solchen Bereich gibt es auf dem Spielplan nicht.

## Spielaufbau

refusal-hand_not_equal = Nur fünf Handkarten derselben Richtung dürfen ausgetauscht werden.
refusal-closed_at_set_up = { NAME($area, kind: "area") } ist beim Spielaufbau gesperrt{ $area ->
    [pudding_lane] {""}
   *[other] , denn es liegt im grünen Gebiet
}.

## Feuer ausbreiten

refusal-not_in_hand = Du hast keine { NAME($card, kind: "direction", form: "card") }karte.
refusal-move_possible = Eine deiner Handkarten erlaubt eine Feuerbewegung, also musst du eine spielen.
refusal-no_double_move = Du hast keinen Doppelbewegungsmarker.
refusal-no_cone_to_take = In Pudding Lane gibt es keinen Feuerzylinder, den du nehmen könntest.
refusal-not_burning = { NAME($source, kind: "area", form: "in-first") } brennt es nicht, also kann von dort kein Feuerzylinder kommen.
refusal-fire_contained = Das Feuer { NAME($source, kind: "area", form: "in") } ist unter Kontrolle, also kann von dort kein Feuerzylinder kommen.
refusal-last_cone_stays = Der letzte Feuerzylinder { NAME($source, kind: "area", form: "in") } muss dort bleiben.
refusal-never_burns = Das Feuer breitet sich nie { NAME($target, kind: "area", form: "to") } aus{ $target ->
    [pudding_lane] , denn dort brennt es immer außer Kontrolle
   *[other] {""}
}.
refusal-fire_break = { NAME($target, kind: "area") } ist abgerissen, also kann dort kein Feuer eindringen.
refusal-burns_already = { NAME($target, kind: "area", form: "in-first") } brennt es schon außer Kontrolle, also zieht dort kein Feuerzylinder ein.
refusal-out_of_reach = Kein Schritt nach { NAME($card, kind: "direction") } führt aus diesem Feuer { NAME($target, kind: "area", form: "to") }.
refusal-better_target = { NAME($target, kind: "area") } { $rank ->
    [1] hat Häuser und keine Brandschutztruppe
    [2] hat Häuser und eine Brandschutztruppe
    [3] ist leer und hat keine Brandschutztruppe
   *[4] ist leer und hat eine Brandschutztruppe
}; dieser Feuerzylinder erreicht einen Bezirk, der { $best_rank ->
    [1] Häuser und keine Brandschutztruppe hat
    [2] Häuser und eine Brandschutztruppe hat
    [3] leer ist und keine Brandschutztruppe hat
   *[4] leer ist und eine Brandschutztruppe hat
}, also muss er dorthin.

## Aktionen ausführen

refusal-no_points_left = Du hast alle deine Aktionspunkte verbraucht.
refusal-pudding_lane_closed = Brandschutztruppen und Grundbesitzer dürfen Pudding Lane nicht betreten.
refusal-not_adjacent = { NAME($to, kind: "area") } und { NAME($origin, kind: "area", form: "mid") } sind nicht benachbart.
refusal-no_band = { NAME($area, kind: "area", form: "in-first") } ist keine Brandschutztruppe{ $purpose ->
    [charge] , um die Sprengladung anzubringen
   *[move] {""}
}.
refusal-band_pinned = Jede Brandschutztruppe { NAME($origin, kind: "area", form: "in") } sitzt auf einem Feuerzylinder und muss dort bleiben.
refusal-nothing_burns_here = Dein Grundbesitzer steht { NAME($district, kind: "area", form: "in") }, wo nichts brennt.
refusal-not_contained = Das Feuer { NAME($district, kind: "area", form: "in") }, wo dein Grundbesitzer steht, ist nicht unter Kontrolle.

## Abriss

refusal-no_charge = Du hast keine Sprengladung.
refusal-not_a_district = { NAME($district, kind: "area", form: "in-first") } sind keine Häuser abgebildet, also ist dort nie ein Abriss möglich.
refusal-demolished_already = { NAME($district, kind: "area") } ist schon abgerissen.
refusal-burning = { NAME($district, kind: "area", form: "in-first") } brennt es, also ist dort kein Abriss möglich.
refusal-no_fire_beside = Neben { NAME($district, kind: "area", form: "dative") } brennt kein Bezirk, also ist dort kein Abriss möglich.
refusal-too_big = { NAME($district, kind: "area", form: "in-first") } sind { $size } Häuser abgebildet, also ist ein Abriss erst möglich, wenn der Bezirk leer ist.

## Feuerzylinder, die einzusetzen sind

refusal-no_place_for_cones = { NAME($district, kind: "area", form: "in-first") } darf kein Feuerzylinder eingesetzt werden.
refusal-not_burning_uncontained = { $burning ->
    [true] Das Feuer { NAME($district, kind: "area", form: "in") } ist unter Kontrolle
   *[false] { NAME($district, kind: "area", form: "in-first") } brennt es nicht
}, also darf dort kein Feuerzylinder eingesetzt werden.
refusal-district_full = { NAME($district, kind: "area", form: "in-first") } sind schon { $cones } Feuerzylinder; mehr als { $limit } dürfen es nicht sein.
