/** The replay controls: buttons, speed, the slider over all steps and the highlights under it. */

import { fill, h, say, svg } from '../../dom.js';
import { button } from '../pieces.js';
import { segments } from './thinning.js';
import { SPEEDS } from './player.js';
import { t } from '../../language/language.js';

const ICONS = {
  first: 'M5 4h2v16H5zM20 4v16L8 12z',
  turnBack: 'M12 4v16L3 12zM21 4v16l-9-8z',
  back: 'M16 4v16L6 12z',
  play: 'M7 4v16l13-8z',
  pause: 'M6 4h4v16H6zM14 4h4v16h-4z',
  on: 'M8 4v16l10-8z',
  turnOn: 'M3 4v16l9-8zM12 4v16l9-8z',
  more: 'M4 10h4v4H4zM10 10h4v4h-4zM16 10h4v4h-4z',
  last: 'M17 4h2v16h-2zM4 4v16l12-8z',
};
/** Each kind of highlight has a shape of its own: a tick, a diamond, a crown, a triangle, an open ring, a flag,
 * a cross, an arrow back.
 * @type {Record<string, string>} */
const SHAPES = {
  TURN: 'M0 0v5',
  SCORE: 'M0 4l3 4-3 4-3-4z',
  LEAD: 'M-4 11V5l2 2.5L0 4l2 3.5L4 5v6z',
  MILESTONE: 'M0 5l3.5 6h-7z',
  REVEAL: 'M0 5a3 3 0 1 0 .01 0z',
  END: 'M0 14V2l7 3-7 3',
  REFUSAL: 'M-3 6l6 6m-6 0l6-6',
  TAKEN_BACK: 'M3 9h-6m3-3-3 3 3 3',
};
/** What a screen reader and the list of highlights call each kind. @type {Record<string, string>} */
export const KINDS = {
  TURN: 'Turn', SCORE: 'Score', LEAD: 'Lead', MILESTONE: 'Great step', REVEAL: 'Revealed', END: 'End',
  REFUSAL: 'Refused', TAKEN_BACK: 'Taken back',
};
/** @type {Record<string, string>} */
const SPEED_NAMES = { real: 'real time', turns: 'by turns' };
const NAME_MAX = 90;

/** @param {keyof typeof ICONS} name */
const icon = (name) => svg('svg', { viewBox: '0 0 24 24', width: 20, height: 20, 'aria-hidden': 'true' },
  svg('path', { d: ICONS[name] }));

/** @param {keyof typeof ICONS} name @param {string} label @param {() => void} act */
const control = (name, label, act) => button(icon(name), act, { 'aria-label': label, title: label,
  class: name === 'first' || name === 'last' ? 'replay-button replay-end' : 'replay-button' });

/** A menu closes when something else is pressed or focused, and by Escape. @param {HTMLDetailsElement} menu */
function closedElsewhere(menu) {
  /** @param {Event} event */
  const close = (event) => {
    const next = event instanceof FocusEvent ? event.relatedTarget : null;
    if (!(next instanceof Node && menu.contains(next))) menu.open = false;
  };
  menu.addEventListener('focusout', close);
  menu.addEventListener('keydown', (event) => { if (event.key === 'Escape') close(event); });
}

/** @param {ReplayHighlight} highlight */
const named = ({ kind, version, text }) => `${version}: ${KINDS[kind] ?? kind}: ${text}`;

/** @param {import('./player.js').Player} player */
function speedSelect(player) {
  const select = h('select', { class: 'replay-pace', 'aria-label': 'Pace', value: player.speed,
    onchange: () => player.setSpeed(select.value) },
  SPEEDS.map((speed) => h('option', { value: speed }, SPEED_NAMES[speed] ?? `${speed}×`)));
  return select;
}

/** Refusals at one step are one cross. @param {ReplayHighlight[]} highlights @returns {ReplayHighlight[][]} */
export function grouped(highlights) {
  /** @type {ReplayHighlight[][]} */
  const groups = [];
  for (const each of highlights) {
    const same = each.kind === 'REFUSAL'
      && groups.find(([first]) => first.kind === each.kind && first.version === each.version);
    if (same) same.push(each); else groups.push([each]);
  }
  return groups;
}

const noHighlight = () => h('option', { value: '' }, 'Highlights');

export class Scrubber {
  #player;
  #playing;
  #speed;
  #slider;
  #jump;
  #pill;
  #drawn = svg('svg', { class: 'replay-highlights', 'aria-hidden': 'true' });
  #where = h('span', { class: 'replay-where' });
  #when = h('p', { class: 'replay-when soft small' });
  #more;
  /** Settings that are rarely needed. */
  menu = h('div', { class: 'replay-menu' });
  #message = h('span', { class: 'replay-message', role: 'status' });
  #key = '';

