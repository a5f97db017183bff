/** The own hand: a fan over the lower edge of the board. */

import { el } from '../../../drawing/tree.js';
import { t } from '../../../language/language.js';
import { at } from './signs.js';
import { round, write } from './type.js';
import { drawFace } from './faces.js';

/** @typedef {import('./layout.js').Rect} Rect */
/** @typedef {import('./street.js').Scene} Scene */

const LIFT = 9;

/** @param {LondonComponents} components @param {Rect} place @param {Scene} scene @param {number} seat */
export function drawHand(components, { x, y, w, h }, scene, seat) {
  const { hand } = scene.position.seats[seat];
  const { placement, offered } = scene.position.turn;
  const caption = w < 600 ? 0 : 74;
  const high = h - 6;
  const wide = Math.min(high * 0.84, 128);
  const pitch = hand.length > 1 ? Math.min(wide + 6, (w - caption - wide - 8) / (hand.length - 1)) : 0;
  const from = x + caption + (w - caption - (pitch * (hand.length - 1) + wide)) / 2;
  const middle = (hand.length - 1) / 2;
  const turn = pitch >= wide ? 0.9 : 0.5;
  const limit = components.hand.limit_at_end_of_turn;
  return el('g', { key: 'hand', class: 'lon-hand' },
    el('rect', { x: round(x), y: round(y), width: round(w), height: round(h), rx: 4, fill: '#120f0d',
      'fill-opacity': 0.35 }),
    caption ? [write('Your hand', x + 10, y + 22, 13, { anchor: 'start', fill: '#f3e6c8' }),
      write(t`${hand.length} of ${limit}`, x + 10, y + 39, 12,
        { anchor: 'start', bold: false, fill: hand.length > limit ? '#ff9d8a' : '#cdbf9f' })] : null,
    hand.map((card, each) => {
      const chosen = card === placement?.card || card === offered;
      const tilt = Math.round((each - middle) * turn * 10) / 10;
      const top = y + 3 + Math.min(5, Math.abs(each - middle) ** 2 * 0.3) - (chosen ? LIFT : 0);
      return el('g', { key: `card:${card}`, 'data-spot': `card:${card}`, 'data-part': `card:${card}`,
        'data-card': card, class: `lon-held${chosen ? ' is-announced' : ''}`,
        transform: `${at(from + each * pitch, top)} rotate(${tilt} ${round(wide / 2)} ${round(high)})` },
      drawFace(scene.face(card), card, { w: wide, h: high, quiet: scene.quiet, name: each < hand.length - 1
        ? Math.min(wide, pitch) : wide }),
      chosen ? el('rect', { x: -1, y: -1, width: round(wide + 2), height: round(high + 2), rx: 4, fill: 'none',
        stroke: '#ffd76e', 'stroke-width': 3 }) : null);
    }));
}
