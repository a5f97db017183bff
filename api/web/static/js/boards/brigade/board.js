/** The board of The Brigade: mounts the drawing, names its spots, offers them, and lets what changed be seen. */
import { h, lessMotion } from '../../dom.js';
import { mount, planted } from '../../drawing/mount.js';
import { el } from '../../drawing/tree.js';
import { clearChanged, offerSpots, seatOf, spot, stylesheet } from '../kit.js';
import { draw, settled } from './draw.js';
import { moveFocus } from './keys.js';
import { labelOf, nameOf } from './labels.js';
import { layoutOf } from './layout.js';
import { flag, standing, unflag } from './marks.js';
import { makeWords } from './words.js';
import { translation } from '../../language/language.js';

/** @typedef {ViewOf<BrigadeView>} View */

/** The size of a board that nobody has measured. */
const USUAL = { width: 860, height: 690 };
/** Parts that are named although no command names them. */
const NAMED = ['event', 'events', 'crew-deck', 'drawn'];
/** @type {Brigade.Offer} */
const NOTHING = { commands: [], picked: [], pick: null };

/** @param {BoardSetup<BrigadeComponents>} setup @returns {Promise<Board<View>>} */
export default async function makeBoard({ components }) {
  await stylesheet('/assets/css/boards/brigade.css');
  return new BrigadeBoard(components);
}

/** @implements {Board<View>} */
class BrigadeBoard {
  element = h('div', { class: 'bri' });
  #components;
  #words;
  #precious;
  #svg = /** @type {SVGElement} */ (planted(el('svg', null)));
  #over = /** @type {SVGElement} */ (planted(el('svg', { class: 'bri-over', 'aria-hidden': 'true' })));
  /** @type {{tray: import('./tray.js').Tray, spotsOf: typeof import('./spots.js').spotsOf} | null} */
  #choosing = null;
  /** @type {import('./lens.js').Lens | null} */
  #lens = null;
  /** @type {EventTarget | null} what is read large, or will be once the lens is here */
  #pointed = null;
  /** @type {Spots} */
  #spots = new Map();
  #size = USUAL;
  #layout = layoutOf(USUAL.width, USUAL.height, 2);
  /** @type {View | null} */
  #view = null;
  /** What the view is flagged against. @type {View['position']} */
  #was = null;
  /** @type {number | null} */
  #viewer = null;
  /** @type {Brigade.Offer | null} */
  #offered = null;

