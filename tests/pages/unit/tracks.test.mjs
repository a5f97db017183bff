import assert from 'node:assert/strict';
import test from 'node:test';
import './dom.mjs';

const { Tracks, sum } = await import('../../../api/web/static/js/game/replay/tracks.js');
const { curvesOf, layersOf, scaleOf } = await import('../../../api/web/static/js/game/panels/curves.js');

const point = (seat, source, ifOver, banked = 0) => ({ seat, source, ifOver, banked });

/** Tracks of a service that sends these rows. */
async function read(rows, head) {
  globalThis.fetch = async () => Response.json({ data: { game: { scoreTracks: rows } } });
  const tracks = new Tracks('g', null, new AbortController().signal, () => {});
  await tracks.upTo(head);
  return tracks;
}

test('steps that change nothing have the points of the step before', async () => {
  const tracks = await read([{ version: 2, points: [point(0, 'a', 1)] }, { version: 4, points: [point(0, 'a', 3)] }],
    4);
  assert.deepEqual([1, 2, 3, 4].map((at) => tracks.total(at, 0)), [0, 1, 1, 3]);
  assert.equal(tracks.total(5, 0), null);
});

test('no step has the points of a far one; while workers are behind it has the last known', async () => {
  const [all, known] = [1200, []];
  let tracks = null;
  globalThis.fetch = async (_, { body }) => {
    const { from, to } = JSON.parse(body).variables;
    known.push(tracks.near(all));
    const rows = [{ version: Math.min(to, 1100), points: [point(0, 'a', from > 1000 ? 9 : 1)] }];
    return Response.json({ data: { game: { scoreTracks: rows } } });
  };
  const gone = new AbortController();
  tracks = new Tracks('g', null, gone.signal, () => { if (tracks.rows.length === 1100) gone.abort(); });
  await tracks.upTo(all);
  assert.deepEqual(known, [null, null, null]);
  assert.equal(tracks.at(all), null);
  assert.equal(tracks.near(all)[0].ifOver, 9);
});

test('sources are named once, in the order in which they appear', async () => {
  const rows = [{ version: 1, points: [point(0, 'b', 1), point(1, 'c', 1)] },
    { version: 2, points: [point(0, 'a', 1), point(0, 'b', 1)] }];
  assert.deepEqual((await read(rows, 2)).sources(0), ['b', 'a']);
});

test('points if the game ended, and points that are safe', () => {
  const points = [point(0, 'a', 5, 2), point(0, 'b', -1, 0)];
  assert.deepEqual([sum(points), sum(points, true)], [4, 2]);
});

test('a curve for each seat', () => {
  assert.deepEqual(curvesOf([[point(0, 'a', 1), point(1, 'a', 2)]], 2, false), [{ tops: [1] }, { tops: [2] }]);
});

test('layers stand upon one another, and what costs points hangs below zero', () => {
  const rows = [[point(0, 'a', 2), point(0, 'b', -3), point(0, 'c', 1)]];
  const [a, b, c] = layersOf(rows, 0, ['a', 'b', 'c'], false);
  assert.deepEqual([a.floors, a.tops, b.floors, b.tops, c.floors, c.tops], [[0], [2], [0], [-3], [2], [3]]);
});

test('the scale leads from a step to its place and back', () => {
  const scale = scaleOf([{ tops: [0, 5, 9] }], 3, 500);
  for (const version of [1, 2, 3]) assert.equal(Math.round(scale.step(scale.x(version))), version);
  assert.ok(scale.y(9) < scale.y(0), 'more points are higher up');
});
