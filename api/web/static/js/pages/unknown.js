/** An address that leads to no page: words, with ways on. */

import { fill, h } from '../dom.js';

/** @param {HTMLElement} root */
export default async function page(root) {
  fill(root, h('h1', null, 'There is no such page'),
    h('p', null, 'Nothing is at ', h('code', null, location.pathname), '. The link may be incomplete or out of date.'),
    h('ul', null,
      h('li', null, h('a', { href: '/' }, 'The games'), ': what is being played, and what has been.'),
      h('li', null, h('a', { href: '/new' }, 'A new game'), ' against others or against bots.'),
      h('li', null, h('a', { href: '/rules' }, 'The rules'), ' of every game, by number.')));
}
