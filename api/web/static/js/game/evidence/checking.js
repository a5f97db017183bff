/** The check of the whole game: its progress, and the certificate with what was checked and what was not. */

import { fill, h, plural, say } from '../../dom.js';
import { button } from '../pieces.js';
import { canHash, fromHex } from './bytes.js';
import { Check } from './certificate.js';
import { drawOf, seedOf } from './chance.js';
import { facts, section } from './sections.js';
import { t, translation } from '../../language/language.js';

const LEFT = ['Not checked here: whether the rules allowed each command and bring the same events again. ',
  'Nor the hashes of the states and the places in the order of all games. ',
  '"emberlog verify" on a machine with the log does that.'];

export class Checking {
  #bar = h('progress', { max: 1, value: 0, 'aria-label': 'Checked' });
  #state = h('p', { role: 'status' });
  #result = h('div', null);
  #button;
  #check;
  #over;
  #goTo;
  /** Whether the place of the result says why nothing can be checked yet. */
  #waits = false;
  /** @type {Promise<Uint8Array> | null} */
  #seed = null;

  /**
   * @param {string} game @param {() => boolean} over @param {(version: number) => void} goTo
   * @param {AbortSignal} signal @param {() => void} done
   */
  constructor(game, over, goTo, signal, done) {
    this.#over = over;
    this.#goTo = goTo;
    this.#check = new Check(game, signal, {
      done: (at, all, words) => this.#progress(at, all, words),
      waits: () => { say(this.#state, 'The connection is away. The check goes on by itself.'); },
    });
    this.#button = button('Check the whole game', () => this.#run().then(done), { class: 'primary' });
    this.#bar.hidden = true;
    this.element = section('The whole game', this.#result, this.#button, this.#bar, this.#state);
  }

  /** Say what can be checked now. */
  update() {
    if (this.#check.finished || this.#check.fault) return;
    const ready = this.#over() && canHash();
    this.#button.hidden = !ready;
    if (!ready) fill(this.#result, h('p', null, this.#over() ? UNSAFE : RUNNING));
    else if (this.#waits) fill(this.#result);
    this.#waits = !ready;
  }

  /** @param {number} at @param {number} all @param {string} words */
  #progress(at, all, words) {
    this.#bar.value = at / Math.max(all, 1);
    this.#state.textContent = t`Checked ${at} of ${all} ${words}.`;
  }

  async #run() {
    this.#button.disabled = true;
    this.#bar.hidden = false;
    try {
      await this.#check.run();
      this.#certify();
    } catch (problem) {
      const { audit } = this.#check;
      this.#state.textContent = problem.message + (audit ? t` Everything up to step ${audit.steps} holds so far.` : '');
      say(this.#button, 'Go on with the check');
      this.#button.disabled = false;
    }
  }

  #certify() {
    const { audit, fault } = this.#check;
    this.#button.hidden = true;
    this.#bar.hidden = true;
    this.#state.textContent = '';
    if (audit) fill(this.#result, fault ? this.#broken(fault) : holds(audit), h('p', { class: 'soft small' }, LEFT));
  }

  /** @param {import('./audit.js').Fault} fault */
  #broken({ step, command, check, why }) {
    const where = [command && t`command ${command}`, step && t`step ${step}`].filter(Boolean).join(', ');
    return h('div', { class: 'note note-bad', role: 'alert' },
      h('p', null, h('strong', null, t`This game does not hold: ${where}.`)),
      h('p', null, `${check}: ${translation(why)}.`),
      step > 0 && button(t`Go to step ${step}`, () => this.#goTo(step)),
      h('p', null, 'Take this page to whoever runs the service. ',
        '"emberlog verify" says whether the log itself is damaged, or only what came over the line.'));
  }

  /** Derive a draw anew. @param {import('./reading.js').Draw} draw */
  async judge({ step, index, bound, outcome }) {
    const { audit, finished } = this.#check;
    if (!finished || !audit?.shares) return translation('after the check below');
    this.#seed ??= seedOf(audit.secret, audit.shares);
    return await drawOf(await this.#seed, step, index, bound) === outcome
      ? translation('the same') : translation('ANOTHER OUTCOME');
  }
}

const RUNNING = ['The game is not over. ', 'Its hashes are published now, and you can note them. ',
  'The recorded bytes and the secret come with the end, because they hold every hidden card. ',
  'Then this page can check the whole chain.'];
const UNSAFE = ['This browser computes hashes only over HTTPS or on your own machine. ',
  'Open the page at such an address, or use "emberlog verify".'];

/** @param {import('./audit.js').Audit} audit */
const holds = ({ steps, commands, refusals, head, link, secret }) => h('div',
  { class: 'note note-good evidence-holds' },
  h('p', null, h('strong', null, 'This game holds. Your browser has computed every hash anew.')),
  facts([
    ['Steps', t`${plural(steps, 'step')}: bytes, hash, place, salt, canonical form`],
    ['Commands', t`${plural(commands, 'command')}, ${plural(refusals, 'refusal')} among them: bytes, link, no gap`],
    ['Chance', 'the commitment of step 1 was made for the secret that the last step reveals'],
    ['Last hash', h('code', null, head)], ['Last link', h('code', null, link)],
    ['Secret', h('code', null, t`${secret.slice(0, 16)}… (${fromHex(secret).length} bytes)`)],
    ['Checked', new Date().toISOString()],
  ]));
