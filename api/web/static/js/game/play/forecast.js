// What a command would bring, as the service foresees it from what this seat knows. Foresees nothing by itself.

import { query } from '../../api.js';
import { h, words } from '../../dom.js';
import { trouble } from '../pieces.js';
import { seatName } from '../words.js';

const DRY = `query Would($game: ID!, $json: JSON!) { game(id: $game) { seats { name } dryRun(commandJson: $json) { worlds ends
  refused { text rules { id title } } events { certain line { text rules { id } } } scores { seat source banked ifOver certain } } } }`;

const perhaps = (certain) => !certain && h('span', { class: 'tag tag-warn' }, 'perhaps');
const signed = (points) => (points > 0 ? `+${points}` : String(points));

/** @returns {Promise<Node>} */
export async function forecast(game, json, signal) {
  const { game: { seats, dryRun: would } } = await query(DRY, { game, json }, { signal });
  if (would.refused) return trouble(`It would be refused: ${would.refused.text}`, would.refused.rules);
  const open = would.events.some((event) => !event.certain) || would.scores.some((score) => !score.certain);
  return h('div', { class: 'note stack' },
    h('ul', null, would.events.filter((event) => event.line).map(({ line, certain }) => h('li', null, line.text, ' ', perhaps(certain)))),
    would.scores.length > 0 && h('ul', null, would.scores.map((score) => h('li', null, gained(score, seats), perhaps(score.certain)))),
    would.ends && h('p', null, 'The game would be over.'),
    open && h('p', { class: 'soft small' }, '"Perhaps" hangs on chance or on what you cannot know: ',
      `it is one example of ${would.worlds} that were tried.`));
}

function gained({ seat, source, ifOver, banked }, seats) {
  const safe = banked ? `, ${signed(banked)} for good` : '';
  return `${seatName(seats, seat)}, ${words(source).toLowerCase()}: ${signed(ifOver)} if it ended then${safe} `;
}
