import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import './dom.mjs';

const { readSchema } = await import('../../../api/web/static/js/sdl.js');
const { fieldAt } = await import('../../../api/web/static/js/console/context.js');
const { formatted } = await import('../../../api/web/static/js/console/format.js');
const { laidOut } = await import('../../../api/web/static/js/console/layout.js');
const { inserted, withVariables } = await import('../../../api/web/static/js/console/insert.js');
const { fragmentOf, NotStored, readFragment, Storage } = await import('../../../api/web/static/js/console/storage.js');
const { suggestionsAt } = await import('../../../api/web/static/js/console/suggest.js');
const { operationAt, operationsOf, tokensOf } = await import('../../../api/web/static/js/console/tokens.js');

const TYPES = readSchema(`
type Query { game(id: ID!): Game  games(first: Int = 20, phase: Phase): [Game!]!  old: Int @deprecated }
type Mutation { open(commandId: ID!, options: Options): Answer! }
type Subscription { steps(game: ID!, after: Cursor): Step! }
type Game { id: ID! phase: Phase! steps(as: ViewerInput): [Step!]! }
type Step { version: Int! line: Line }
type Line { text: String! }
interface Problem { text: String! }
type Accepted { version: Int! }
type Refused implements Problem { text: String! }
union Answer = Accepted | Refused
enum Phase { OPEN OVER }
input ViewerInput { seat: Int kind: Phase }
input Options { first: Boolean! as: [ViewerInput!] }
scalar Cursor
`);

/** What is suggested at the bar in a text. */
function suggested(marked) {
  const hits = suggestionsAt(marked.replace('|', ''), marked.indexOf('|'), TYPES);
  return hits && hits.suggestions.map(({ text }) => text);
}

test('the operations of a document, whatever stands between them', () => {
  const fragment = '# query A\nfragment F on Game { id }\n';
  const text = `${fragment}query A($a: Options = {first: true}) { x }\nsubscription { y }\n{ z }`;
  assert.deepEqual(operationsOf(text).map(({ kind, name }) => [kind, name]),
    [['query', 'A'], ['subscription', null], ['query', null]]);
  assert.equal(operationAt(text, text.indexOf(' y ')).kind, 'subscription');
  assert.equal(operationAt('', 0), null);
  assert.equal(operationAt('{ half', 3).kind, 'query');
});

test('what may be written at a place', () => {
  assert.deepEqual(suggested('{ ga| }'), ['game', 'games']);
  assert.deepEqual(suggested('{ | }'), ['game', 'games', '__typename', 'old']);
  assert.deepEqual(suggested('subscription { st| }'), ['steps']);
  assert.deepEqual(suggested('{ mine: game(id: "}") { ph| } }'), ['phase']);
  assert.deepEqual(suggested('{ games(first: 1, | ) { id } }'), ['phase: ']);
  assert.deepEqual(suggested('{ games(phase: O| ) { id } }'), ['OPEN', 'OVER']);
  assert.deepEqual(suggested('{ game { steps(as: { | }) { version } } }'), ['seat: ', 'kind: ']);
  assert.deepEqual(suggested('mutation { open(options: { first: | }) }'), ['true', 'false']);
  assert.deepEqual(suggested('mutation { open(options: { as: [{ kind: | }] }) }'), ['OPEN', 'OVER']);
  assert.deepEqual(suggested('mutation { open { ... on | } }'), ['Accepted', 'Refused', 'Problem']);
  assert.deepEqual(suggested('mutation { open { ... on Refused { te| } } }'), ['text']);
  assert.deepEqual(suggested('query($id: ID!, $other: I|'), ['Int', 'ID', 'ViewerInput', 'Options', 'String']);
  assert.deepEqual(suggested('query($id: ID!) { game(id: $| ) }'), ['id']);
  assert.deepEqual(suggested('fragment F on Game { st| }'), ['steps']);
  assert.deepEqual(suggested('fragment F on Ga| '), ['Game']);
  assert.deepEqual(suggested('mu|'), ['mutation']);
  assert.deepEqual(suggested('{ game @| }'), ['include(if: )', 'skip(if: )']);
  assert.deepEqual(suggested('{ game(id: $id) @include(if: $x) { st| } }'), ['steps']);
  for (const nowhere of ['# ga|', '{ game(id: "ga|") }', '{ nothing { ga| } }', '{ game } } } zz|'])
    assert.equal(suggested(nowhere), null, nowhere);
});

