# The Brigade in English: the names of printed things. Those of components.toml are the same here.

# ---- tiles

tile-ratcatchers-row = Ratcatchers' Row
tile-grandma-yentls-coop = Grandma Yentl's Coop
tile-threadbare-laundry = Threadbare Laundry
tile-vernas-pumpkin-patch = Verna's Pumpkin Patch
tile-cracked-cauldron = The Cracked Cauldron
tile-crooked-stair-lodgings = Crooked Stair Lodgings
tile-leaky-bucket = The Leaky Bucket
tile-topiary-maze = The Topiary Maze
tile-emberly-stables = Emberly Stables
tile-duelling-lawn = The Duelling Lawn
tile-cinderford-conservatory = Cinderford Conservatory
tile-portrait-gallery = The Portrait Gallery
tile-ashgrove-manor = Ashgrove Manor
tile-gilded-perch-opera = The Gilded Perch Opera
tile-lost-property-office = Lost Property Office
tile-office-of-permits = Office of Permits
tile-weights-and-measures = Weights and Measures
tile-clock-tower = The Clock Tower
tile-city-archive = City Archive
tile-town-hall-annex = Town Hall Annex
tile-tax-vault = The Tax Vault
tile-carnivorous-plant-nursery = Carnivorous Plant Nursery
tile-second-hand-wands = Second-Hand Wands
tile-candlewick-and-daughters = Candlewick and Daughters
tile-barrelmakers-yard = Barrelmakers' Yard
tile-spice-loft = The Spice Loft
tile-exchange-hall = The Exchange Hall
tile-thing-on-a-stick = Thing on a Stick!
tile-university-nw = Pyromancer University
tile-university-ne = Pyromancer University
tile-university-se = Pyromancer University
tile-university-sw = Pyromancer University
tile-firehouse-white = White Firehouse
tile-firehouse-black = Black Firehouse
tile-firehouse-pink = Pink Firehouse
tile-firehouse-orange = Orange Firehouse
tile-dwarven-distillery = Khomar MacStomac's Dwarven Distillery
tile-frozen-exhibits = Falariel's Frozen Exhibits
tile-old-tom-oak = Old Tom Oak
tile-jewelled-aviary = The Jewelled Aviary

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

guild-commons = House of Commons
guild-nobles = High Nobles
guild-council = City Council
guild-merchants = Merchants' Guild
guild-university = Pyromancer University

track-crew = Crew capacity
track-wagon = Wagon capacity
track-leadership = Leadership

firehouse-white = white firehouse
firehouse-black = black firehouse
firehouse-pink = pink firehouse
firehouse-orange = orange firehouse

# ---- event cards

event-F01 = Arson
event-F02 = Burning Man Festival
event-F03 = Dirty Dealings
event-F04 = Karnaj Celebrates

effect-upgrade_wagon = every player advances the wagon track by one circle
effect-upgrade_crew = every player advances the crew track by one circle
effect-upgrade_leadership = every player advances the leadership track by one circle
effect-recruit = every player performs one free Recruit
effect-place_one_cube = every player places one recognition cube on a building
effect-too_hot_in_here = every brigade fills all its buckets
effect-arson = +1 intensity on every tile with a loyalty token
effect-burning_man = +1 intensity on every tile with a brigade or a wagon, immunity ignored
effect-dirty_dealings = every player may add +1 intensity to one tile without a brigade or wagon
effect-karnaj_celebrates = +1 intensity on every tile of intensity exactly 2

direction-north = north
direction-east = east
direction-south = south
direction-west = west

# ---- expansions, and what is missing of those that cannot be played

expansion-advanced = Advanced rules (chief actions and firehouse abilities)
expansion-extra_chiefs = Six further chiefs
expansion-extra_crew = Six further crew cards
expansion-big_buildings = Big Buildings
expansion-fire_festival = Fire Festival events
expansion-special_events = Special Events
expansion-three_versus_one = 3 versus 1 (Pyromancer and familiar)
expansion-rise_of_the_phoenix = Rise of the Phoenix campaign
expansion-cooperative_and_solo = Co-operative and solo rules (stretch goals)

missing-special_events = every card: number, names, effects; how the cards enter the event deck
missing-three_versus_one = set-up of the Pyromancer; turn structure of the Pyromancer; Pyromancer actions and cards; fire reserve size and use; familiar: movement and powers; victory conditions of both sides; whether the three win together or singly
missing-rise_of_the_phoenix = scenarios and their number; Phoenix piece: position, movement and direction icon; campaign record between games; campaign cards; victory and defeat conditions
missing-cooperative_and_solo = all rules

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

decision-choose_chief = choose a chief and a firehouse
decision-recognition = place cubes of recognition
decision-recruit = keep one of the drawn crew cards
decision-give_precious = give Sir Precious away
decision-relocate = take a loyalty token from another tile
decision-event_cube = place the event's cube
decision-redirect = redirect the fire (Esme Morrow)
decision-stoke = stoke an adjacent fire (Chops Murphy)
decision-douse = douse a fire (Del Uge)
decision-noble_cube = place a cube on the Nobles (Immora)
decision-merchant_cube = place a cube on the Merchants (orange firehouse)
decision-merchant_choice = choose between water, moving a cube and dousing a fire (Ali Ahmar)
decision-moved_cube = choose the tile for a moved cube (Ali Ahmar)
decision-free_recruit = recruit for free (Mal Candor)
decision-free_upgrade = take a free Upgrade
decision-name_rival = name a rival to discard a crew card (Zilda Garrett)
decision-discard_crew = discard a crew card (Zilda Garrett)
decision-second_cube = place a second cube (Selina Blackflow)
decision-refill_tax = lose 1 water to Walder Ranier
decision-stolen_water = choose which water to lose (Aurath Ether)
decision-remove_cube = give up a cube on the board
decision-fallen_tree = choose the direction of Old Tom Oak's fall
decision-dirty_dealings = raise a fire (Dirty Dealings)
decision-pyro_cube = choose the tile for the next cube (Cindy Bustion)
