/** What a seat may play is read until the service knows the step that is on the page. */

import assert from 'node:assert/strict';
import test from 'node:test';
import './dom.mjs';

const { LegalReader } = await import('../../../api/web/static/js/game/play/legal.js');

/** A reader of a service that answers with these versions, one after the other. */
function readerOf(...versions) {
  const asked = { times: 0 };
  globalThis.fetch = async () => {
    const version = versions[Math.min(asked.times, versions.length - 1)];
    asked.times += 1;
    const game = { version, mySeat: 0, toAct: [0], legal: [{ type: 'x', json: {}, text: `at ${version}` }] };
    return new Response(JSON.stringify({ data: { game } }), { headers: { 'content-type': 'application/json' } });
  };
  return { reader: new LegalReader('game', new AbortController().signal), asked };
}

test('a service that is behind is asked once more, and the list does not stay empty', async () => {
  const { reader, asked } = readerOf(3, 3, 4);
  const answer = await reader.read(4);
  assert.equal(answer?.version, 4);
  assert.equal(answer?.legal[0].text, 'at 4');
  assert.equal(asked.times, 3);
  assert.equal(reader.awaited, 0);
});

test('a later request takes the place of an earlier one', async () => {
  const { reader } = readerOf(5);
  const [earlier, later] = await Promise.all([reader.read(4), reader.read(5)]);
  assert.equal(earlier, null);
  assert.equal(later?.version, 5);
});
