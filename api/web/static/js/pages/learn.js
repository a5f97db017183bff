/**
 * Learn a game in three minutes: a game that bots have played, step by step, stopping where something happens for the
 * first time, with a sentence on it and its rule. The captions are data: `boards/<ruleset>/lesson.json`.
 */

import { pause, query } from '../api.js';
import { ruleButton } from '../dialogs.js';
import { announce, fill, h, stylesheet } from '../dom.js';
import { Reel } from '../reel/reel.js';
import { also, t, translation } from '../language/language.js';

const GAME = `query Lesson($ruleset: String!, $id: ID!) { ruleset(id: $id) { title } exhibition { id ruleset version }
  games(ruleset: $ruleset, phase: OVER, first: 1) { edges { node { id } } } }`;
const SPEED = 3;
const NOTICE_MS = 700;

/** @typedef {{event: string, title: string, text: string, rule: string}} Caption */

/** @param {HTMLElement} root @param {{ruleset: string}} params @param {AbortSignal} signal */
export default async function page(root, { ruleset }, signal) {
  const [data, captions] = await Promise.all([query(GAME, { ruleset, id: ruleset }, { signal }), captionsOf(ruleset),
    also('lessons'), stylesheet('/assets/css/reel.css')]);
  /** @type {{id: string, ruleset: string}[]} */
  const running = data.exhibition;
  const game = data.games.edges[0]?.node.id ?? running.find((each) => each.ruleset === ruleset)?.id;
  const title = data.ruleset?.title ?? 'this game';
  if (!game || captions.length === 0) {
    fill(root, h('h1', null, t`Learn ${title}`), h('p', null, 'No recorded game is here yet. ',
      h('a', { href: '/rules' }, 'The rules'), ' say everything, and ', h('a', { href: '/new' }, 'bots'),
      ' play with you.'));
    return;
  }
  const lesson = new Lesson(captions, title, ruleset, game, signal);
  fill(root, h('h1', { class: 'unseen' }, t`Learn ${title}`), h('div', { class: 'lesson' }, lesson.reel.element,
    lesson.card));
  if (!await lesson.reel.start()) fill(lesson.card, h('p', null, 'The recorded game is gone. Load the page again.'));
}

/** @param {string} ruleset @returns {Promise<Caption[]>} */
async function captionsOf(ruleset) {
  const answer = await fetch(`/assets/js/boards/${encodeURIComponent(ruleset)}/lesson.json`).catch(() => null);
  return answer?.ok ? answer.json() : [];
}

class Lesson {
  #captions;
  #at = -1;
  #waiting = false;
  #text = h('div', { class: 'stack' });
  #next = h('button', { type: 'button', class: 'primary', onclick: () => { this.#waiting = false; } }, 'Go on');
  #dots = h('p', { class: 'small soft' });

  /** @param {Caption[]} captions @param {string} title @param {string} ruleset @param {string} game
   * @param {AbortSignal} signal */
  constructor(captions, title, ruleset, game, signal) {
    this.#captions = captions;
    this.reel = new Reel({ game, from: 1, signal, speed: SPEED, onStep: (_, step) => this.#step(step, signal) });
    this.card = h('aside', { class: 'lesson-card', 'aria-label': 'What happens' },
      h('p', { class: 'small soft' }, t`${title} in three minutes`), this.#text, this.#next, this.#dots,
      h('p', { class: 'row lesson-end' }, h('a', { class: 'button', href: `/new?ruleset=${ruleset}` }, 'Play it now'),
        h('a', { class: 'button', href: `/rules/${ruleset}` }, 'All rules')));
    fill(this.#text, h('p', { class: 'busy' }, 'The recorded game begins'));
    this.#next.hidden = true;
  }

  /** Stops where something happens that has not been explained yet. @param {Step | null} step
   * @param {AbortSignal} signal */
  async #step(step, signal) {
    const event = step?.line?.type.split('.').pop();
    const at = this.#captions.findIndex((each, index) => index > this.#at && each.event === event);
    if (at < 0 || (at > this.#at + 4)) return;
    this.#at = at;
    const { title, text, rule } = this.#captions[at];
    fill(this.#text, h('h2', null, title), h('p', { class: 'lesson-text' }, text), h('p', { class: 'small' }, 'Rule ',
      ruleButton(rule)));
    this.#dots.textContent = t`${at + 1} of ${this.#captions.length}`;
    announce(`${translation(title)}. ${translation(text)}`);
    await this.#pause(signal);
  }

  /** @param {AbortSignal} signal */
  async #pause(signal) {
    this.#waiting = true;
    this.#next.hidden = false;
    while (this.#waiting && !signal.aborted) await pause(NOTICE_MS / 7, signal);
    this.#next.hidden = true;
  }
}
