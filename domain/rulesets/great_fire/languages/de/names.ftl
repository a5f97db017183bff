# The Great Fire of London 1666: Richtungen, Farben, Marker und Gebiete, auf Deutsch, mit den Begriffen der gedruckten Spielregel.
# Die Formen nach einem Punkt sind die Beugungen, die die Zeilen brauchen.

## Richtungen

direction-N = Norden
    .card = Nord
direction-E = Osten
    .card = Ost
direction-S = Süden
    .card = Süd
direction-W = Westen
    .card = West

## Farben

colour-red = rot
    .neuter = rotes
    .plural = rote
    .accusative = roten
    .noun = Rot
colour-blue = blau
    .neuter = blaues
    .plural = blaue
    .accusative = blauen
    .noun = Blau
colour-green = grün
    .neuter = grünes
    .plural = grüne
    .accusative = grünen
    .noun = Grün
colour-yellow = gelb
    .neuter = gelbes
    .plural = gelbe
    .accusative = gelben
    .noun = Gelb
colour-purple = lila
    .neuter = lila
    .plural = lila
    .accusative = lila
    .noun = Lila
colour-black = schwarz
    .neuter = schwarzes
    .plural = schwarze
    .accusative = schwarzen
    .noun = Schwarz

## Marker

token-charge = Sprengladung
token-double_move = Doppelbewegung
token-vp = 1 Siegpunkt

## Gebiete

region-orange = Osten, mit dem Tower
region-green = Mitte, um Pudding Lane
region-blue = Norden
region-purple = Westen
region-pudding_lane = Pudding Lane
region-park = Grasbereiche
