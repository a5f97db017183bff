/** The stretches of the replay track that were taken back: narrow hatched bands, each with a sentence. */

import { fill, h } from '../../dom.js';
import { stretchWords, stretchesOf } from './struck.js';

export class Folds {
  element = h('div', { class: 'replay-folds', 'aria-hidden': 'true' });
  #key = '';

  /** @param {import('../replay/store.js').Store} store @param {string[]} names by seat */
  show(store, names) {
    const stretches = stretchesOf(store);
    const { head } = store;
    const key = `${stretches.length} ${head} ${names}`;
    if (key === this.#key) return;
    this.#key = key;
    const scale = Math.max(1, head - 1);
    fill(this.element, stretches.map((stretch) => h('span', { class: 'replay-fold', title: stretchWords(stretch, names),
      style: { '--from': `${(stretch.to * 100) / scale}%`,
        '--wide': `${((stretch.at - 1 - stretch.to) * 100) / scale}%` } })));
  }
}
