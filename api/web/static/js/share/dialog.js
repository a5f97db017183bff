/** What can be sent to others: the link, a picture, a frame, a clip of the turn, and addresses for streams. */

import { openDialog } from '../dialogs.js';
import { fill, h, stylesheet, toast } from '../dom.js';
import { locale, t } from '../language/language.js';

/**
 * @typedef {object} Shared
 * @property {string} game @property {number} at @property {string} address with the eyes of the reader
 * @property {string} title @property {boolean} isPublic whether spectators may see this step
 * @property {() => Promise<Blob | null>} clip
 */

/** @param {string} path */
const whole = (path) => new URL(path, location.href).href;

/** A link whose preview and page are in the language of the one who shares it. @param {string} path */
function inOwnLanguage(path) {
  const address = new URL(path, location.href);
  if (locale !== 'en') address.searchParams.set('lang', locale);
  return address.href;
}

/** Ask what to send. @param {Shared} shared */
export function openShare(shared) {
  stylesheet('/assets/css/game/share.css');
  const { game, at, address, isPublic } = shared;
  const step = `/games/${game}/${at}`;
  const drawing = inOwnLanguage(`${step}.svg`);
  const frame = `<iframe src="${whole('/embed' + step)}" width="800" height="560" loading="lazy" `
    + 'title="A game on Emberlog"></iframe>';
  const state = h('p', { class: 'small soft', role: 'status' });
  const make = h('button', { type: 'button', onclick: () => clipped(shared, make, state) }, 'Make a clip of this turn');
  openDialog('Share', h('div', { class: 'stack share' },
    native(shared),
    copyable('Link to this step, as you see it', inOwnLanguage(address)),
    isPublic ? [
      h('figure', { class: 'share-picture' }, h('img', { src: drawing, alt: 'The position, as spectators see it',
        width: 1200, height: 630 }),
      h('figcaption', { class: 'row' }, h('a', { class: 'button', href: inOwnLanguage(`${step}.png`),
        download: `emberlog-${game.slice(0, 8)}-${at}.png` }, 'Picture (PNG)'),
      h('a', { class: 'button', href: drawing, download: `emberlog-${game.slice(0, 8)}-${at}.svg` },
        'Drawing (SVG)'), make)), state,
      copyable('Frame for your own page', frame),
      copyable('Overlay for a stream: without ground, always the newest step', whole(`/embed/games/${game}?overlay=1`)),
      copyable('A wall of several games: add their ids with commas', whole(`/wall?games=${game}`)),
    ] : h('p', { class: 'note' }, 'Spectators do not see this step yet, so there is no picture of it.')));
}

/** The device's own way to send links, where there is one. @param {Shared} shared */
const native = ({ title, address }) => 'share' in navigator && h('button', { type: 'button', class: 'primary',
  onclick: () => navigator.share({ title, url: inOwnLanguage(address) }).catch(() => null) }, 'Send …');

/** @param {string} label @param {string} text */
function copyable(label, text) {
  const field = h('input', { type: 'text', readonly: true, value: text, 'aria-label': label,
    onfocus: () => field.select() });
  return h('div', { class: 'field' }, h('span', { class: 'label' }, label),
    h('div', { class: 'row share-field' }, field,
      h('button', { type: 'button', 'aria-label': t`Copy: ${label}`, onclick: () => copy(field) }, 'Copy')));
}

/** @param {HTMLInputElement} field */
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    toast('Copied.');
  } catch {
    field.select();
    toast('Press Ctrl+C to copy it.');
  }
}

/** @param {Shared} shared @param {HTMLButtonElement} make @param {HTMLElement} state */
async function clipped(shared, make, state) {
  make.disabled = true;
  fill(state, 'The clip is being drawn …');
  try {
    const film = await shared.clip();
    if (!film) {
      fill(state, 'This browser cannot make clips of this game.');
      return;
    }
    const address = URL.createObjectURL(film);
    fill(state, h('a', { class: 'button primary', href: address,
      download: `emberlog-${shared.game.slice(0, 8)}-${shared.at}.webm` },
    t`Save the clip (${Math.max(1, Math.round(film.size / 1024))} KB)`));
  } catch (problem) {
    fill(state, t`The clip could not be made: ${problem.message}`);
  } finally {
    make.disabled = false;
  }
}
