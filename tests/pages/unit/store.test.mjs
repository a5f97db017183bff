import assert from 'node:assert/strict';
import test, { afterEach } from 'node:test';
import { settled } from './dom.mjs';

const { Store } = await import('../../../api/web/static/js/game/replay/store.js');
const stores = [];
afterEach(() => { while (stores.length) stores.pop().close(); });

const STEP = (version) => ({ version, time: '', turn: 1, line: null, patch: version === 1
  ? [{ op: 'add', path: '', value: { version, phase: 'playing' } }]
    : [{ op: 'replace', path: '/version', value: version }] });

class FakeSocket {
  static all = [];
  sent = [];

  constructor() {
    FakeSocket.all.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.closed = true;
  }

  receive(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}
globalThis.WebSocket = FakeSocket;
window.WebSocket = FakeSocket;

/** A store of a service that has this many steps, in pages of two; `phase` is that of the last one. */
function opened(steps, phase = 'playing') {
  FakeSocket.all = [];
  const asked = [];
  globalThis.fetch = async (_, { body }) => {
    const { variables } = JSON.parse(body);
    asked.push(variables);
    const after = Number(variables.after);
    const nodes = Array.from({ length: Math.min(2, steps - after) }, (_each, at) => STEP(after + at + 1));
    if (after + nodes.length === steps) nodes.at(-1)?.patch.push({ op: 'add', path: '/phase', value: phase });
    const page = { pageInfo: { hasNextPage: after + nodes.length < steps }, edges: nodes.map((node) => ({ node })) };
    return Response.json({ data: { game: { version: steps, steps: page } } });
  };
  const arrived = [];
  const states = [];
  const store = new Store('g', null, {
    steps: (...step) => arrived.push(step), state: (state) => states.push(state),
  });
  stores.push(store);
  return { store, asked, arrived, states };
}

async function following(...service) {
  const all = opened(...service);
  await all.store.load();
  const socket = FakeSocket.all.at(-1);
  socket.onopen();
  socket.receive({ type: 'connection_ack' });
  return { ...all, socket };
}

test('steps come in pages, each after the last one known', async () => {
  const { asked, arrived } = await following(5);
  assert.deepEqual(asked.map((each) => each.after), ['0', '2', '4']);
  assert.deepEqual(arrived, [[1, 2, false], [3, 4, false], [5, 5, false]]);
});

test('the view after each step is the one before with its patch', async () => {
  const { store } = await following(3);
  assert.deepEqual([1, 2, 3].map((at) => store.viewAt(at).version), [1, 2, 3]);
  assert.equal(store.viewAt(4), null);
});

test('it follows from the last step known', async () => {
  const { socket, store } = await following(3);
  const subscription = socket.sent.find((message) => message.type === 'subscribe');
  assert.equal(subscription.payload.variables.after, '3');
  assert.equal(store.state, 'live');
});

test('a live step is taken once, and an old one never', async () => {
  const { socket, arrived } = await following(2);
  for (const version of [2, 3, 3]) socket.receive({ type: 'next', payload: { data: { gameSteps: STEP(version) } } });
  assert.deepEqual(arrived.slice(1), [[3, 3, true]]);
});

test('after a gap it reads what is missing instead', async () => {
  const { socket, store, asked } = await following(2);
  const before = asked.length;
  socket.receive({ type: 'next', payload: { data: { gameSteps: STEP(9) } } });
  await settled();
  assert.equal(asked.length, before + 1);
  assert.equal(asked.at(-1).after, '2');
  assert.equal(store.stepAt(9), null);
});

test('a lost connection subscribes once more, after the last step received', async () => {
  const { socket } = await following(2);
  socket.receive({ type: 'next', payload: { data: { gameSteps: STEP(3) } } });
  socket.onclose({ code: 1006 });
  window.dispatchEvent(new Event('online'));
  const next = FakeSocket.all.at(-1);
  assert.notEqual(next, socket);
  next.onopen();
  next.receive({ type: 'connection_ack' });
  assert.equal(next.sent.at(-1).payload.variables.after, '3');
});

test('a game that is over is not followed', async () => {
  const { store, states } = opened(3, 'over');
  await store.load();
  assert.equal(FakeSocket.all.length, 0);
  assert.deepEqual(states, ['ended']);
});

test('a viewer that is not allowed is an error, and nothing is tried again', async () => {
  const { store } = opened(1);
  globalThis.fetch = async () =>
    Response.json({ errors: [{ message: 'no', extensions: { code: 'VIEWER_NOT_ALLOWED' } }] });
  await assert.rejects(store.load(), { code: 'VIEWER_NOT_ALLOWED' });
});

test('a view from another request is used until the steps are here', () => {
  const { store } = opened(5);
  store.know({ version: 4, phase: 'playing' }, 5);
  assert.equal(store.viewAt(4).version, 4);
  assert.deepEqual([store.head, store.loaded], [5, 0]);
});

test('a patch that does not fit leaves earlier views as they are', async (context) => {
  context.mock.method(console, 'error', () => {});
  const { socket, store } = await following(2);
  socket.receive(
    { type: 'next', payload: { data: { gameSteps: { ...STEP(3), patch: [{ op: 'remove', path: '/none' }] } } } });
  assert.equal(store.viewAt(3), null);
  assert.equal(store.viewAt(2).version, 2);
});
