/** What a command would do, as the service foresees it from what this seat knows. */

import { query } from '../../api.js';
import { h, plural, words } from '../../dom.js';
import { trouble } from '../pieces.js';
import { seatName } from '../words.js';

const DRY_RUN = `query DryRun($game: ID!, $json: JSON!) { game(id: $game) { seats { name } dryRun(commandJson: $json) {
  worlds ends refused { text rules { id title } } events { certain line { text rules { id } } }
  scores { seat source banked ifOver certain } } } }`;

/**
 * @typedef {Point & {certain: boolean}} Gain
 * @typedef {object} DryRun
 * @property {number} worlds @property {boolean} ends @property {Refused | null} refused
 * @property {{certain: boolean, line: Line | null}[]} events @property {Gain[]} scores
 */

/** @param {boolean} certain */
const perhaps = (certain) => !certain && h('span', { class: 'tag tag-warn' }, 'perhaps');
/** @param {number} points */
const signed = (points) => (points > 0 ? `+${points}` : String(points));

/** @param {string} game @param {RulesetCommand} json @param {AbortSignal} signal @returns {Promise<Node>} */
export async function forecast(game, json, signal) {
  const answer = await query(DRY_RUN, { game, json }, { signal });
  /** @type {{seats: {name: string}[], dryRun: DryRun}} */
  const { seats, dryRun } = answer.game;
  const { worlds, ends, refused, events, scores } = dryRun;
  if (refused) return trouble(`It would be refused: ${refused.text}`, refused.rules);
  const isOpen = [...events, ...scores].some((each) => !each.certain);
  return h('div', { class: 'note stack' },
    h('ul', null, events.map(({ line, certain }) => line && h('li', null, line.text, ' ', perhaps(certain)))),
    scores.length > 0 && h('ul', null, scores.map((gain) => h('li', null, gained(gain, seats), perhaps(gain.certain)))),
    ends && h('p', null, 'The game would be over.'),
    isOpen && h('p', { class: 'soft small' }, '"Perhaps" marks what depends on chance or on what you cannot know. ',
      `This is one of ${plural(worlds, 'possibility', 'possibilities')} that were tried.`));
}

/** @param {Gain} gain @param {{name: string}[]} seats */
function gained({ seat, source, ifOver, banked }, seats) {
  const safe = banked ? `, ${signed(banked)} of them safe` : '';
  return `${seatName(seats, seat)}, ${words(source).toLowerCase()}: ${signed(ifOver)} if the game ended then${safe} `;
}