  /** @param {BrigadeComponents} components */
  constructor(components) {
    this.#components = components;
    this.#words = makeWords(components);
    this.#precious = this.#words.cardWith('burden_minus_one_action');
    this.element.append(this.#svg, this.#over);
    this.#svg.setAttribute('role', 'group');
    this.#svg.setAttribute('aria-label', translation('The city of Tinderbox and the brigades'));
    new ResizeObserver(() => this.#resized()).observe(this.element);
    for (const type of ['pointerover', 'focusin', 'click']) this.element.addEventListener(type,
      (event) => this.#read(event));
    for (const type of ['pointerleave', 'focusout']) this.element.addEventListener(type, () => this.#unread());
    this.#svg.addEventListener('keydown', (event) => moveFocus(event, this.#svg));
  }

  /** @param {View} given @param {Showing<View> & {ms?: number}} [showing] */
  show(given, { before = null, viewer = null, animate = false, ms = 0 } = {}) {
    const view = settled(given);
    // Both as of one phase: that a game is over changes nothing on the table.
    const was = this.#was = before && settled({ ...before, phase: given.phase, result: given.result }).position;
    const stood = standing(this.#svg);
    this.#view = view;
    this.#viewer = seatOf(viewer);
    this.#hideLens();
    clearChanged(this.element);
    unflag(this.#over);
    if (this.#size === USUAL) this.#measure();
    this.#draw();
    const now = this.#position;
    if (!was || !now) return;
    this.#flag();
    const stage = { svg: this.#svg, over: this.#over, layout: this.#layout, ms };
    if (animate && !lessMotion()) import('./motion.js').then(({ play }) => {
      if (this.#view === view) play(stage, was, now, stood);
    }, () => {}); // the step is flagged without it
  }

  /** @param {RulesetCommand[]} commands @param {string[]} picked @param {Choose | null} pick */
  offer(commands, picked, pick) {
    this.#offered = pick && { commands, picked: [...picked], pick, version: this.#view?.version };
    this.#light();
  }

  async ready() {
    const [{ Tray }, { spotsOf }] = await Promise.all([import('./tray.js'), import('./spots.js')]);
    if (this.#choosing) return;
    const tray = new Tray();
    this.#choosing = { tray, spotsOf };
    this.#over.after(tray.badges, tray.element);
  }

  /** @param {RulesetCommand} command */
  spotsOf(command) {
    return this.#choosing?.spotsOf(command, this.#view?.position ?? null, this.#words) ?? [];
  }

  /** @param {string} id */
  nameOf(id) {
    return this.#spots.get(id)?.name ?? nameOf(id, this.#view?.position ?? null, this.#words);
  }

  /** The position once the city is laid. */
  get #position() {
    const position = this.#view?.position ?? null;
    return position?.tiles.length ? position : null;
  }

  /** The first drawing has the size of its box, where there is one by then. */
  #measure() {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (width && height) this.#size = { width, height };
  }

  #resized() {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (!width || !height || (width === this.#size.width && height === this.#size.height)) return;
    this.#size = { width, height };
    unflag(this.#over);
    if (!this.#view) return;
    this.#draw();
    this.#flag();
  }

  /** Show what differs from the view before; a change of size draws it anew. */
  #flag() {
    const now = this.#position;
    if (!this.#was || !now) return;
    flag({ svg: this.#svg, over: this.#over, layout: this.#layout, ms: 0 }, this.#was, now, this.#precious);
  }

  #draw() {
    const view = /** @type {View} */ (this.#view);
    const { width, height } = this.#size;
    const viewer = this.#viewer === null ? null : { seat: this.#viewer };
    this.#words.rename(view.seats);
    this.#words.homes = new Map((view.position?.seats ?? []).map((seat) => [seat.home, seat.seat]));
    this.#layout = layoutOf(width, height, view.seats.length);
    mount(this.#svg, draw({ components: this.#components, view, viewer, width, height }));
    this.#name();
    this.#light();
  }

  /** Every spot of the drawing is named after what it shows; those that left it are spots no more. */
  #name() {
    const position = this.#view?.position ?? null;
    const left = new Set(this.#spots.keys());
    for (const element of /** @type {NodeListOf<SVGElement>} */ (this.#svg.querySelectorAll('[data-spot]'))) {
      const id = element.dataset.spot ?? '';
      const name = labelOf(id, position, this.#words);
      left.delete(id);
      const known = this.#spots.get(id);
      if (known?.element === element) known.rename(name);
      else this.#spots.set(id, spot(element, id, name, /^(crew|slot):/.test(id) ? 'group' : 'img'));
    }
    for (const id of left) this.#spots.delete(id);
    for (const part of NAMED) {
      const element = this.#svg.querySelector(`[data-part="${part}"]`);
      element?.setAttribute('role', part === 'drawn' ? 'group' : 'img');
      element?.setAttribute('aria-label', part === 'drawn' ? translation('Cards of a Recruit')
        : labelOf(part, position, this.#words));
    }
  }

  /** What was offered at a step is offered at that step only, also when it is drawn twice. */
  #light() {
    const offer = this.#offered?.version === this.#view?.version ? this.#offered ?? NOTHING : NOTHING;
    const { commands, picked, pick } = offer;
    const rows = new Map(commands.map((command) => [command, this.spotsOf(command)]));
    const next = [...rows.values()].map((row) => row[picked.length]).filter(Boolean);
    const wanted = [...new Set([...picked, ...next])];
    for (const id of this.#spots.keys()) if (!this.#isDrawn(id)) this.#spots.delete(id);
    const missing = wanted.filter((id) => !this.#spots.has(id));
    const known = { words: this.#words, position: this.#view?.position ?? null, layout: this.#layout };
    const above = wanted.some((id) => id.startsWith('act:'));
    for (const [id, each] of this.#choosing?.tray.lay(missing, known, above) ?? []) this.#spots.set(id, each);
    offerSpots(this.#spots, (command) => rows.get(command) ?? [], commands, picked, pick);
    this.element.classList.toggle('bri-choosing', pick !== null && wanted.length > 0);
  }

  /** @param {string} id */
  #isDrawn(id) {
    const element = this.#spots.get(id)?.element;
    return element instanceof SVGElement && this.#svg.contains(element);
  }

  /** @param {Event} event */
  #read(event) {
    this.#magnify(event.target).catch(() => {}); // its name says the same
    const offered = event.target instanceof Element && event.target.closest('.spot-offered');
    this.#reach(offered ? offered.getAttribute('data-spot') ?? '' : '');
  }

  #unread() {
    this.#hideLens();
    this.#reach('');
  }

  /** @param {EventTarget | null} target */
  async #magnify(target) {
    this.#pointed = target;
    const { Lens, readable } = await import('./lens.js');
    if (this.#pointed !== target) return;
    if (!this.#lens) {
      this.#lens = new Lens();
      this.element.append(this.#lens.element);
    }
    const what = readable(target);
    const position = this.#position;
    if (what && position) this.#lens.show(this.element, what, position, this.#words);
    else this.#lens.hide();
  }

  #hideLens() {
    this.#pointed = null;
    this.#lens?.hide();
  }

  /** Point out what could be chosen after an offered spot. @param {string} id */
  #reach(id) {
    for (const one of this.#svg.querySelectorAll('.bri-reach')) one.classList.remove('bri-reach');
    const { commands, picked } = this.#offered ?? NOTHING;
    if (!id || picked.includes(id)) return;
    for (const command of commands) this.#lightAfter(this.spotsOf(command), picked.length, id);
  }

  /** Light the spot behind this one of a command. @param {string[]} row @param {number} at @param {string} id */
  #lightAfter(row, at, id) {
    if (row[at] === id) this.#spots.get(row[at + 1])?.element.classList.add('bri-reach');
  }
}
