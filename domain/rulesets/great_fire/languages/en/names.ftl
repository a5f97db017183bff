# The Great Fire of London 1666: directions, colours, tokens and regions, in English, as components.toml has them. A form
# after a point is a word that the lines need beside the name.

## Directions

direction-N = north
    .a-card = a north card
direction-E = east
    .a-card = an east card
direction-S = south
    .a-card = a south card
direction-W = west
    .a-card = a west card

## Colours

colour-red = red
colour-blue = blue
colour-green = green
colour-yellow = yellow
colour-purple = purple
colour-black = black

## Tokens

token-charge = Demolition charge
token-double_move = Fire moves twice
token-vp = One victory point

## Regions

region-orange = East, with the Tower
region-green = Centre, around Pudding Lane
region-blue = North
region-purple = West
region-pudding_lane = Pudding Lane
region-park = Grassed areas
