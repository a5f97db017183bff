// The kit over a service that fails as a test says: what is sent once more, what is not, and what is thrown.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { Client, CommandProblem, newId, operations, patched, Refused, RequestProblem, UnexpectedAnswer, Unreachable } from '../dist/index.js';

const TOKEN = 'emb_a-secret-of-nobody';
const HASTE = { firstMs: 0, maxMs: 0, giveUpMs: 5_000 };
const LOST = new TypeError('fetch failed');
const NEVER_SENT = new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) });
const ME = { data: { me: { id: 'p', name: 'Ada', roles: [] } } };
const NEW = { data: { register: { token: TOKEN, me: ME.data.me } } };

const error = (code, facts = {}) => ({ data: null, errors: [{ message: `It is ${code}.`, extensions: { code, ...facts } }] });

const step = (version, more = {}) => ({
  data: { gameSteps: { game: 'g', version, cursor: String(version), turn: 0, line: { text: 'Something happened.' }, ...more } },
});

function stream(events, { ends = true, pieces = 7 } = {}) {
  const text = events.map((each) => `: a comment\r\n\r\nevent: next\nid: 7\ndata: ${JSON.stringify(each)}\n\n`).join('');
  const bytes = new TextEncoder().encode(ends ? `${text}event: complete\ndata:\n\n` : text);
  let at = 0;
  const body = new ReadableStream({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.slice(at, at += pieces));
      else if (ends) controller.close();
      else controller.error(LOST);
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
}

/** A service that answers in order; an Error is a lost connection. A backoff may come first. */
function service(...answers) {
  const backoff = answers[0].giveUpMs ? answers.shift() : HASTE;
  const requests = [];
  const fake = async (address, { body, headers }) => {
    const sent = JSON.parse(body);
    requests.push({ ...sent, headers, address });
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    if (answer instanceof Response) return answer;
    return Response.json(typeof answer === 'function' ? answer(sent) : answer);
  };
  const client = new Client('http://service.example/', { token: TOKEN, backoff, fetch: fake });
  return { client, requests };
}

const refusal = () => ({
  data: {
    submit: {
      __typename: 'CommandRefused', code: 'not_your_turn', text: 'It is not your turn.', isRepeat: false, facts: { seat: 1 },
      rules: [{ id: 'GAME-PLAY-01', title: 'Playing', text: 'Play.' }], legal: [{ text: 'Pass.', json: { type: 't' } }],
    },
  },
});

const all = async (items) => {
  const list = [];
  for await (const each of items) list.push(each);
  return list;
};

test('a command whose answer was lost is sent with the same id', async () => {
  const { client, requests } = service(LOST, new Response('<html>', { status: 502 }), error('UNAVAILABLE'), refusal);
  await assert.rejects(client.submit('g', { commandJson: {} }), (thrown) => {
    assert.ok(thrown instanceof Refused && thrown instanceof CommandProblem);
    assert.deepEqual([thrown.code, thrown.facts.seat, thrown.rules[0].id], ['not_your_turn', 1, 'GAME-PLAY-01']);
    assert.equal(thrown.legal[0].text, 'Pass.');
    assert.equal(thrown.commandId, requests[0].variables.commandId);
    return true;
  });
  assert.equal(requests.length, 4);
  assert.equal(new Set(requests.map((each) => each.variables.commandId)).size, 1);
});

for (const lost of [LOST, new Response('', { status: 502 }), error('UNAVAILABLE')]) {
  test(`what has no id is not sent twice: ${inspect(lost).slice(0, 30)}`, async () => {
    const { client, requests } = service(lost, NEW);
    await assert.rejects(client.register('Ada'), Unreachable);
    assert.equal(requests.length, 1);
  });
}

for (const harmless of [NEVER_SENT, error('RATE_LIMITED', { retryAfterMs: 1 }), new Response('', { status: 429 })]) {
  test(`unless it surely did nothing: ${inspect(harmless).slice(0, 30)}`, async () => {
    const { client } = service(harmless, NEW);
    assert.equal((await client.register('Ada')).name, 'Ada');
  });
}

test('the service says when to come back', async () => {
  const away = new Response('', { status: 503, headers: { 'retry-after': '0' } });
  const { client } = service(error('RATE_LIMITED', { retryAfterMs: 60 }), away, ME);
  const began = performance.now();
  assert.equal((await client.me()).name, 'Ada');
  assert.ok(performance.now() - began >= 59);
});

test('a service that stays away is given up', async () => {
  const away = new Response('', { status: 503, headers: { 'retry-after': '10' } });
  await assert.rejects(service(away).client.me(), Unreachable);
});

test('a service that only answers with a problem is given up with it', async () => {
  const busy = error('RATE_LIMITED', { retryAfterMs: 10_000 });
  await assert.rejects(service(error('UNAVAILABLE'), busy).client.me(), (thrown) => thrown.code === 'RATE_LIMITED');
  await assert.rejects(service(LOST, busy).client.me(), Unreachable);
});

test('what is not there has a code of the service', async () => {
  const nothing = { data: { game: null, ruleset: null } };
  await assert.rejects(service(nothing).client.game('x'), /UNKNOWN_GAME/);
  await assert.rejects(service(nothing).client.components('x'), /unknown_ruleset/);
});

test('other problems are thrown at once with what they say', async () => {
  const { client } = service(error('TOO_EXPENSIVE', { requested: 7, max: 3 }));
  await assert.rejects(client.me(), (thrown) => thrown instanceof RequestProblem && thrown.facts.max === 3);
});

test('what is not the API is named so', async () => {
  for (const answer of [new Response('<html>'), Response.json({}, { status: 404 }), { data: {} }]) {
    await assert.rejects(service(answer).client.me(), UnexpectedAnswer);
  }
});

test('it waits for an allowance that does not cover the operation yet', async () => {
  const spent = { extensions: { cost: { requested: 100, left: 40, limit: 1_000, fullAfterMs: 480 } } };
  const { client } = service({ ...ME, ...spent }, ME);
  await client.me();
  const began = performance.now();
  await client.me();
  assert.ok(performance.now() - began >= 25, '60 points are missing, and 2 come back each millisecond');
});

test('a stream has an allowance of its own', async () => {
  const cost = (left, fullAfterMs) => ({ extensions: { cost: { requested: 8, left, limit: 9, fullAfterMs } } });
  const { client } = service({ ...ME, ...cost(8, 1) }, stream([{ ...step(1), ...cost(0, 900_000) }]), ME);
  await client.me();
  assert.equal((await all(client.steps('g'))).length, 1);
  assert.equal(client.allowance.left, 8);
  await client.me(); // at once: what the stream has spent is not taken from queries
});

test('it says how old the last answer may be', async () => {
  const stale = { extensions: { staleness: { asOf: '2026-11-27T18:03:12.250481Z', ageMsMax: 310 } } };
  const { client } = service(ME, { ...ME, ...stale }, ME);
  await client.me();
  assert.equal(client.staleness, undefined, 'it is of its moment');
  await client.me();
  assert.deepEqual(client.staleness, { asOf: new Date(Date.UTC(2026, 10, 27, 18, 3, 12, 250)), ageMsMax: 310 });
  await client.me();
  assert.equal(client.staleness, undefined, 'what an earlier answer said is forgotten');
});

test('sentences are in the language of the client', async () => {
  const none = { data: { game: null } };
  const { client, requests } = service(ME, none, stream([step(1)]), none);
  client.locale = 'fr';
  await client.me();
  await assert.rejects(client.game('g'), RequestProblem);
  await all(client.steps('g'));
  await client.run(operations.why({ game: 'g', step: 1, locale: 'de' }));
  assert.deepEqual(requests.map((each) => each.variables.locale), [undefined, 'fr', 'fr', 'de']);
});

test('what meets the end of the old secret goes on with the new one', async () => {
  const renewed = { data: { renewToken: { token: 'emb_new', details: { isCurrent: true }, me: ME.data.me } } };
  const ended = error('UNKNOWN_TOKEN');
  const { client, requests } = service(stream([step(1), ended]), renewed, stream([step(1), step(2)]), ended);
  const steps = client.steps('g');
  assert.equal((await steps.next()).value.version, 1);
  const [, { value: following }] = await Promise.all([client.renewToken(), steps.next()]);
  assert.deepEqual([following.version, client.token], [2, 'emb_new']);
  assert.deepEqual(requests.map((each) => each.headers.authorization.slice(7)), [TOKEN, TOKEN, 'emb_new']);
  await steps.return(); // else the process waits until the stream has been quiet for long
  await assert.rejects(client.me(), { code: 'UNKNOWN_TOKEN' });
});

test('a history has patches if they are wanted', async () => {
  const page = { edges: [{ node: step(1).data.gameSteps }], pageInfo: { hasNextPage: false, endCursor: null } };
  const { client, requests } = service({ data: { game: { page } } });
  assert.equal((await all(client.history('g', { withPatch: true }))).length, 1);
  assert.equal(requests[0].variables.withPatch, true);
});

test('a stream goes on after its last step and leaves out what it has', async () => {
  const { client, requests } = service(
    stream([step(1), step(2), step(2)], { ends: false }), LOST, error('UNAVAILABLE'), stream([step(2), step(3)]),
  );
  assert.deepEqual((await all(client.steps('g'))).map((each) => each.version), [1, 2, 3]);
  assert.deepEqual(requests.map((each) => each.variables.after), ['0', '2', '2', '2']);
});

test('an error in a stream is thrown, and one that passes is not', async () => {
  const { client, requests } = service(
    stream([step(1), error('RATE_LIMITED', { retryAfterMs: 1 })]), stream([error('VIEWER_NOT_ALLOWED')]),
  );
  await assert.rejects(all(client.steps('g')), RequestProblem);
  assert.equal(requests.length, 2);
});

/** A stream with comments alone, lost after so long. */
function quiet(clock, ms) {
  let isOpen = false;
  const body = new ReadableStream({
    pull(controller) {
      if (isOpen) {
        clock.now += ms;
        controller.error(LOST);
      } else controller.enqueue(new TextEncoder().encode(': a comment\n\n'));
      isOpen = true;
    },
  }, { highWaterMark: 0 });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

const USUAL_WITHOUT_WAITING = { firstMs: 0, maxMs: 10_000, giveUpMs: 120_000 };

test('a quiet stream may be lost as often as it was open for long', async (t) => {
  const clock = { now: 0 };
  t.mock.method(performance, 'now', () => clock.now);
  const streams = Array.from({ length: 5 }, () => quiet(clock, 100_000));
  const { client } = service(USUAL_WITHOUT_WAITING, ...streams, stream([step(1)]));
  assert.deepEqual((await all(client.steps('g'))).map((each) => each.version), [1]);
});

test('a stream that is dropped soon after it opens is given up', async (t) => {
  const clock = { now: 0 };
  t.mock.method(performance, 'now', () => clock.now);
  const streams = Array.from({ length: 50 }, () => quiet(clock, 9_000));
  const { client, requests } = service(USUAL_WITHOUT_WAITING, ...streams);
  await assert.rejects(all(client.steps('g')), Unreachable);
  assert.equal(requests.length, 15);
});

test('events are read whatever the pieces in which they come', async () => {
  const text = 'é\u2028\u0085 {"}';
  for (const pieces of [1, 2, 3, 1_000]) {
    const { client } = service(stream([step(1, { line: { text } })], { pieces }));
    assert.equal((await all(client.steps('g')))[0].line.text, text);
  }
});

test('watching makes views of patches', async () => {
  const first = { data: { game: { version: 4, view: { cones: [1, 2], open: true } } } };
  const added = step(5, { patch: [{ op: 'add', path: '/cones/-', value: 3 }] });
  const removed = step(6, { patch: [{ op: 'remove', path: '/open' }] });
  const { client } = service(first, stream([added], { ends: false }), stream([removed]));
  assert.deepEqual((await all(client.watch('g'))).map(({ version, view }) => [version, view]), [
    [4, { cones: [1, 2], open: true }], [5, { cones: [1, 2, 3], open: true }], [6, { cones: [1, 2, 3] }],
  ]);
});

test('lists are read page by page', async () => {
  const page = ({ variables: { after } }) => ({
    data: {
      game: {
        page: {
          edges: [1, 2].map((n) => ({ node: { version: Number(after) + n } })),
          pageInfo: { hasNextPage: Number(after) < 4, endCursor: String(Number(after) + 2) },
        },
      },
    },
  });
  const { client } = service(page, page, page);
  assert.deepEqual((await all(client.history('g'))).map((each) => each.version), [1, 2, 3, 4, 5, 6]);
});

test('a token is sent and never printed', async () => {
  const { client, requests } = service(NEW, LOST);
  await client.register('Ada');
  const failure = await client.register('Ada').catch((thrown) => thrown);
  assert.equal(requests[0].headers.authorization, `Bearer ${TOKEN}`);
  assert.equal(client.token, TOKEN);
  const printed = inspect({ client, failure }, { depth: 9, showHidden: true }) + JSON.stringify({ client, failure });
  assert.ok(!printed.includes(TOKEN));
});

test('patches that do not fit are errors, and no patch changes the old document', () => {
  const old = { a: [1], 'x/y~z': 0 };
  assert.deepEqual(patched(old, [{ op: 'replace', path: '/x~1y~0z', value: 2 }, { op: 'remove', path: '/a/0' }]), { a: [], 'x/y~z': 2 });
  assert.deepEqual(old, { a: [1], 'x/y~z': 0 });
  assert.deepEqual(patched(null, [{ op: 'add', path: '', value: { __proto__: null, b: 1 } }]).b, 1);
  assert.deepEqual(Object.keys(patched({}, [{ op: 'add', path: '/__proto__', value: 1 }])), ['__proto__']);
  for (const operation of [
    { op: 'move', path: '/a', from: '/b' }, { op: 'remove', path: '/b' }, { op: 'replace', path: '/b', value: 1 },
    { op: 'add', path: '/b/c', value: 1 }, { op: 'add', path: '/a/9', value: 1 }, { op: 'replace', path: '/a/-', value: 1 },
    { op: 'replace', path: '/a/0/x', value: 1 },
  ]) assert.throws(() => patched({ a: [1] }, [operation]), RangeError);
});

test('ids are UUIDs in the one spelling', () => {
  const ids = Array.from({ length: 50 }, newId);
  assert.equal(new Set(ids).size, 50);
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
