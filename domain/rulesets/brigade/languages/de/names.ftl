# The Brigade auf Deutsch: die Namen der gedruckten Dinge.
# No German edition is at hand: this is our own translation, in the usual words of German board games.
# People keep their printed names.

# ---- tiles

tile-ratcatchers-row = Rattenfängergasse
tile-grandma-yentls-coop = Oma Yentls Hühnerstall
tile-threadbare-laundry = Wäscherei Fadenschein
tile-vernas-pumpkin-patch = Vernas Kürbisbeet
tile-cracked-cauldron = Zum Gesprungenen Kessel
tile-crooked-stair-lodgings = Pension zur Schiefen Treppe
tile-leaky-bucket = Zum Lecken Eimer
tile-topiary-maze = Heckenlabyrinth
tile-emberly-stables = Glutheimer Stallungen
tile-duelling-lawn = Duellwiese
tile-cinderford-conservatory = Wintergarten Aschenfurt
tile-portrait-gallery = Ahnengalerie
tile-ashgrove-manor = Gut Eschenhain
tile-gilded-perch-opera = Oper zur Goldenen Stange
tile-lost-property-office = Fundbüro
tile-office-of-permits = Genehmigungsamt
tile-weights-and-measures = Eichamt
tile-clock-tower = Uhrturm
tile-city-archive = Stadtarchiv
tile-town-hall-annex = Rathausanbau
tile-tax-vault = Steuergewölbe
tile-carnivorous-plant-nursery = Gärtnerei für fleischfressende Pflanzen
tile-second-hand-wands = Zauberstäbe aus zweiter Hand
tile-candlewick-and-daughters = Kerzendocht & Töchter
tile-barrelmakers-yard = Küferhof
tile-spice-loft = Gewürzspeicher
tile-exchange-hall = Börsenhalle
tile-thing-on-a-stick = Ding am Spieß!
tile-university-nw = Pyromantische Universität
tile-university-ne = Pyromantische Universität
tile-university-se = Pyromantische Universität
tile-university-sw = Pyromantische Universität
tile-firehouse-white = Weiße Feuerwache
tile-firehouse-black = Schwarze Feuerwache
tile-firehouse-pink = Rosa Feuerwache
tile-firehouse-orange = Orange Feuerwache
tile-dwarven-distillery = Khomar MacStomacs Zwergenbrennerei
tile-frozen-exhibits = Falariels Eisausstellung
tile-old-tom-oak = Alter Tom Eich
tile-jewelled-aviary = Juwelen-Voliere

# ---- crew cards and chiefs

card-kulari-one-shoe = Kulari One-Shoe
card-del-uge = Del Uge
card-chops-murphy = Chops Murphy
card-mog-the-heavy = Mog The Heavy
card-selina-blackflow = Selina Blackflow
card-gness-smold = Gness Smold
card-pep-overclock = Pep Overclock
card-leon-bertrand = Leon Bertrand
card-nery-cagehand = Nery Cagehand
card-mal-candor = Mal Candor
card-walder-ranier = Walder Ranier
card-brother-ben = Brother Ben
card-morgana-magos = Morgana Magos
card-esme-morrow = Esme Morrow
card-lumen = Lumen
card-ebenezer = Ebenezer
card-immora = Immora
card-ali-ahmar = Ali Ahmar
card-veda-moonbright = Veda Moonbright
card-zilda-garrett = Zilda Garrett
card-ash = Ash
card-sir-precious = Sir Precious

chief-gloria-ignis = Gloria Ignis
chief-blitz-haben = Blitz Haben
chief-frith-goldmane = Frith Goldmane
chief-glint-dampshot = Glint Dampshot
chief-bernhardt-blaze = Bernhardt Blaze
chief-ester = Ester
chief-white-fang = White Fang
chief-galeela = Galeela
chief-aurath-ether = Aurath Ether
chief-cindy-bustion = Cindy Bustion

# ---- guilds, upgrade tracks and firehouses

guild-commons = Gemeine
guild-nobles = Hochadel
guild-council = Stadtrat
guild-merchants = Händlergilde
guild-university = Pyromantische Universität

track-crew = Mannschaftsstärke
track-wagon = Wagentank
track-leadership = Führung

firehouse-white = weiße Feuerwache
firehouse-black = schwarze Feuerwache
firehouse-pink = rosa Feuerwache
firehouse-orange = orange Feuerwache

# ---- event cards

event-F01 = Brandstiftung
event-F02 = Burning-Man-Festival
event-F03 = Krumme Geschäfte
event-F04 = Karnaj feiert

