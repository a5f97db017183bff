import assert from 'node:assert/strict';
import test from 'node:test';
import './dom.mjs';

const JS = '../../../api/web/static/js/';
const { el, markup, picture, seeded } = await import(`${JS}drawing/tree.js`);
const { mount, planted } = await import(`${JS}drawing/mount.js`);
const { facts, seatLook } = await import(`${JS}boards/great_fire/looks.js`);

/** The elements below, as the tree says they are. */
const written = (node) => (node.nodeType === Node.TEXT_NODE ? node.data
  : `${node.localName}(${node.childNodes.map(written).join(',')})`);
const piece = (key, ...twigs) => el('g', { key }, ...twigs);

test('a tree leaves out what is not there', () => {
  const tree = el('g', { id: 'a', x: null, y: undefined, hidden: false, open: true, key: 7 },
    null, false, true, [0, ['b', undefined]], el('rect', null));
  assert.equal(tree.key, '7');
  assert.equal(markup(tree), '<g id="a" open="">0b<rect/></g>');
});

test('markup escapes texts and values', () => {
  assert.equal(markup(el('text', { name: '"<&>' }, '<script>&"')),
    '<text name="&quot;&lt;&amp;&gt;">&lt;script&gt;&amp;&quot;</text>');
  assert.match(picture(el('svg', { width: 2 })), /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="2"\/>$/);
});

test('seeded numbers are the same for a word and differ between words', () => {
  const row = (word) => { const next = seeded(word); return Array.from({ length: 50 }, next); };
  assert.deepEqual(row('Pudding Lane'), row('Pudding Lane'));
  assert.notDeepEqual(row('Pudding Lane'), row('Pudding Lane2'));
  assert.ok(row('x').every((each) => each >= 0 && each < 1));
  assert.equal(new Set(row('x')).size, 50);
});

test('mounting once more changes only what differs', () => {
  const element = planted(el('g', { x: 1, y: 2 }, el('rect', { fill: 'red' }), 'text'));
  const [rect, text] = element.childNodes;
  mount(element, el('g', { x: 1, z: 3 }, el('rect', { fill: 'blue' }), 'other'));
  assert.deepEqual([element.getAttribute('x'), element.getAttribute('y'), element.getAttribute('z')], ['1', null, '3']);
  assert.equal(element.childNodes[0], rect);
  assert.equal(element.childNodes[1], text);
  assert.deepEqual([rect.getAttribute('fill'), text.data], ['blue', 'other']);
});

test('an attribute that becomes null, false or true', () => {
  const element = planted(el('g', { a: 1, b: true, c: null }));
  mount(element, el('g', { a: null, b: false, c: true }));
  assert.deepEqual(['a', 'b', 'c'].map((name) => element.getAttribute(name)), [null, null, '']);
});

test('classes and attributes that others have set stay', () => {
  const element = planted(el('g', { class: 'a b' }));
  element.classList.add('spot');
  element.setAttribute('role', 'button');
  mount(element, el('g', { class: 'b c' }));
  assert.deepEqual(element.classList.names().sort(), ['b', 'c', 'spot']);
  mount(element, el('g', null));
  assert.deepEqual(element.classList.names(), ['spot']);
  assert.equal(element.getAttribute('role'), 'button');
});

test('a piece with a key keeps its element wherever it comes to lie', () => {
  const element = planted(el('g', null, piece('a'), piece('b'), piece('c')));
  const [a, b, c] = element.childNodes;
  mount(element, el('g', null, piece('c'), el('rect', null), piece('a')));
  assert.deepEqual(element.childNodes.map((node) => node.localName), ['g', 'rect', 'g']);
  assert.equal(element.childNodes[0], c);
  assert.equal(element.childNodes[2], a);
  assert.equal(b.parentNode, null);
});

test('pieces of one key, and of another tag, are drawn all the same', () => {
  const element = planted(el('g', null, piece('a'), piece('a')));
  mount(element, el('g', null, piece('a', '1'), piece('a', '2'), el('rect', { key: 'a' })));
  assert.equal(written(element), 'g(g(1),g(2),rect())');
  mount(element, el('g', null, el('circle', { key: 'a' })));
  assert.equal(written(element), 'g(circle())');
});

test('whatever a tree was before, it becomes what it is', () => {
  const next = seeded('mount');
  const some = (depth) => el(next() < 0.5 ? 'g' : 'a', { key: next() < 0.5 ? Math.floor(next() * 5) : '' },
    Array.from({ length: depth ? Math.floor(next() * 5) : 0 },
      () => (next() < 0.2 ? String(Math.floor(next() * 9)) : some(depth - 1))));
  const plain = (leaf) => (typeof leaf === 'string' ? leaf : `${leaf.tag}(${leaf.children.map(plain).join(',')})`);
  const element = planted(el('svg', null));
  for (let round = 0; round < 200; round += 1) {
    const tree = { ...some(3), tag: 'svg' };
    mount(element, tree);
    assert.equal(written(element), plain(tree));
  }
});

test('Great Fire: a seat looks as its houses do, once it may be known whose they are', () => {
  const components = { colour: [{ id: 'black', hex: '#2b2b2b' }, { id: 'yellow', hex: '#d9a514' }],
    supply: { houses_per_colour: 20 }, constants: { vp_hero: 2 } };
  const seat = { colour: 'yellow', pile: 3, cards: 5, tokens: 1, hero: true };
  const position = { colours: [{ colour: 'yellow', houses_lost: 4 }], seats: [{ ...seat, colour: null }, seat] };
  assert.equal(seatLook(components, null, 0), null);
  assert.equal(seatLook(components, position, 0), null);
  assert.deepEqual(seatLook(components, position, 1),
    { colour: '#d9a514', ink: '#1f160d', letter: 'Y', name: 'yellow' });
  assert.deepEqual(facts(components, null, 0), []);
  assert.deepEqual(facts(components, position, 0).map(({ label }) => label),
    ['cones put out', 'cards', 'token', 'Hero of London']);
  assert.deepEqual(facts(components, position, 1).map(({ value }) => value), [16, 4, 3, 5, 1, '+2']);
});