test('the field at a place, for its documentation', () => {
  const text = '{ mine: game(id: $id) { steps { line { text } } } }';
  const at = (word) => {
    const place = fieldAt(text, text.indexOf(word) + 1, TYPES);
    return place && `${place.type}.${place.field.name}`;
  };
  assert.deepEqual([at('game'), at('steps'), at('text'), at('mine'), at('id:')],
    ['Query.game', 'Game.steps', 'Line.text', null, null]);
});

const UNTIDY = `query   Q($a:ID!,$b:[Int!]=[1,2]) {# first
game(id:$a){...F id,mine:phase
  ... on Game@include(if:$b){steps(as:{seat:1,kind:OPEN},xs:[{a:1} {a:2}]){version}}} }
# a fragment
fragment F on Game{id}`;

test('formatting changes white space and commas alone, and is done once', () => {
  const tidy = formatted(UNTIDY);
  const words = (text) => tokensOf(text).map((token) => token.text);
  assert.deepEqual(words(tidy), words(UNTIDY));
  assert.equal(formatted(tidy), tidy);
  assert.equal(tidy, `query Q($a: ID!, $b: [Int!] = [1, 2]) { # first
  game(id: $a) {
    ...F
    id
    mine: phase
    ... on Game @include(if: $b) {
      steps(as: {seat: 1, kind: OPEN}, xs: [{a: 1}, {a: 2}]) {
        version
      }
    }
  }
}

# a fragment
fragment F on Game {
  id
}
`);
});

test('what is half written is formatted without an error and without a loss', () => {
  for (let end = 0; end <= UNTIDY.length; end += 1) {
    const text = UNTIDY.slice(0, end);
    assert.deepEqual(tokensOf(formatted(text)).map((token) => token.text.trim()),
      tokensOf(text).map((token) => token.text.trim()), text);
  }
});

const segment = (type, name) => ({ type, field: TYPES.get(type).fields.find((field) => field.name === name) });

test('a field is written at the cursor where it fits', () => {
  const text = '{ games { id } }';
  const written = inserted(text, text.indexOf('id') + 2, [segment('Query', 'games'), segment('Game', 'steps')], TYPES);
  assert.equal(written.text, '{\n  games {\n    id\n    steps {\n      version\n    }\n  }\n}\n');
  assert.ok(written.text.slice(0, written.cursor).endsWith('version\n    }'));
});