effect-upgrade_wagon = Alle rücken auf der Wagenleiste um ein Feld vor
effect-upgrade_crew = Alle rücken auf der Mannschaftsleiste um ein Feld vor
effect-upgrade_leadership = Alle rücken auf der Führungsleiste um ein Feld vor
effect-recruit = Alle rekrutieren einmal gratis
effect-place_one_cube = Alle legen einen Anerkennungswürfel auf ein Gebäude
effect-too_hot_in_here = Alle Brigaden füllen all ihre Eimer
effect-arson = +1 Feuerstärke auf jedem Plättchen mit einem Treuemarker
effect-burning_man = +1 Feuerstärke auf jedem Plättchen mit einer Brigade oder einem Tankwagen, ohne Schutz durch sie
effect-dirty_dealings = Alle dürfen auf einem Plättchen ohne Brigade und Tankwagen die Feuerstärke um 1 erhöhen
effect-karnaj_celebrates = +1 Feuerstärke auf jedem Plättchen mit Feuerstärke genau 2

direction-north = Norden
direction-east = Osten
direction-south = Süden
direction-west = Westen

# ---- expansions, and what is missing of those that cannot be played

expansion-advanced = Fortgeschrittene Regeln (Aktionen der Hauptleute und Fähigkeiten der Feuerwachen)
expansion-extra_chiefs = Sechs weitere Hauptleute
expansion-extra_crew = Sechs weitere Mannschaftskarten
expansion-big_buildings = Große Gebäude
expansion-fire_festival = Feuerfest-Ereignisse
expansion-special_events = Sonderereignisse
expansion-three_versus_one = 3 gegen 1 (Pyromant und Vertrauter)
expansion-rise_of_the_phoenix = Kampagne „Aufstieg des Phönix“
expansion-cooperative_and_solo = Kooperative Regeln und Solospiel

missing-special_events = alle Karten mit Zahl, Namen und Wirkung; wie die Karten in den Ereignisstapel kommen
missing-three_versus_one = Aufbau des Pyromanten; Ablauf seines Zuges; seine Aktionen und Karten; Größe und Gebrauch des Feuervorrats; Bewegung und Kräfte des Vertrauten; Siegbedingungen beider Seiten; ob die drei gemeinsam oder einzeln gewinnen
missing-rise_of_the_phoenix = Szenarien und ihre Zahl; Figur des Phönix mit Position, Bewegung und Richtungssymbol; Kampagnenbogen zwischen den Partien; Kampagnenkarten; Bedingungen für Sieg und Niederlage
missing-cooperative_and_solo = sämtliche Regeln

# ---- cells, by the letter of the column and the number of the row, as the board draws them

cell-0 = A1
cell-1 = B1
cell-2 = C1
cell-3 = D1
cell-4 = E1
cell-5 = F1
cell-6 = A2
cell-7 = B2
cell-8 = C2
cell-9 = D2
cell-10 = E2
cell-11 = F2
cell-12 = A3
cell-13 = B3
cell-14 = C3
cell-15 = D3
cell-16 = E3
cell-17 = F3
cell-18 = A4
cell-19 = B4
cell-20 = C4
cell-21 = D4
cell-22 = E4
cell-23 = F4
cell-24 = A5
cell-25 = B5
cell-26 = C5
cell-27 = D5
cell-28 = E5
cell-29 = F5
cell-30 = A6
cell-31 = B6
cell-32 = C6
cell-33 = D6
cell-34 = E6
cell-35 = F6

# ---- what each decision asks a player to do, as an infinitive

decision-choose_chief = einen Hauptmann und eine Feuerwache wählen
decision-recognition = Anerkennungswürfel legen
decision-recruit = eine der gezogenen Mannschaftskarten behalten
decision-give_precious = Sir Precious verschenken
decision-relocate = einen Treuemarker von einem anderen Plättchen nehmen
decision-event_cube = den Würfel des Ereignisses legen
decision-redirect = das Feuer umlenken (Esme Morrow)
decision-stoke = ein benachbartes Feuer schüren (Chops Murphy)
decision-douse = ein Feuer eindämmen (Del Uge)
decision-noble_cube = einen Würfel auf ein Plättchen des Hochadels legen (Immora)
decision-merchant_cube = einen Würfel auf ein Plättchen der Händler legen (orange Feuerwache)
decision-merchant_choice = zwischen Wasser, einem Würfelzug und dem Eindämmen eines Feuers wählen (Ali Ahmar)
decision-moved_cube = das Ziel des versetzten Würfels wählen (Ali Ahmar)
decision-free_recruit = gratis rekrutieren (Mal Candor)
decision-free_upgrade = eine Ausbaustufe gratis nehmen
decision-name_rival = jemanden bestimmen, der eine Mannschaftskarte abwirft (Zilda Garrett)
decision-discard_crew = eine Mannschaftskarte abwerfen (Zilda Garrett)
decision-second_cube = einen zweiten Würfel legen (Selina Blackflow)
decision-refill_tax = 1 Wasser an Walder Ranier abgeben
decision-stolen_water = wählen, welches Wasser gestohlen wird (Aurath Ether)
decision-remove_cube = einen Würfel vom Spielplan abgeben
decision-fallen_tree = wählen, wohin der Alte Tom Eich fällt
decision-dirty_dealings = ein Feuer anfachen (Krumme Geschäfte)
decision-pyro_cube = das Plättchen für den nächsten Würfel wählen (Cindy Bustion)
