/** The front page: a game that goes on, the three games of the service, and what is being played. */

import { query } from '../api.js';
import { fill, h, listed, plural, stylesheet } from '../dom.js';
import { onceVisible } from '../pictures.js';
import { Reel } from '../reel/reel.js';
import { Standing } from '../reel/standing.js';
import { playersOf } from '../rulesets.js';
import gamesPage from './games.js';
import { locale, t } from '../language/language.js';

const FRONT = `{ exhibition { id ruleset phase watchers }
  rulesets { id title seatsMin seatsMax publication { designers publisher year ageMin minutes } } }`;

/** One sentence each; a ruleset without one is described by its box alone. @type {Record<string, string>} */
const PITCHES = {
  great_fire: 'The city burns, and you own some of it. Drive the fire from your houses into theirs, and be a hero.',
  london: 'The fire is out. Build the city of the next two hundred years, and live with the poverty that it makes.',
  brigade: 'Four chiefs, one city of dry timber. Put out more fires than the others before it is gone.',
};

/**
 * @typedef {{designers: string[], publisher: string | null, year: number | null, ageMin: number | null,
 *   minutes: number[] | null}} Publication
 * @typedef {{id: string, title: string, seatsMin: number, seatsMax: number, publication: Publication | null}} Box
 * @typedef {{id: string, ruleset: string, phase: string, watchers: number}} Shown
 */

/** @param {HTMLElement} root @param {any} params @param {AbortSignal} signal */
export default async function page(root, params, signal) {
  const front = h('div', { class: 'front' });
  const games = h('div', { class: 'front-games' });
  fill(root, front, games);
  await Promise.all([gamesPage(games, { ...params, front: true }, signal), open(front, signal)]);
}

/** @param {HTMLElement} front @param {AbortSignal} signal */
async function open(front, signal) {
  const styles = ['home', 'reel'].map((name) => stylesheet(`/assets/css/${name}.css`));
  const [{ exhibition, rulesets }] = await Promise.all([query(FRONT, {}, { signal }), ...styles]);
  fill(front, hero(exhibition, rulesets, signal), boxes(exhibition, rulesets));
}

// ---- the game that goes on

/** @param {Shown[]} exhibition @param {Box[]} rulesets @param {AbortSignal} signal */
function hero(exhibition, rulesets, signal) {
  const stage = h('div', { class: 'hero-stage' });
  const links = h('div', { class: 'row hero-links' });
  const choices = h('div', { class: 'row hero-choices', role: 'group', 'aria-label': 'Which game to watch' });
  const words = h('div', { class: 'hero-words' },
    h('h1', null, 'Cities on fire. Take a seat.'),
    h('p', { class: 'hero-lead' },
      'Three board games, played live and step by step. Watch without an account, or play against bots in a minute.'),
    links, choices);
  const first = Math.floor(Date.now() / 60_000) % Math.max(exhibition.length, 1);
  const titles = new Map(rulesets.map(({ id, title }) => [id, title]));
  const play = heroOf(stage, links, choices, signal);
  fill(choices, exhibition.map((running) => h('button', { type: 'button', class: 'hero-choice', 'aria-pressed': 'false',
    dataset: { game: running.id }, onclick: () => play(running) }, titles.get(running.ruleset))));
  play(exhibition[first] ?? null);
  return h('section', { class: 'hero', 'aria-label': 'A game that goes on' }, stage, words);
}

/** @param {HTMLElement} stage @param {HTMLElement} links @param {HTMLElement} choices @param {AbortSignal} signal */
function heroOf(stage, links, choices, signal) {
  let control = new AbortController();
  signal.addEventListener('abort', () => control.abort());
  /** @param {Shown | null} running */
  return (running) => {
    control.abort();
    control = new AbortController();
    for (const button of choices.children)
      button.setAttribute('aria-pressed', String(/** @type {HTMLElement} */ (button).dataset.game === running?.id));
    fill(links, h('a', { class: 'button primary big', href: running ? `/new?ruleset=${running.ruleset}` : '/new' },
      'Play now'), running && h('a', { class: 'button big', href: `/games/${running.id}` }, 'Watch this game'));
    if (running) follow(stage, running, control.signal);
    else fill(stage, h('img', { class: 'hero-cover', src: coverOf('great_fire'), alt: '' }));
  };
}

/** Let a game play in the hero. @param {HTMLElement} stage @param {Shown} running @param {AbortSignal} signal */
function follow(stage, running, signal) {
  const standing = new Standing();
  const reel = new Reel({ game: running.id, signal, onStep: (each) => { standing.show(each); } });
  reel.element.setAttribute('inert', ''); // it is watched, not used: the game's own page has it whole
  fill(stage, reel.element, h('div', { class: 'hero-foot' },
    h('span', { class: 'tag tag-live' }, 'Live'), standing.element));
  reel.start().catch((problem) => {
    if (!signal.aborted) fill(stage, h('p', { class: 'note' }, problem.message));
  });
}

// ---- the three games

/** @param {string} ruleset */
const coverOf = (ruleset) => `/covers/${ruleset}.svg?lang=${locale}`;

/** @param {Shown[]} exhibition @param {Box[]} rulesets */
const boxes = (exhibition, rulesets) => h('section', { class: 'boxes', 'aria-label': 'The games' },
  rulesets.map((box) => boxOf(box, exhibition.find((running) => running.ruleset === box.id) ?? null)));

/** @param {Box} box @param {Shown | null} running */
const boxOf = (box, running) => h('article', { class: 'box panel' },
  onceVisible(h('img', { alt: '', width: 600, height: 400 }), coverOf(box.id)),
  h('div', { class: 'box-words' }, h('h2', null, box.title),
    PITCHES[box.id] && h('p', null, PITCHES[box.id]),
    h('p', { class: 'small soft' }, factsOf(box).join(' · ')),
    h('div', { class: 'row box-links' },
      h('a', { class: 'button primary', href: `/new?ruleset=${box.id}` }, 'Play', unseen(box)),
      running && h('a', { class: 'button', href: `/games/${running.id}` }, 'Watch', unseen(box)),
      h('a', { class: 'button', href: `/learn/${box.id}` }, 'Learn', unseen(box)))));

/** Whose link it is, for those who hear links by themselves. @param {Box} box */
const unseen = ({ title }) => h('span', { class: 'unseen' }, ` ${title}`);

/** What stands on a box. @param {Box} box @returns {string[]} */
function factsOf(box) {
  const printed = box.publication;
  const minutes = printed?.minutes && t`${[...new Set(printed.minutes)].join(' to ')} minutes`;
  return /** @type {string[]} */ ([playersOf(box), minutes,
    printed?.ageMin && t`from ${plural(printed.ageMin, 'year')}`,
    printed && t`by ${listed(printed.designers)}${printed.year ? ', ' + printed.year : ''}`].filter(Boolean));
}
