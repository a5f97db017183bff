/**
 * What tells a player who looks elsewhere that it is their turn: the tab's title and icon always, a notification and a
 * bell on request.
 */

import { set, svg } from '../dom.js';
import { button } from './pieces.js';
import { t } from '../language/language.js';

const SETTING = 'emberlog.signals';
const CHIME = 'M6 17h12l-1.5-2.5V10a4.5 4.5 0 0 0-9 0v4.5ZM10 20a2 2 0 0 0 4 0';
const [AT_REST, ON_TURN] = ['icon.svg', 'icon-turn.svg'];
/** The partials of a small bell: how high above its tone, how loud, how long. */
const PARTIALS = [[1, 0.12, 1.6], [2.01, 0.06, 1.1], [2.98, 0.03, 0.7]];
const TONE_HZ = 523;

export class Signals {
  #session;
  #turn = false;
  #on = stored();
  element;

  /** @param {import('./session.js').Session} session @param {AbortSignal} signal */
  constructor(session, signal) {
    this.#session = session;
    this.element = button(svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: CHIME })),
      () => this.#switch(), { class: 'icon quiet game-bell', hidden: true });
    this.#dress();
    signal.addEventListener('abort', () => showIcon(AT_REST));
  }

  /** The title of the tab. @param {string} title */
  titled(title) {
    return this.#turn ? t`● Your turn: ${title}` : title;
  }

  /** @param {GameView | null} view the newest one, whichever step is on the screen */
  update(view) {
    const { seat } = this.#session;
    const playing = view?.phase === 'playing';
    this.element.hidden = seat === null || !playing;
    const turn = seat !== null && playing && view.to_act.includes(seat);
    if (turn === this.#turn) return;
    this.#turn = turn;
    showIcon(turn ? ON_TURN : AT_REST);
    if (turn && this.#on && document.hidden) this.#call();
  }

  async #switch() {
    this.#on = !this.#on;
    try { localStorage.setItem(SETTING, this.#on ? 'on' : ''); } catch { /* It applies as long as the page lives. */ }
    this.#dress();
    if (!this.#on) return;
    ring();
    if ('Notification' in window && Notification.permission === 'default') await Notification.requestPermission();
  }

  #dress() {
    const label = 'Ring a bell and notify me when it is my turn';
    const title = this.#on ? 'Ring a bell when it is my turn: on' : 'Ring a bell when it is my turn: off';
    set(this.element, { 'aria-label': label, title,
      'aria-pressed': String(this.#on) });
  }

  #call() {
    ring();
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    const { id } = this.#session.meta;
    const call = new Notification('It is your turn.', { body: this.#session.title, tag: id, icon: iconAt(ON_TURN) });
    call.onclick = () => { window.focus(); call.close(); };
  }
}

/** @returns {boolean} */
function stored() {
  try { return localStorage.getItem(SETTING) === 'on'; } catch { return false; }
}

/** @param {string} name */
const iconAt = (name) => new URL(`../../${name}`, import.meta.url).href;

/** @param {string} name */
function showIcon(name) {
  const link = document.querySelector('link[rel="icon"]');
  if (link) set(link, { href: iconAt(name) });
}

/** Three sines that fade: no file. A browser that allows no sound yet stays silent. */
function ring() {
  if (!window.AudioContext) return;
  const audio = new AudioContext();
  for (const [ratio, level, seconds] of PARTIALS) {
    const [tone, gain] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = TONE_HZ * ratio;
    gain.gain.setValueAtTime(level, audio.currentTime);
    gain.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + seconds);
    tone.connect(gain).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + seconds);
  }
  setTimeout(() => audio.close(), 2000);
}
