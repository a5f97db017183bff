import assert from 'node:assert/strict';
import test from 'node:test';
import './dom.mjs';

const { namedType, readSchema } = await import('../../../api/web/static/js/sdl.js');
const { operationAt } = await import('../../../api/web/static/js/console/tokens.js');

const TYPES = readSchema(`
"""
A game.
  Indented.
"""
type Game implements Node & Listed {
  id: ID!
  "Its steps." steps(first: Int = 20, as: ViewerInput): [Step!]! @deprecated(reason: "Use \\"moves\\".")
}
union Answer = | Accepted | Refused
enum Phase { OPEN "Over." OVER @deprecated }
input ViewerInput @oneOf { seat: Int kind: ViewerKind = SPECTATOR }
directive @oneOf on INPUT_OBJECT | OBJECT
schema { query: Query }
`);

test('a type has its description without the indent, and its interfaces', () => {
  const game = TYPES.get('Game');
  assert.equal(game.description, 'A game.\n  Indented.');
  assert.deepEqual(game.implements, ['Node', 'Listed']);
});

test('a field has its type, arguments, defaults and why it is deprecated', () => {
  const [id, steps] = TYPES.get('Game').fields;
  assert.deepEqual([id.type, id.deprecated], ['ID!', null]);
  assert.deepEqual([steps.type, steps.description, steps.deprecated], ['[Step!]!', 'Its steps.', 'Use "moves".']);
  assert.deepEqual(steps.args.map((arg) => [arg.name, arg.type, arg.default]),
    [['first', 'Int', '20'], ['as', 'ViewerInput', null]]);
});

test('unions, enums and inputs', () => {
  assert.deepEqual(TYPES.get('Answer').members, ['Accepted', 'Refused']);
  assert.deepEqual(TYPES.get('Phase').values.map((each) => [each.name, each.deprecated]),
    [['OPEN', null], ['OVER', 'No longer supported']]);
  assert.equal(TYPES.get('ViewerInput').oneOf, true);
});

test('directives and the schema itself are no types; scalars are', () => {
  assert.equal(TYPES.has('oneOf'), false);
  assert.equal(TYPES.get('Int').kind, 'scalar');
});

test('the name inside a list', () => {
  assert.equal(namedType('[[Game!]!]'), 'Game');
});

test('which documents are subscriptions', () => {
  const isSubscription = (text) => operationAt(text, 0)?.kind === 'subscription';
  assert.equal(isSubscription('# live\n subscription S { a }'), true);
  assert.equal(isSubscription('fragment F on T { a { b } } subscription { ...F }'), true);
  assert.equal(isSubscription('query subscription { a }'), false);
});
