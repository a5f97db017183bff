/** When a player is asked before a command counts, and what speaks against it. */

import { h } from '../../dom.js';
import { gainsOf } from './forecast.js';
import { t } from '../../language/language.js';

const SETTING = 'emberlog.ask-before';
const LEVELS = { always: 'always', matters: 'when it matters', never: 'never' };

/** @returns {string} */
function stored() {
  try {
    const level = localStorage.getItem(SETTING) ?? '';
    return level in LEVELS ? level : 'matters';
  } catch { return 'matters'; }
}

/** @param {string} level */
function store(level) {
  try { localStorage.setItem(SETTING, level); } catch { /* It applies as long as the page lives. */ }
}

/** The setting: ask always, when a command costs something or leaves something unused, or never. */
export class AskBefore {
  #select = h('select', { value: stored(), onchange: () => store(this.#select.value) },
    Object.entries(LEVELS).map(([value, text]) => h('option', { value }, text)));
  element = h('label', { class: 'play-ask' }, 'Ask before playing ', this.#select);

  get level() {
    return this.#select.value;
  }
}

/**
 * What a foreseen command costs the reader, as a sentence; empty where it costs nothing.
 * @param {import('./forecast.js').Foreseen} foreseen @param {number | null} mine
 */
export function costOf(foreseen, mine) {
  const own = mine === null ? 0 : gainsOf(foreseen).get(mine) ?? 0;
  if (own >= 0) return '';
  return own === -1 ? 'This costs you 1 point.' : t`This costs you ${-own} points.`;
}

/**
 * What speaks against a command, as the service foresees it; empty: nothing.
 * @param {LegalCommand} legal @param {Guide | null} guide @param {import('./question.js').Question} question
 * @param {number | null} mine @returns {Promise<string>}
 */
export async function speaksAgainst(legal, guide, question, mine) {
  if (guide?.freely?.some((type) => legal.type.endsWith(`.${type}`))) return '';
  try {
    const foreseen = await question.ahead(legal);
    return foreseen.dryRun.ends ? 'The game would be over.' : costOf(foreseen, mine);
  } catch {
    return 'What it would bring is not known just now.';
  }
}
