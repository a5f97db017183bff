/** A card or a tile read large: what lies under the pointer or the focus, with its sentence. */
import { fill, h, svg } from '../../dom.js';
import { planted } from '../../drawing/mount.js';
import { GUILDS } from './art/palette.js';
import { portrait } from './art/portraits.js';
import { labelOf } from './labels.js';
import { groundOf } from './parts/water.js';

/** The group of the cards of a Recruit is only read card by card. */
const READABLE = /^(drawn:|(tile|card|chief|house|tank|track|supply|ends|event|events|crew-deck|alarm)(:|$))/;

/** The card or part under an event's target. @param {EventTarget | null} target */
export function readable(target) {
  if (!(target instanceof Element)) return null;
  const element = target.closest('[data-spot], [data-part]');
  const id = element?.getAttribute('data-spot') ?? element?.getAttribute('data-part') ?? '';
  return element && READABLE.test(id) ? { element, id } : null;
}

/** @param {string} id @param {BrigadeView} position @param {Brigade.Words} words */
function face(id, position, words) {
  const [kind, what] = id.split(':');
  const card = kind === 'chief' ? position.seats[Number(what)].chief : kind === 'card' || kind === 'drawn' ? what
    : null;
  if (!card) return null;
  const printed = words.crew[card] ?? words.chiefs[card];
  const bright = (GUILDS[printed.guild] ?? GUILDS.none).bright;
  return svg('svg', { viewBox: '0 0 48 52' },
    planted(portrait(card, kind === 'chief' ? '#a9573a' : bright, groundOf(printed.guild),
      { folk: printed.folk ?? '', ...(kind === 'chief' ? { hat: 0 } : {}) })));
}

/** Beside what it reads, and never for a screen reader: the name of the thing says the same. */
export class Lens {
  element = h('div', { class: 'bri-lens', 'aria-hidden': 'true', hidden: true });

  /**
   * @param {Element} board @param {{element: Element, id: string}} what @param {BrigadeView} position
   * @param {Brigade.Words} words
   */
  show(board, { element, id }, position, words) {
    const [title, ...rest] = labelOf(id, position, words).split(/, |; /);
    fill(this.element, face(id, position, words), h('div', null, h('b', null, title),
      rest.map((line) => h('span', null, line))));
    this.element.hidden = false;
    const [all, one, own] = [board, element, this.element].map((each) => each.getBoundingClientRect());
    const left = one.x + one.width / 2 - all.x > all.width / 2 ? one.x - all.x - own.width - 8
      : one.x + one.width - all.x + 8;
    const top = Math.min(Math.max(4, one.y - all.y), all.height - own.height - 4);
    Object.assign(this.element.style, { left: `${Math.max(4, Math.min(left, all.width - own.width - 4))}px`,
      top: `${Math.max(4, top)}px` });
  }

  hide() {
    this.element.hidden = true;
  }
}