  /** @param {import('./player.js').Player} player @param {(visible: boolean) => void} showRefusals */
  constructor(player, showRefusals) {
    this.#player = player;
    this.#playing = control('play', 'Play (Space)', () => player.toggle());
    this.#speed = speedSelect(player);
    this.#slider = h('input',
      { type: 'range', class: 'replay-slider', min: 1, max: 1, step: 1, value: 1, 'aria-label': 'Step',
      oninput: () => player.to(Number(this.#slider.value)) });
    this.#pill = h('button', { type: 'button', class: 'replay-pill', hidden: true, onclick: () => player.last() });
    this.#jump = h('select', { class: 'replay-jump', 'aria-label': 'Go to a highlight', onchange: () => this.#leap() },
      noHighlight());
    this.track = h('div', { class: 'replay-track' }, this.#slider, this.#drawn);
    const refusals = h('input', { type: 'checkbox', onchange: () => showRefusals(refusals.checked) });
    this.#more = h('details', { class: 'replay-more' },
      h('summary', { 'aria-label': 'More about the replay', title: 'More about the replay' }, icon('more')),
      this.menu);
    this.menu.append(h('label', null, 'Go to ', this.#jump),
      h('label', { class: 'check' }, refusals, 'mark refusals'), this.#when);
    this.element = h('section', { class: 'replay', 'aria-label': 'Replay' }, this.#controls(),
      this.track, this.#where, this.#message, this.#speed,
      this.#more, this.#pill);
    closedElsewhere(this.#more);
  }

  #controls() {
    const player = this.#player;
    return h('div', { class: 'replay-buttons', role: 'group', 'aria-label': 'Move through the game' },
      control('first', 'First step (Home)', () => player.to(1)),
      control('turnBack', 'Previous turn (Up)', () => player.turn(-1)),
      control('back', 'Previous step (Left)', () => player.by(-1)),
      this.#playing,
      control('on', 'Next step (Right)', () => player.by(1)),
      control('turnOn', 'Next turn (Down)', () => player.turn(1)),
      control('last', 'Last step (End)', () => player.last()));
  }

  #leap() {
    this.#player.to(Number(this.#jump.value));
    this.#jump.value = '';
  }

  /** @param {string} text */
  say(text) {
    say(this.#message, text);
  }

  /**
   * @param {number} at @param {number} head
   * @param {{turn: string, text: string, time: string}} now what is on the screen
   */
  update(at, head, now) {
    if (this.#slider.max !== String(head)) this.#slider.max = String(head);
    this.#slider.value = String(at);
    this.#slider.setAttribute('aria-valuetext', t`Step ${at} of ${head}. ${now.turn} ${now.text}`);
    this.#slider.style.setProperty('--part', String(head < 2 ? 1 : (at - 1) / (head - 1)));
    fill(this.#where, h('span', { class: 'replay-step' }, 'step '), h('b', null, at),
      h('span', { class: 'replay-head' }, ` / ${head}`), h('span', { class: 'replay-live' }, ' · live'),
      now.turn && h('span', { class: 'replay-turn' }, ` · ${now.turn}`));
    say(this.#when, now.time ? t`Step ${at} was at ${now.time}.` : '');
  }

  /** Whether the bar rests, because the reader follows the live step. @param {boolean} rests */
  rest(rests) {
    this.element.classList.toggle('replay-rests', rests);
  }

  /** How many steps are new to a reader who looks back. @param {number} number */
  news(number) {
    this.#pill.hidden = number === 0;
    say(this.#pill, t`${number} new ${number === 1 ? 'step' : 'steps'} ↓`);
  }

  /** The player has started, stopped or changed its speed. */
  played() {
    const { playing, speed } = this.#player;
    this.#dressPlaying(playing);
    this.#speed.value = speed;
    if (!playing) say(this.#message, '');
  }

  /** @param {boolean} playing */
  #dressPlaying(playing) {
    this.#playing.replaceChildren(icon(playing ? 'pause' : 'play'));
    const label = playing ? 'Pause (Space)' : 'Play (Space)';
    this.#playing.setAttribute('aria-label', label);
    this.#playing.title = label;
  }

  /** @param {ReplayHighlight[]} highlights in order @param {number} head */
  highlights(highlights, head) {
    const key = `${highlights.length}/${highlights.at(-1)?.version ?? 0}/${head}`;
    if (key === this.#key) return;
    this.#key = key;
    /** @param {number} version */
    const across = (version) => `${head < 2 ? 0 : ((version - 1) * 100) / (head - 1)}%`;
    const pieces = grouped(highlights.filter(({ kind }) => kind !== 'TURN'));
    fill(this.#drawn, segments(highlights, head).map((each) => this.#drawTurn(each, across)),
      pieces.map((all) => this.#drawHighlight(all, across(all[0].version))));
    fill(this.#jump, noHighlight(),
      highlights.map((each) => h('option', { value: each.version }, named(each).slice(0, NAME_MAX))));
  }

  /** Go to a highlight; of a refusal all is in the tab with the evidence. @param {ReplayHighlight} highlight */
  #open({ kind, version }) {
    this.#player.to(version);
    if (kind === 'REFUSAL') this.element.dispatchEvent(new CustomEvent('refusal'));
  }

  /** @param {ReturnType<typeof segments>[number]} segment @param {(version: number) => string} across */
  #drawTurn({ turn, first, last }, across) {
    return svg('line', { class: `highlight-turn seat-${(turn.seat ?? 0) % 6}`, y1: 1, y2: 1, x1: across(first),
      x2: across(last), onclick: () => this.#open(turn) }, svg('title', null, named(turn)));
  }

  /** @param {ReplayHighlight[]} all several refusals, or one highlight @param {string} x */
  #drawHighlight(all, x) {
    const [highlight] = all;
    const { kind } = highlight;
    return svg('svg', { x, y: 0, overflow: 'visible', class: `highlight highlight-${kind.toLowerCase()}` },
      svg('title', null, all.map(named).join('\n')),
      svg('path', { d: SHAPES[kind] ?? SHAPES.TURN, onclick: () => this.#open(highlight) }),
      all.length > 1 && svg('text', { x: 5, y: 13, class: 'highlight-number' }, all.length));
  }
}
