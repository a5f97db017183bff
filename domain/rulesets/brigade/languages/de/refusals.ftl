# The Brigade auf Deutsch: ein Satz für jede Ablehnung. Hat ein Code mehrere Gründe, wählt die Angabe `reason`.
# No German edition is at hand: this is our own translation, in the usual words of German board games.

other-answer = Das geht jetzt nicht: Du { $optional ->
    [true] darfst
   *[false] musst
} { NAME($decision, kind: "decision") }.

refusal-ability_inactive = { $reason ->
    [white] Nur die weiße Feuerwache füllt für einen Würfel nach.
    [chief] Diese Aktion gehört einem Hauptmann, den du nicht hast.
    [pink] Du hast keine Gratisbewegung.
    [ethereal] Nur Aurath Ether bewegt sich in Äthergestalt.
    [wagon_track] Deine Wagenleiste ist noch nicht voll ausgebaut.
    [ride] Der Tankwagen fährt nur direkt nach einer Bewegung der Brigade mit.
   *[card] { NAME($card, kind: "card") } ist in deiner Brigade nicht aktiv.
}
refusal-ability_used = { $reason ->
    [chief] Du hast die Aktion deines Hauptmanns in diesem Zug schon genutzt.
    [firestorm] Du kontrollierst den nächsten Feuersturm schon.
    [ride] Dein Tankwagen ist in diesem Zug schon mitgefahren.
   *[card] Du hast { NAME($card, kind: "card") } in diesem Zug schon genutzt.
}
refusal-already_upgraded = Du hast die Ausbaustufe dieses Zuges schon genommen.
refusal-bad_water_amount = { $reason ->
    [transfer] Beim Umfüllen kommt kein Wasser hinzu und geht keines verloren, und kein Eimer läuft über.
    [crew] Beim Löschen ist für jede Mannschaftskarte eine Menge anzugeben, keine unter 0.
    [one] Dieses Feuer braucht { $most } Wasser.
    [range] Dieses Feuer braucht { $least } bis { $most } Wasser.
    [take] Du darfst bis zu 2 Wasser in freie Eimer der Brigade nehmen.
   *[answer] { other-answer }
}
refusal-cannot_end_turn_on_destroyed = { $last ->
    [true] Die letzte Aktion brauchst du, um das zerstörte Plättchen zu verlassen.
   *[false] Dir bliebe keine Aktion, um das zerstörte Plättchen zu verlassen.
}
refusal-cannot_hold_cubes = Auf dieses Plättchen dürfen keine Würfel.
refusal-decision_pending = { SEAT($waiting_for) } muss zuerst { $optional ->
    [true] entscheiden. Möglich ist: { NAME($decision, kind: "decision") }
   *[false] { NAME($decision, kind: "decision") }
}.
refusal-deck_empty = Es gibt keine Mannschaftskarten mehr zu ziehen.
refusal-destroyed = { $reason ->
    [lost] { place } ist nicht mehr zu retten.
    [wagon] { place } ist zerstört oder verloren.
   *[either] Eines der Plättchen ist zerstört.
}
refusal-expansion_not_available = { NAME($expansion, kind: "expansion") } ist nicht spielbar, denn die gedruckten Regeln sind nicht bekannt ({ NAME($expansion, kind: "missing") }).
refusal-fire_stops_movement = Ein brennendes Plättchen auf dem Weg beendet die Bewegung.
refusal-game_over = Die Partie ist zu Ende.
refusal-invalid_target = { $reason ->
    [no_tile] Dieses Plättchen gibt es nicht.
    [no_track] Diese Leiste gibt es nicht.
    [precious_elsewhere] Sir Precious geht nur an deiner Feuerwache.
    [no_precious] Du hast Sir Precious nicht.
    [never_burns] { place } brennt nie.
    [intensity] Das Feuer auf { place } hat Stärke { $intensity }, doch der Tankwagen löscht nur Stärke 1.
    [polymorph] Zum Vertauschen sind zwei verschiedene Stadtplättchen in Lesereihenfolge zu nennen, keines davon aus der Universität.
    [immune] Auf dem Plättchen, dessen Feuer steigen würde, steht eine Brigade oder ein Tankwagen: Es ist geschützt.
    [not_held] Niemand sonst hat diese Mannschaftskarte.
    [replaced] Du ersetzt nur dann eine Mannschaftskarte, wenn deine Brigade voll ist.
    [not_in_play] Diese Mannschaftskarte ist nicht im Spiel.
    [leon] Der Tankwagen von Leon Bertrand löscht nur ein Feuer der Stärke 1 auf seinem eigenen Plättchen.
    [not_playing] Dieser Platz spielt nicht mit.
    [decline] Du kannst nicht ablehnen: Du musst { NAME($decision, kind: "decision") }.
    [not_drawn] Diese Karte wurde nicht gezogen.
    [no_place] Die neue Karte braucht einen freien Platz in deiner Brigade, oder sie ersetzt eine deiner Mannschaftskarten.
    [chief] Dieser Hauptmann ist nicht verfügbar.
    [colour] Im Grundspiel führt ein Hauptmann die Feuerwache seiner eigenen Farbe.
    [firehouse] Diese Feuerwache ist nicht verfügbar.
   *[answer] { other-answer }
}
refusal-must_move = { $reason ->
    [brigade] Deine Brigade ist schon auf { place }.
    [wagon] Dein Tankwagen ist schon auf { place }.
    [last_action] Deine letzte Aktion brauchst du, um das zerstörte Plättchen zu verlassen.
   *[end_of_turn] Der Zug kann nicht auf einem zerstörten Plättchen enden, solange du es verlassen kannst.
}
refusal-needs_advanced_rules = Die zusätzlichen Hauptleute brauchen die fortgeschrittenen Regeln.
refusal-needs_cube_on_board = { $reason ->
    [refill] Du hast keinen Würfel auf { place }.
    [board] Du hast keinen Würfel auf dem Spielplan.
    [tile] Du hast keinen Würfel auf diesem Plättchen.
   *[answer] { other-answer }
}
refusal-no_actions_left = Du hast keine Aktion mehr.
refusal-no_crew_capacity = Deine Mannschaftsleiste erlaubt noch keine Mannschaftskarte.
refusal-no_effect = { $reason ->
    [full] Was du auf { place } hast, ist schon voll.
    [transfer] Kein Wasser würde sich bewegen.
    [same_fires] Beide Feuer sind gleich stark.
    [mimic] Der Marker liegt schon auf dieser Karte.
   *[move] Eine Bewegung nennt nur Plättchen, auf denen unterwegs etwas geschieht, und verdrängt nur Brigaden, die sie trifft.
}
refusal-no_pawn_here = { $reason ->
    [no_pawn] Weder deine Brigade noch dein Tankwagen ist auf { place }.
   *[no_brigade] Deine Brigade ist nicht auf { place }.
}
refusal-not_adjacent = { $reason ->
    [ash] Ash erreicht nur benachbarte Plättchen.
   *[polymorph] Die Plättchen müssen benachbart sein.
}
refusal-not_burning = { place } brennt nicht.
refusal-not_enough_water = { $reason ->
    [wagon] Dein Tankwagen ist leer.
    [places] An den genannten Stellen ist nicht genug Wasser.
    [lose] An der genannten Stelle ist kein Wasser zu verlieren.
   *[answer] { other-answer }
}
refusal-not_loyal = { place } ist weder dir treu noch deine Feuerwache: Dort kannst du nicht nachfüllen.
refusal-not_together = Deine Brigade und dein Tankwagen sind nicht auf demselben Plättchen.
refusal-not_your_turn = { $reason ->
    [idle] { SEAT($seat) } hat jetzt nichts zu tun.
   *[turn] { SEAT($active) } ist am Zug.
}
refusal-occupied = { $reason ->
    [rival] Auf { place } steht eine fremde Brigade oder ein fremder Tankwagen.
   *[pawn] Auf { place } steht eine Brigade oder ein Tankwagen.
}
refusal-out_of_reach = Die Anerkennung für dieses Feuer gehört auf { NAME($fire, kind: "cell") } ({ NAME($tile, kind: "tile") }) oder ein benachbartes Plättchen.
refusal-rival_brigade = { $reason ->
    [there] Auf { place } steht eine fremde Brigade.
   *[on_the_way] Eine fremde Brigade steht im Weg.
}
refusal-too_far = Das ist weiter, als deine Brigade mit { $points } Bewegungspunkten kommt.
refusal-too_many_cubes = { $most ->
    [0] Du darfst nur 1 Würfel legen.
    [one] Du darfst nur 1 Würfel legen.
   *[other] Du darfst 1 bis { $most } Würfel legen.
}
refusal-track_complete = Der Marker ist schon auf dem letzten Feld der { $track ->
    [crew] Mannschaftsleiste
    [wagon] Wagenleiste
   *[leadership] Führungsleiste
}.
refusal-wagon_not_here = Dein Tankwagen ist anderswo oder leer und hat dafür kein Wasser.
refusal-wrong_number_of_seats = The Brigade ist für { $seats_min } bis { $seats_max } Spielende, nicht für { $seats }.
refusal-wrong_phase = { $reason ->
    [no_decision] Jetzt ist nichts zu entscheiden.
   *[no_actions] Aktionen sind nur in der Aktionsphase möglich.
}
