import assert from 'node:assert/strict';
import test from 'node:test';
import './dom.mjs';

const { optionFields } = await import('../../../api/web/static/js/options.js');

const option = (kind, usual, values = null) => (
  { name: kind, title: kind, description: 'What it changes.', kind: kind.toUpperCase(), default: usual, values,
    valueTitles: null, rules: [{ id: 'LON-OPT-01' }] });

test('an untouched form chooses nothing', () => {
  const all = [option('boolean', true), option('integer', 3), option('choice', 'b', ['a', 'b']),
    option('choices', ['x'], ['x', 'y']),
    option('string', ''), option('map', { a: 1 })];
  for (const each of all) {
    const { element, chosen } = optionFields([each]);
    const [area] = element.all('textarea');
    if (area) area.value = area.textContent;
    assert.deepEqual(chosen(), {}, each.kind);
  }
});

test('a box, a number and a choice give what differs from the default', () => {
  const { element,
    chosen } = optionFields([option('boolean', true), option('integer', 3), option('choice', 'b', ['a', 'b'])]);
  const [box, number] = element.all('input');
  const [select] = element.all('select');
  box.checked = false;
  number.value = '7';
  select.value = '0';
  assert.deepEqual(chosen(), { boolean: false, integer: 7, choice: 'a' });
});

test('an emptied number is its default again, and bad JSON too', () => {
  const { element, chosen } = optionFields([option('integer', 3), option('map', { a: 1 })]);
  element.all('input')[0].value = '';
  element.all('textarea')[0].value = '{';
  assert.deepEqual(chosen(), {});
});

test('an unknown kind is JSON', () => {
  const { element, chosen } = optionFields([option('map', { a: 1 })]);
  element.all('textarea')[0].value = '{"a": 2}';
  assert.deepEqual(chosen(), { map: { a: 2 } });
});

test('every field is described, and cites its rules', () => {
  const { element } = optionFields([option('boolean', true)]);
  assert.ok(element.all('input')[0].getAttribute('aria-describedby'));
  assert.equal(element.all('button')[0].textContent, 'LON-OPT-01');
});
