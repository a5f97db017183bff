/**
 * Pictures of a game for where no page is: link previews, lists, print. A board draws its seats itself; a cover gets a
 * band with them. Knows no document; the service runs it as it stands.
 */

import { learnOnly, translation } from '../language/language.js';
import { el, picture } from './tree.js';

const SERIF = "'Source Serif Pro', Georgia, 'Times New Roman', serif";
const BAND = 92;
const NEUTRAL = ['#4f8fd0', '#d9822b', '#4fa36a', '#b06fc0', '#c2485a', '#8a8f98'];

/** @typedef {import('./tree.js').Branch} Branch */

/**
 * @typedef {object} Request
 * @property {'preview' | 'miniature' | 'board' | 'cover'} size
 * @property {number} width @property {number} height
 * @property {any} components @property {any} view null for a ruleset without a game
 * @property {string[]} names by seat @property {(number | null)[]} points by seat
 * @property {Record<string, string>} [texts] English texts to those of the language of the picture
 * @property {string} title of the ruleset @property {string} note where the game is, in a few words
 *
 * @typedef {object} Arts what a board's folder has for pictures
 * @property {(what: any) => Branch} [draw]
 * @property {(components: any, position: any, seat: number) => Look | null} [seatLook]
 * @property {(what: {width: number, height: number, title: string, quiet: boolean}) => Branch} [cover]
 *
 * @typedef {{colour: string, ink: string, letter: string, name: string}} Look
 */

/** The picture as a file. @param {Arts} arts @param {Request} request @returns {string} */
export function still(arts, request) {
  learnOnly(request.texts ?? {});
  const { width, height, size } = request;
  const root = size === 'preview' ? preview(arts, request) : board(arts, request, width, height);
  return picture({ ...root, attrs: { ...root.attrs, width, height } });
}

/** The board alone, or the cover of a game that has not begun. @param {Arts} arts @param {Request} request
 * @param {number} width @param {number} height */
function board(arts, request, width, height) {
  const { components, view, names, title } = request;
  const looks = looksOf(arts, request);
  if (view?.position && arts.draw)
    return arts.draw({ components, view, viewer: null, names, width, height, quiet: false, looks });
  return arts.cover ? arts.cover({ width, height, title, quiet: false }) : plain(title, width, height);
}

/** A link's preview: the board, or a cover over a band with the seats. @param {Arts} arts @param {Request} request */
function preview(arts, request) {
  const { width, height, view } = request;
  const drawn = view?.position && arts.draw;
  if (!view || drawn) return board(arts, request, width, height);
  const above = height - BAND;
  const top = board(arts, request, width, above);
  const inner = { ...top, attrs: { ...top.attrs, x: 0, y: 0, width, height: above } };
  return el('svg', { viewBox: `0 0 ${width} ${height}`, 'font-family': SERIF }, inner,
    band(arts, request, above));
}

/** @param {Arts} arts @param {Request} request @returns {(Look | null)[]} */
const looksOf = ({ seatLook }, { components, view, names }) => names.map((_, seat) => (
  view?.position && seatLook ? seatLook(components, view.position, seat) : null));

/** @param {Arts} arts @param {Request} request @param {number} top */
function band(arts, request, top) {
  const { width, names, points, note, title, view } = request;
  const looks = looksOf(arts, request);
  const known = points.filter((each) => each !== null);
  const best = known.length ? Math.max(...known) : null;
  const each = (width - 330) / Math.max(names.length, 2);
  const middle = top + BAND / 2;
  return el('g', null,
    el('rect', { x: 0, y: top, width, height: BAND, fill: '#17120f' }),
    el('rect', { x: 0, y: top, width, height: 4, fill: '#e4611f' }),
    names.map((name, seat) => {
      const leads = best !== null && points[seat] === best && known.some((one) => one < best);
      return chip({ name: name || translation('free seat'), points: points[seat], leads, x: 24 + seat * each, y: middle,
        width: each, look: looks[seat] ?? neutral(seat), won: leads && view.phase === 'over' });
    }),
    el('text', { x: width - 24, y: middle - 6, 'text-anchor': 'end', fill: '#f6ead2', 'font-size': 25,
      'font-weight': 700 }, short(title, 25)),
    el('text', { x: width - 24, y: middle + 24, 'text-anchor': 'end', fill: '#cbb894', 'font-size': 21 }, note));
}

/** @param {number} seat @returns {Look} */
const neutral = (seat) => ({ colour: NEUTRAL[seat % NEUTRAL.length], ink: '#ffffff', letter: String(seat + 1),
  name: '' });

/** @param {{name: string, points: number | null, leads: boolean, won: boolean, x: number, y: number, width: number,
 *   look: Look}} what */
function chip({ name, points, leads, won, x, y, width, look }) {
  const letters = Math.max(6, Math.floor((width - 66) / 12.5));
  return el('g', null,
    el('circle', { cx: x + 22, cy: y, r: 22, fill: look.colour, stroke: leads ? '#ffd36a' : '#f6ead2',
      'stroke-width': leads ? 4 : 1.5 }),
    el('text', { x: x + 22, y: y + 8, 'text-anchor': 'middle', 'font-size': 23, 'font-weight': 700, fill: look.ink },
      look.letter),
    el('text', { x: x + 54, y: y - 6, 'font-size': 22, fill: '#f6ead2' }, short(name, letters)),
    el('text', { x: x + 54, y: y + 24, 'font-size': 24, 'font-weight': 700, fill: leads ? '#ffd36a' : '#f6ead2' },
      points === null ? '' : String(points), leads && el('tspan', { 'font-size': 17, 'font-weight': 400, dx: 8 },
        translation(won ? 'won' : 'leads'))));
}

/** A text of at most so many letters. @param {string} text @param {number} most */
export function short(text, most) {
  const letters = [...text];
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('').trimEnd()}…`;
}

/** A ruleset without a cover of its own. @param {string} title @param {number} width @param {number} height */
function plain(title, width, height) {
  const size = Math.min(height / 5, (width * 1.7) / Math.max(title.length, 8));
  return el('svg', { viewBox: `0 0 ${width} ${height}`, 'font-family': SERIF },
    el('defs', null, el('radialGradient', { id: 'glow', cx: '50%', cy: '110%', r: '95%' },
      el('stop', { offset: 0, 'stop-color': '#ff9a2a' }), el('stop', { offset: 0.45, 'stop-color': '#8d2410' }),
      el('stop', { offset: 1, 'stop-color': '#17120f' }))),
    el('rect', { width, height, fill: 'url(#glow)' }),
    el('text', { x: width / 2, y: height / 2 + size / 3, 'text-anchor': 'middle', 'font-size': size,
      'font-weight': 700, fill: '#fff2d4' }, title));
}
