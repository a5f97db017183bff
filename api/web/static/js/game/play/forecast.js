/** What a command would do, as the service foresees it from what this seat knows. */

import { query } from '../../api.js';
import { h, plural, words } from '../../dom.js';
import { trouble } from '../troubles.js';
import { seatName } from '../words.js';
import { TEXT, t } from '../../language/language.js';

const DRY_RUN = `query DryRun($game: ID!, $json: JSON!) { game(id: $game) { seats { name } dryRun(commandJson: $json) {
  worlds ends refused { ${TEXT} rules { id text } } events { certain line { ${TEXT} rules { id } } }
  scores { seat source banked ifOver certain } } } }`;

/**
 * @typedef {Point & {certain: boolean}} Gain
 * @typedef {object} DryRun
 * @property {number} worlds @property {boolean} ends @property {Refused | null} refused
 * @property {{certain: boolean, line: Line | null}[]} events @property {Gain[]} scores
 * @typedef {{seats: {name: string}[], dryRun: DryRun}} Foreseen
 */

/** @param {boolean} certain */
const perhaps = (certain) => !certain && h('span', { class: 'tag tag-warn' }, 'perhaps');
/** @param {number} points */
const signed = (points) => (points > 0 ? `+${points}` : String(points).replace('-', '−'));

/** @param {string} game @param {RulesetCommand} json @param {AbortSignal} signal @returns {Promise<Foreseen>} */
export async function foresee(game, json, signal) {
  return (await query(DRY_RUN, { game, json }, { signal })).game;
}

/**
 * The change of each seat's score, if the game ended then.
 * @param {Foreseen} foreseen @returns {Map<number, number>}
 */
export function gainsOf({ dryRun }) {
  /** @type {Map<number, number>} */
  const gains = new Map();
  for (const { seat, ifOver } of dryRun.scores) gains.set(seat, (gains.get(seat) ?? 0) + ifOver);
  return new Map([...gains].filter(([, points]) => points !== 0));
}

/** The changes as chips, the reader's own first. @param {Foreseen} foreseen @param {number | null} mine */
export function chips(foreseen, mine) {
  const gains = [...gainsOf(foreseen)].sort(([one], [other]) => Number(other === mine) - Number(one === mine));
  const isOpen = foreseen.dryRun.scores.some(({ certain }) => !certain);
  return gains.map(([seat, points]) => h('span', { class: `chip ${points < 0 ? 'chip-less' : 'chip-more'}` },
    h('b', null, `${isOpen ? '≈ ' : ''}${signed(points)}`), ' ',
    seat === mine ? 'you' : seatName(foreseen.seats, seat)));
}

/** Everything that is foreseen. @param {Foreseen} foreseen @returns {Node} */
export function forecast({ seats, dryRun }) {
  const { worlds, ends, refused, events, scores } = dryRun;
  if (refused) return trouble(t`It would be refused: ${refused.text}`, refused.rules);
  const isOpen = [...events, ...scores].some((each) => !each.certain);
  return h('div', { class: 'stack' },
    h('ul', null, events.map(({ line, certain }) => line && h('li', null, line.text, ' ', perhaps(certain)))),
    scores.length > 0 && h('ul', null, scores.map((gain) => h('li', null, gained(gain, seats), perhaps(gain.certain)))),
    ends && h('p', null, 'The game would be over.'),
    isOpen && h('p', { class: 'soft small' }, '"Perhaps" marks what depends on chance or on what you cannot know. ',
      t`This is one of ${plural(worlds, 'possibility', 'possibilities')} that were tried.`));
}

/** @param {Gain} gain @param {{name: string}[]} seats */
function gained({ seat, source, ifOver, banked }, seats) {
  const safe = banked ? t`, ${signed(banked)} of them safe` : '';
  return t`${seatName(seats, seat)}, ${words(source).toLowerCase()}: ${signed(ifOver)} if the game ended then${safe} `;
}