test('a field that needs arguments brings its variables', () => {
  const written = inserted('{ games { id } }', 2, [segment('Query', 'game')], TYPES);
  assert.match(written.text, /^query\(\$id: ID!\) \{\n/);
  assert.match(written.text, /game\(id: \$id\) \{\n {4}id\n/);
  assert.deepEqual(written.variables.map(({ name }) => name), ['id']);
  const second = inserted(written.text, written.text.indexOf('games'), [segment('Query', 'game')], TYPES);
  assert.equal(second.text.match(/\$id: ID!/g).length, 1, 'declared once');
});

test('elsewhere it becomes an operation of its own', () => {
  const path = [segment('Query', 'game'), segment('Game', 'steps'), segment('Step', 'line')];
  assert.equal(inserted('', 0, path, TYPES).text,
    'query($id: ID!) {\n  game(id: $id) {\n    steps {\n      line {\n        text\n      }\n    }\n  }\n}\n');
  const beside = inserted('{ games { id } }', 3, [segment('Mutation', 'open')], TYPES).text;
  assert.deepEqual(operationsOf(beside).map(({ kind }) => kind), ['query', 'mutation']);
  assert.match(inserted('', 0, [segment('Step', 'version')], TYPES).text, /^fragment Parts on Step \{\n {2}version\n/);
});

test('missing variables get a value of their type, others stay', () => {
  const needed = [segment('Mutation', 'open').field.args[0], segment('Query', 'game').field.args[0]];
  assert.deepEqual(JSON.parse(withVariables('{"id": "mine"}', needed, () => 'new')), { id: 'mine', commandId: 'new' });
  assert.equal(withVariables('{"id": ', needed, () => 'new'), '{"id": ');
});

function area() {
  const values = new Map();
  return { getItem: (key) => values.get(key) ?? null, setItem: (key, value) => values.set(key, value), values };
}

test('operations are saved by name, replaced and removed', () => {
  const storage = new Storage(area(), () => null);
  storage.save(' b ', { text: '{ b }', variables: '' });
  storage.save('a', { text: '{ a }', variables: '{}' });
  storage.save('b', { text: '{ b2 }', variables: '' });
  assert.deepEqual(storage.saved.map(({ name, text }) => [name, text]), [['a', '{ a }'], ['b', '{ b2 }']]);
  storage.remove('a');
  assert.deepEqual(storage.saved.map(({ name }) => name), ['b']);
  assert.throws(() => storage.save('  ', { text: '{ b }', variables: '' }), NotStored);
});

test('the history has each operation once, the latest first', () => {
  const storage = new Storage(area(), () => null);
  for (const text of ['{ a }', '{ b }', '{ a }']) storage.note({ text, variables: '' }, new Date(0));
  assert.deepEqual(storage.history.map(({ text }) => text), ['{ a }', '{ b }']);
  storage.forgetHistory();
  assert.deepEqual(storage.history, []);
});

test('a text with the token in it is never stored', () => {
  const stored = area();
  const storage = new Storage(stored, () => 'emb_secret');
  const written = { text: '{ me { id } }', variables: '{"token": "emb_secret"}' };
  assert.throws(() => storage.save('mine', written), NotStored);
  storage.note(written, new Date(0));
  assert.throws(() => storage.check({ text: '# emb_secret', variables: '' }), NotStored);
  assert.equal(stored.values.size, 0);
});

test('what another page stored under the same key does no harm', () => {
  for (const value of ['{', '{"a": 1}', '[1, null, {"name": "x"}]']) {
    const stored = area();
    stored.setItem('emberlog.operations', value);
    assert.deepEqual(new Storage(stored, () => null).saved, []);
  }
});

test('a link holds the whole operation, in any language, and bad ones are ignored', () => {
  const written = { text: '{ game(id: "Öl–🔥") { id } }', variables: '{"a": 1}', name: 'Mein Spiel' };
  const hash = fragmentOf(written);
  assert.match(hash, /^#operation=[\w-]+$/);
  assert.deepEqual(readFragment(hash), written);
  const long = fragmentOf({ ...written, text: 'x'.repeat(20_001) });
  for (const bad of ['', '#Game', '#operation=', '#operation=%%%', '#operation=WzFd', long])
    assert.equal(readFragment(bad), null);
});

test('every name of the real schema can be inserted and is valid where it stands', () => {
  const types = readSchema(readFileSync(new URL('../../../docs/schema.graphql', import.meta.url), 'utf8'));
  for (const root of ['Query', 'Mutation', 'Subscription']) {
    for (const field of types.get(root).fields) {
      const { text, cursor } = inserted('', 0, [{ type: root, field }], types);
      assert.equal(formatted(text), text);
      assert.ok(cursor <= text.length);
      assert.equal(fieldAt(text, text.indexOf(`  ${field.name}`) + 3, types)?.field.name, field.name, text);
    }
  }
});

test('what fits into a line stands in one, and nothing is lost', () => {
  const rules = [{ id: 'GF-ACT-03', title: 'Action phase' }, { id: 'GF-CONT-01', title: 'Containment' }];
  const line = { text: `${'long '.repeat(30)}end`, seat: null, rules };
  const step = { gameSteps: { version: 102, cursor: '102', line } };
  const text = laidOut(step);
  assert.deepEqual(JSON.parse(text), step);
  assert.deepEqual(text.split('\n').map((line) => line.trim()).slice(5, 11), [
    `"text": ${JSON.stringify(line.text)},`, '"seat": null,', '"rules": [',
    '{ "id": "GF-ACT-03", "title": "Action phase" },', '{ "id": "GF-CONT-01", "title": "Containment" }', ']',
  ]);
  assert.equal(laidOut({ a: {}, b: [], c: [1, 'x', null, true] }), '{ "a": {}, "b": [], "c": [1, "x", null, true] }');
  assert.deepEqual(['x', 1.5, null, []].map((each) => laidOut(each)), ['"x"', '1.5', 'null', '[]']);
});
