/** What did not go well, as a note: each sentence in the reader's language, where the catalogue has it. */

import { h } from '../dom.js';

/** @param {Error} problem */
export const trouble = (problem) => h('p', { class: 'note note-bad', role: 'alert' }, sentences(problem.message));

/** @param {string} text */
const sentences = (text) => text.split(/(?<=\.) (?=[A-Z])/).flatMap((each) => [each, ' ']);
