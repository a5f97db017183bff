# The Brigade en français : les noms des choses imprimées.
# The words are those of the French rulebook. It leaves people and some buildings in English, and so does this file.

# ---- tiles

tile-ratcatchers-row = Allée des Dératiseurs
tile-grandma-yentls-coop = Grandma Yentl’s Coop
tile-threadbare-laundry = Blanchisserie Point d’Usure
tile-vernas-pumpkin-patch = Verna’s Pumpkin Patch
tile-cracked-cauldron = Le Chaudron fêlé
tile-crooked-stair-lodgings = Pension de l’Escalier tordu
tile-leaky-bucket = Le Seau percé
tile-topiary-maze = Le Labyrinthe de buis
tile-emberly-stables = Écuries d’Emberly
tile-duelling-lawn = Le Pré aux duels
tile-cinderford-conservatory = Jardin d’hiver de Cinderford
tile-portrait-gallery = La Galerie des portraits
tile-ashgrove-manor = Manoir d’Ashgrove
tile-gilded-perch-opera = L’Opéra du Perchoir doré
tile-lost-property-office = Bureau des objets perdus
tile-office-of-permits = Bureau des permis
tile-weights-and-measures = Poids et Mesures
tile-clock-tower = La Tour de l’Horloge
tile-city-archive = Archives de la ville
tile-town-hall-annex = Annexe de l’hôtel de ville
tile-tax-vault = La Chambre forte du fisc
tile-carnivorous-plant-nursery = Carnivorous Plant Nursery
tile-second-hand-wands = Baguettes d’occasion
tile-candlewick-and-daughters = Chandelle et Filles
tile-barrelmakers-yard = Cour des tonneliers
tile-spice-loft = Le Grenier aux épices
tile-exchange-hall = La Halle des échanges
tile-thing-on-a-stick = Thing on a Stick !
tile-university-nw = Université de Pyromancer
tile-university-ne = Université de Pyromancer
tile-university-se = Université de Pyromancer
tile-university-sw = Université de Pyromancer
tile-firehouse-white = Caserne blanche
tile-firehouse-black = Caserne noire
tile-firehouse-pink = Caserne rose
tile-firehouse-orange = Caserne orange
tile-dwarven-distillery = Khomar MacStomac’s Dwarven Distillery
tile-frozen-exhibits = Falariel’s Frozen Exhibits
tile-old-tom-oak = Vieux Tom Oak
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

guild-commons = Chambre des communes
guild-nobles = Les hauts nobles
guild-council = Guilde des bas-quartiers
guild-merchants = La guilde des marchands
guild-university = Université de Pyromancer

track-crew = Capacité d’effectif
track-wagon = Capacité du camion-citerne
track-leadership = Leadership

firehouse-white = caserne blanche
firehouse-black = caserne noire
firehouse-pink = caserne rose
firehouse-orange = caserne orange

# ---- event cards

event-F01 = Arson
event-F02 = Burning Man Festival
event-F03 = Dirty Dealings
event-F04 = Karnaj Celebrates

effect-upgrade_wagon = chaque joueur avance d’un cercle sur la piste du camion-citerne
effect-upgrade_crew = chaque joueur avance d’un cercle sur la piste d’effectif
effect-upgrade_leadership = chaque joueur avance d’un cercle sur la piste de leadership
effect-recruit = chaque joueur effectue un recrutement gratuit
effect-place_one_cube = chaque joueur place un cube Reconnaissance sur un bâtiment
effect-too_hot_in_here = toutes les brigades remplissent tous leurs seaux
effect-arson = intensité +1 sur chaque tuile ayant un jeton Loyauté
effect-burning_man = intensité +1 sur chaque tuile où se trouve une brigade ou un camion-citerne, malgré leur protection
effect-dirty_dealings = chaque joueur peut augmenter de 1 l’intensité d’une tuile sans brigade ni camion-citerne
effect-karnaj_celebrates = intensité +1 sur chaque tuile d’intensité 2 exactement

direction-north = le nord
direction-east = l’est
direction-south = le sud
direction-west = l’ouest

# ---- expansions, and what is missing of those that cannot be played

expansion-advanced = Règles avancées (actions des chefs d’équipe et capacités des casernes)
expansion-extra_chiefs = Six chefs d’équipe de plus
expansion-extra_crew = Six équipiers de plus
expansion-big_buildings = Grands Bâtiments
expansion-fire_festival = Évènements Festival du feu
expansion-special_events = Évènements Spéciaux
expansion-three_versus_one = 3 contre 1 (Pyromancien et familier)
expansion-rise_of_the_phoenix = Campagne de l’avènement du Phoenix
expansion-cooperative_and_solo = Règles coopératives et en solitaire

missing-special_events = toutes les cartes, leur nombre, leurs noms et leurs effets ; la manière dont elles entrent dans la pioche Évènement
missing-three_versus_one = mise en place du Pyromancien ; déroulement de son tour ; ses actions et ses cartes ; taille et usage de la réserve de feu ; déplacements et pouvoirs du familier ; conditions de victoire des deux camps ; victoire commune ou individuelle des trois joueurs
missing-rise_of_the_phoenix = les scénarios et leur nombre ; la figurine du Phoenix, sa position, ses déplacements et son icône de direction ; le suivi de campagne entre les parties ; les cartes de campagne ; les conditions de victoire et de défaite
missing-cooperative_and_solo = toutes les règles

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

decision-choose_chief = choisir un chef d’équipe et une caserne
decision-recognition = placer des cubes Reconnaissance
decision-recruit = garder l’un des équipiers piochés
decision-give_precious = donner Sir Precious
decision-relocate = reprendre un jeton Loyauté sur une autre tuile
decision-event_cube = placer le cube de l’évènement
decision-redirect = détourner le feu (Esme Morrow)
decision-stoke = attiser un feu adjacent (Chops Murphy)
decision-douse = faire baisser un feu (Del Uge)
decision-noble_cube = placer un cube chez les nobles (Immora)
decision-merchant_cube = placer un cube chez les marchands (caserne orange)
decision-merchant_choice = choisir entre de l’eau, un cube à déplacer et un feu à faire baisser (Ali Ahmar)
decision-moved_cube = choisir où va le cube déplacé (Ali Ahmar)
decision-free_recruit = recruter gratuitement (Mal Candor)
decision-free_upgrade = effectuer une amélioration gratuite
decision-name_rival = désigner un rival qui défausse un équipier (Zilda Garrett)
decision-discard_crew = défausser un équipier (Zilda Garrett)
decision-second_cube = placer un second cube (Selina Blackflow)
decision-refill_tax = perdre 1 jeton Eau à cause de Walder Ranier
decision-stolen_water = choisir quelle eau se fait voler (Aurath Ether)
decision-remove_cube = retirer un cube du plateau
decision-fallen_tree = choisir de quel côté tombe le Vieux Tom Oak
decision-dirty_dealings = attiser un feu (Dirty Dealings)
decision-pyro_cube = choisir la tuile du prochain cube (Cindy Bustion)
