import assert from 'node:assert/strict';
import test from 'node:test';
import { PatchError, patched } from '../../../api/web/static/js/game/replay/patch.js';

const BEFORE = Object.freeze(
  { seats: Object.freeze([Object.freeze({ name: 'Ann' }), Object.freeze({ name: 'Bob' })]), turn: 1 });

test('a replaced value leaves the document it came from as it was', () => {
  const after = patched(BEFORE, [{ op: 'replace', path: '/seats/1/name', value: 'Cy' }]);
  assert.equal(after.seats[1].name, 'Cy');
  assert.equal(BEFORE.seats[1].name, 'Bob');
});

test('what no operation touches is shared', () => {
  const after = patched(BEFORE, [{ op: 'replace', path: '/seats/1/name', value: 'Cy' }]);
  assert.equal(after.seats[0], BEFORE.seats[0]);
  assert.notEqual(after.seats, BEFORE.seats);
});

test('adding to a list inserts, and a dash appends', () => {
  assert.deepEqual(patched([1, 3], [{ op: 'add', path: '/1', value: 2 }, { op: 'add', path: '/-', value: 4 }]),
    [1, 2, 3, 4]);
});

test('removing takes a key or an item out', () => {
  assert.deepEqual(patched({ a: [1, 2], b: 0 }, [{ op: 'remove', path: '/a/0' }, { op: 'remove', path: '/b' }]),
    { a: [2] });
});

test('the empty path stands for the whole document', () => {
  assert.deepEqual(patched(null, [{ op: 'add', path: '', value: { turn: 0 } }]), { turn: 0 });
});

test('a copied value can be changed in one place only', () => {
  const operations = [{ op: 'copy', from: '/a', path: '/b' }, { op: 'replace', path: '/b/n', value: 2 }];
  assert.deepEqual(patched({ a: { n: 1 } }, operations), { a: { n: 1 }, b: { n: 2 } });
});

test('a moved value leaves its old place, and cannot move into itself', () => {
  assert.deepEqual(patched({ a: 1 }, [{ op: 'move', from: '/a', path: '/b' }]), { b: 1 });
  assert.throws(() => patched({ a: { b: 1 } }, [{ op: 'move', from: '/a', path: '/a/b' }]), PatchError);
});

test('a failed test and an unknown operation are errors', () => {
  assert.deepEqual(patched({ a: [1] }, [{ op: 'test', path: '/a', value: [1] }]), { a: [1] });
  assert.throws(() => patched({ a: 1 }, [{ op: 'test', path: '/a', value: 2 }]), PatchError);
  assert.throws(() => patched({ a: 1 }, [{ op: 'merge', path: '/a' }]), PatchError);
});

test('a path that leads nowhere is an error', () => {
  for (const path of ['/b', '/list/2', '/list/01', '/list/x', '/a/b', 'a']) {
    assert.throws(() => patched({ a: 1, list: [0, 1] }, [{ op: 'replace', path, value: 0 }]), PatchError, path);
  }
});

test('escaped names and __proto__ are keys like any others', () => {
  assert.equal(patched({ 'a/b~c': 1 }, [{ op: 'replace', path: '/a~1b~0c', value: 2 }])['a/b~c'], 2);
  const after = patched({}, [{ op: 'add', path: '/__proto__', value: { bad: true } }]);
  assert.equal(after.bad, undefined);
  assert.equal(Object.hasOwn(after, '__proto__'), true);
});
