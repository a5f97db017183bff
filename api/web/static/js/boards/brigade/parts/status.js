/** The line over the city: round, turn, what is waited for, and how near the city is to its end. */
import { el } from '../../../drawing/tree.js';
import { GOLD, INK, SOFT } from '../art/palette.js';
import { round, text, use, widthOf } from '../art/text.js';
import { letters } from '../layout.js';
import { place, some } from '../words.js';
import { translation, t } from '../../../language/language.js';

/** @typedef {Brigade.Scene} Scene */
/** @typedef {import('../layout.js').Box} Box */

/** @type {Record<string, string>} */
const PHASES = { set_up: 'Set-up', choosing: 'Choosing chiefs', starting: 'Starting events', event: 'Event phase',
  action: 'Action phase', end: 'End of turn', over: 'The game is over' };

/** @param {Scene} scene */
export function drawStatus(scene) {
  const { position, layout: { status, unit, kind } } = scene;
  if (!position) {
    return text('The city is laid when the game begins.', status.x + 4, status.y + status.h * 0.6,
      { size: letters(15, unit), fill: SOFT, italic: true });
  }
  const right = alarm(scene, position);
  const room = status.w - right.width - 14;
  return [turn(scene, position, room), kind === 'phone' ? null : ask(scene, position, room), right.branch];
}

/** @param {Scene} scene @param {BrigadeView} position @param {number} room */
function turn({ words, looks, layout: { status, unit, kind } }, position, room) {
  const size = letters(kind === 'phone' ? 14 : 18, unit);
  const y = status.y + (kind === 'phone' ? size * 1.25 : size);
  const title = headline(position, words);
  const { active } = position;
  const lead = active === null ? 0 : size * 0.95;
  return el('g', { 'data-part': 'turn' },
    active === null ? null
      : el('circle', { cx: round(status.x + size * 0.42), cy: round(y - size * 0.32), r: round(size * 0.36),
      fill: looks[active].colour, stroke: '#fff', 'stroke-width': 1 }),
    text(title, status.x + lead + 1, y, { size, bold: true, room: room - lead }));
}

/** @param {BrigadeView} position @param {Brigade.Words} words */
export function headline(position, words) {
  const { outcome, active, round: number, phase } = position;
  if (outcome) return t`The game is over ${translation(words.ending(outcome.ending))}`;
  const isTurn = active !== null && phase !== 'choosing' && phase !== 'starting';
  const whose = !isTurn ? ''
    : position.extra_turn ? t`${words.who(active)}’s extra turn` : t`${words.who(active)}’s turn`;
  const when = number > 0 ? t`Round ${number}` : translation(PHASES[phase] ?? phase);
  return [when, whose].filter(Boolean).join(' · ');
}

/** @param {Scene} scene @param {BrigadeView} position @param {number} room */
function ask({ words, layout: { status, unit } }, position, room) {
  const size = letters(12, unit);
  const { pending } = position;
  return el('g', { 'data-part': 'ask' }, text(pending ? asked(pending, words, position) : calm(position, words),
    status.x + 1,
    status.y + status.h - size * 0.2, { size, room, fill: pending ? GOLD : SOFT, italic: !pending,
      bold: Boolean(pending) }));
}

/** What the line says while nobody is asked anything. @param {BrigadeView} position @param {Brigade.Words} words */
function calm(position, words) {
  const { outcome, phase, extra_turn_due: due } = position;
  const first = (outcome?.places ?? []).filter(({ place: at }) => at === 1)
    .map((row) => `${words.who(row.seat)}, ${some(row.points, 'point')}`);
  if (first.length > 0) return t`won by ${first.join(' · ')}`;
  return [translation(PHASES[phase] ?? phase), due && translation('an extra turn follows')].filter(Boolean).join(', ');
}

/**
 * What is waited for, in a sentence. @param {Brigade.Pending} pending @param {Brigade.Words} words
 * @param {BrigadeView | null} position
 */
export function asked(pending, words, position) {
  const tile = pending.cell === null ? null : position?.tiles[pending.cell];
  const about = tile ? t` at ${translation(tile.name)} ${place(tile.cell)}` : '';
  const left = pending.cubes > 0 ? t`, ${some(pending.cubes, 'cube')} left` : '';
  const [who, what] = [words.who(pending.seat), translation(words.decision(pending.decision))];
  return pending.may_decline ? t`${who} may ${what}${about}${left}.` : t`${who} has to ${what}${about}${left}.`;
}

/** Fires, ruins, lost quarters of the University. @param {BrigadeView} position */
export function cityState(position) {
  const ruins = position.tiles.filter((tile) => tile.destroyed);
  const fires = position.tiles.filter((tile) => tile.fire > 0 && !tile.destroyed).length;
  return { fires, ruins: ruins.length, university: ruins.filter((tile) => tile.kind === 'university').length,
    evacuation: position.evacuation };
}

/** @param {Scene} scene @param {BrigadeView} position */
function alarm({ words, layout: { status, unit } }, position) {
  const { fires, ruins, university, evacuation } = cityState(position);
  const { evacuation_total_destroyed: all = 8, evacuation_university_destroyed: uni = 3 } = words.numbers;
  const size = letters(13, unit);
  const items = [['spark', '#ff9a3c', `${fires}`], ['rubble', ruins > all - 3 ? '#ff7a5c' : SOFT, `${ruins}/${all}`],
    ['university', '#ff9ccb', `${university}/${uni}`]];
  const each = size * 3.75;
  const width = each * items.length;
  const [x, y] = [status.x + status.w - width, status.y];
  const h = Math.max(24, size * 1.7);
  const branch = el('g', { 'data-part': 'alarm', role: 'img', 'aria-label': alarmWords(position, words) },
    el('rect', { x: round(x), y: round(y), width: round(width), height: round(h), rx: round(h / 2),
      fill: evacuation ? '#7a1712' : '#0f0d15', stroke: evacuation ? '#ffb09a' : '#443c52' }),
    items.map(([icon, colour, words_], at) => [use(icon, x + each * at + size * 0.5, y + (h - size * 1.15) / 2,
      size * 1.15, size * 1.15,
      { color: colour }), text(words_, x + each * at + size * 1.85, y + h / 2 + size * 0.36,
        { size, bold: true, fill: INK })]),
    evacuation && status.h > h + size ? text('Evacuation: the last round', x + width - 4, y + h + size * 0.95,
      { size: letters(11, unit), bold: true, fill: '#ff9a86', anchor: 'end', room: width + widthOf('last', size) })
        : null);
  return { width, branch };
}

/** @param {BrigadeView} position @param {Brigade.Words} words */
export function alarmWords(position, words) {
  const { fires, ruins, university, evacuation } = cityState(position);
  const { evacuation_total_destroyed: all = 8, evacuation_university_destroyed: uni = 3 } = words.numbers;
  const city = t`${some(fires, 'fire')}, ${ruins} of ${all} tiles ruined, ${university} of ${uni} of the University`;
  return evacuation ? t`${city}; evacuation: the last round` : city;
}
