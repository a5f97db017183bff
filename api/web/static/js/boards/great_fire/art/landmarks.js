/** Small engravings of what the objectives are: they stand on their blocks until these burn. */

import { el } from '../../../drawing/tree.js';
import { INK } from './inks.js';
import { once } from './sheet.js';

/** @typedef {import('./sheet.js').Sheet} Sheet */

/** Each engraving stands on y 0, some 30 wide. @type {Record<string, string>} */
const ENGRAVINGS = {
  cathedral: 'M-20 0V-9H-9V-13L-4-17V-24L0-34 4-24V-17L9-13V-9H20V0ZM-4-17H4M-9-9H9M-16 0V-5q1.5-2 3 0V0'
    + 'M-10 0V-5q1.5-2 3 0V0'
    + 'M7 0V-5q1.5-2 3 0V0M13 0V-5q1.5-2 3 0V0M-2.4 0V-7q2.4-3 4.8 0V0',
  castle: 'M-17 0V-16h3v3h3v-3h3V-9H-4V-20h2v2h4v-2h2V-9H8v-7h3v3h3v-3h3V0ZM-14-10v3M14-10v3'
    + 'M-3 0V-5q3-3 6 0V0M-8-9V0M8-9V0M0-16v3',
  palace: 'M-18 0V-11H-12L-9-15-6-11H-3L0-18 3-11H6L9-15 12-11H18V0ZM-16-8h3v3h-3ZM-10-8h3v3h-3Z'
    + 'M7-8h3v3H7ZM13-8h3v3h-3ZM-2.6 0V-6H2.6V0',
  hall: 'M-16 0V-10L0-18 16-10V0ZM-16-10H16M0-18V-24M-2-21H2M-12 0V-6q2-3 4 0V0M8 0V-6q2-3 4 0V0'
    + 'M-3 0V-7q3-4 6 0V0',
  exchange: 'M-18 0V-12H18V0ZM-18-12L-15-15H15L18-12M-3-15V-24L0-29 3-24V-15M-15 0V-6q2-3 4 0V0'
    + 'M-9 0V-6q2-3 4 0V0M-2 0V-6q2-3 4 0V0'
    + 'M5 0V-6q2-3 4 0V0M11 0V-6q2-3 4 0V0',
  church: 'M-15 0V-8L-8-13H4V-20L7.5-29 11-20V0ZM4-13V0M-11 0V-5q1.5-2 3 0V0M-5 0V-5q1.5-2 3 0V0M7-16v4'
    + 'M6 0V-5H9V0M7.5-29v-3M6-31h3',
  cannon: 'M-13-7L10-13 12-8-11-2ZM12-13.5L14-8M-6 0a5 5 0 1 1 .1 0ZM-6-5v0M-1-3L10 0H14',
  gate: 'M-15 0V-17h3v2h3v-2h3v4H6v-4h3v2h3v-2h3V0ZM-4 0V-6q4-5 8 0V0M-11-10v3M11-10v3',
  bridge: 'M-18 0Q-18-4-14-4 0-13 14-4 18-4 18 0H12Q9-6 6 0H-3Q0-6-6 0H-12Q-9-6-12 0ZM-14-4V-7M14-4V-7'
    + 'M0-8.5V-12',
  crane: 'M-14 0H14V-3H-14ZM-4-3L0-20 4-3M0-20L14-15V-8M11-8h6v4h-6ZM-2-11H2',
};

/** What stands in which district. @type {Record<string, string>} */
const STANDS = {
  st_pauls: 'cathedral', the_tower: 'castle', baynards_castle: 'castle', dukes_palace: 'palace', bridewell: 'palace',
  ely_house: 'palace', bethlem: 'palace', guild_hall: 'hall', goldsmiths_hall: 'hall', trinity_house: 'hall',
    pepys_house: 'hall',
  royal_exchange: 'exchange', custom_house: 'exchange', leadenhall: 'exchange', st_katherines: 'church',
    the_temple: 'church',
  st_bartholomews: 'church', christs_hospital: 'church', charterhouse: 'church', artillery_ground: 'cannon',
    aldgate: 'gate',
  fleet_street: 'bridge', queenhithe: 'crane', cheapside: 'church', newgate: 'gate', ludgate: 'gate', moorgate: 'gate',
};

/** @param {Sheet} sheet @param {string} id */
function standing(sheet, id) {
  const at = sheet.places.get(id);
  if (!at) return null;
  const space = at.bottom - at.houses - 7 * at.house;
  const scale = Math.min(1.05 * sheet.k, space / 25, at.width / 38);
  if (scale < 0.5 * sheet.k) return null;
  return el('path', { d: ENGRAVINGS[STANDS[id]], 'stroke-width': (0.9 / scale).toFixed(2),
    transform: `translate(${Math.round(at.x)} ${Math.round(at.bottom)}) scale(${scale.toFixed(2)})` });
}

/** The engravings of the whole map. @param {Sheet} sheet */
export const landmarks = (sheet) => once(sheet, 'landmarks', [], () => (sheet.kind === 'full' && !sheet.quiet
  ? el('g', { class: 'gf-landmarks', fill: '#f5e8c8', 'fill-opacity': 0.75, stroke: INK, 'stroke-opacity': 0.7 },
    Object.keys(STANDS).map((id) => standing(sheet, id))) : el('g', null)));
