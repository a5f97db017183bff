/** One ruling, at its address for good: what was decided, by whom, on which rules, what it did, what became of it. */

import { ruleButton } from '../dialogs.js';
import { fill, go, h, moment, stylesheet } from '../dom.js';
import { prose, titled } from '../prose.js';
import { appealCard, noteOf, pointsOf } from '../game/rulings/cards.js';
import { effectsOf, lineAt, oneRuling } from '../game/rulings/reading.js';
import { amendmentWords, categoryIn, kindIn, rulingAddress, seatTag, seatTags } from '../game/rulings/words.js';
import { locale, t } from '../language/language.js';

/** @param {HTMLElement} root @param {{id: string, number: string}} params @param {AbortSignal} signal */
export default async function page(root, { id, number }, signal) {
  fill(root, h('h1', null, t`Ruling ${number}`));
  const [game] = await Promise.all([oneRuling(id, Number(number), signal), stylesheet('/assets/css/rulings.css')]);
  const ruling = game?.ruling;
  if (!game || !ruling) {
    fill(root, h('h1', null, 'There is no such ruling'), h('p', null,
      'The link may be incomplete, or a delay hides it. ',
      game ? h('a', { href: `/games/${id}` }, 'The game') : h('a', { href: '/games' }, 'All games')));
    return;
  }
  const [steps, lines] = await Promise.all([effectsOf(game.id, ruling.version, signal),
    Promise.all(ruling.steps.map((/** @type {number} */ at) => lineAt(game.id, at, signal).catch(() => '')))]);
  fill(root, ...sheet({ game, ruling, steps, lines }));
}

/**
 * @param {{game: any, ruling: import('../game/rulings/reading.js').Ruling, lines: string[],
 *   steps: import('../game/rulings/reading.js').ToldStep[]}} known
 */
function sheet({ game, ruling, steps, lines }) {
  const { seats } = game;
  const context = { game: game.id, seats, goTo: (/** @type {number} */ at) => go(`/games/${game.id}/${at}`) };
  const call = game.calls.find((/** @type {{number: number}} */ each) => each.number === ruling.call);
  const appeals = game.appeals.filter((/** @type {{ruling: number}} */ each) => each.ruling === ruling.number);
  const last = steps.at(-1)?.version ?? ruling.version;
  return [
    h('p', { class: 'small' }, h('a', { href: `/games/${game.id}` },
      game.title ? h('span', { translate: 'no' }, game.title) : 'The game')),
    h('h1', null, t`Ruling ${ruling.number}: ${kindIn(ruling.kind)}`),
    !ruling.valid && h('p', { class: 'note' }, 'It does not hold any more: an appeal has replaced it.'),
    h('dl', { class: 'ruling-facts' },
      fact('Made', [ruling.by && t`by ${ruling.by}, `, steps[0] && h('time', { datetime: steps[0].time },
        moment(steps[0].time)), ', ',
      h('a', { href: `/games/${game.id}/${ruling.version}` }, t`step ${ruling.version}`)]),
      fact('Touches', seatTags(seats, ruling.seats)),
      call && fact('Answers', [t`call ${call.number}`, ', ', seatTag(seats, call.seat), ': ',
        categoryIn(call.category)]),
      ruling.points.length > 0 && fact('Points', pointsOf(context, ruling)),
      ruling.replaces !== null && fact('Replaces', h('a', { href: rulingAddress(game.id, ruling.replaces) },
        t`ruling ${ruling.replaces}`))),
    noteOf(ruling.note),
    ruling.rules.length > 0 && [h('h2', null, 'It rests on'), h('ul', { class: 'ruling-rests' },
      ruling.rules.map((rule) =>
      h('li', null, ruleButton(rule.id), ' ', prose(titled(rule.text)[0]))))],
    ruling.steps.length > 0 && [h('h2', null, 'It looks at'), h('ul', null, ruling.steps.map((at, n) => h('li', null,
      h('a', { href: `/games/${game.id}/${at}` }, t`step ${at}`), lines[n] && `: ${lines[n]}`)))],
    h('h2', null, 'What it did'), h('ol', { class: 'ruling-lines', start: ruling.version }, steps.map((step) => h('li',
      { value: step.version }, step.line?.text ?? 'Something happened that this viewer may not see.', ' ',
      amendmentWords(step.line?.facts, seats)))),
    h('a', { href: `/games/${game.id}/${last}` }, h('img', { class: 'ruling-picture',
      alt: t`The board after step ${last}`, src: `/games/${game.id}/${last}.svg?lang=${locale}`,
      width: 1200, height: 630, loading: 'lazy' })),
    appeals.length > 0 && [h('h2', null, 'Appeals'), h('ul', { class: 'plain' },
      appeals.map((/** @type {import('../game/rulings/reading.js').Appeal} */ each) => appealCard(context, each)))],
  ];
}

/** @param {string} name @param {unknown} value */
const fact = (name, value) => [h('dt', null, name), h('dd', null, value)];
