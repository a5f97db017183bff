import assert from 'node:assert/strict';
import test from 'node:test';
import './dom.mjs';

const JS = '../../../api/web/static/js/boards/';
const fire = await import(`${JS}great_fire/words.js`);
const london = await import(`${JS}london/words.js`);
const brigade = await import(`${JS}brigade/words.js`);
const spotsLondon = await import(`${JS}london/spots.js`);
const { changedParts } = await import(`${JS}london/changes.js`);
const { layoutOf } = await import(`${JS}london/art/layout.js`);
const { linesOf, widthOf } = await import(`${JS}london/art/type.js`);
const londonLooks = await import(`${JS}london/looks.js`);
const { lettersOf } = await import(`${JS}great_fire/printed.js`);
const { spread, textWidth } = await import(`${JS}great_fire/art/geometry.js`);

test('Great Fire: a district says what it holds', () => {
  const area = { houses: ['red', 'red'], cones: 1, bands: 2, free_bands: 1, burning: true, contained: false,
    demolished: false, token: false,
    landowners: [0] };
  const name = fire.areaName(area, { name: 'Cheap', size: 3, region: 'city' },
    { placed: true, names: ['Ann'], objective: false });
  assert.equal(name, 'Cheap: 2 red houses, 1 cone, burning, 2 bands, 1 free, landowner of Ann');
});

test('Great Fire: a district without houses has burnt down only after houses were placed', () => {
  const area = { houses: [], cones: 0, bands: 0, free_bands: 0, burning: false, contained: false, demolished: false,
    token: false, landowners: [] };
  const printed = { name: 'Cheap', size: 3, region: 'city' };
  assert.equal(fire.areaName(area, printed, { placed: true, names: [], objective: false }), 'Cheap: burnt down');
  assert.equal(fire.areaName(area, printed, { placed: false, names: [], objective: false }), 'Cheap: empty');
});

test('Great Fire: the spots of a command, in the order of choosing', () => {
  const placeOf = () => 'cheap';
  assert.deepEqual(fire.spotsOf({ type: 'great_fire.PlayFire', card: 'N', source: 'a', target: 'b' }, placeOf),
    ['card:N', 'area:a', 'area:b']);
  assert.deepEqual(fire.spotsOf({ type: 'great_fire.PutOut', seat: 0 }, placeOf), ['cones:cheap']);
  assert.deepEqual(fire.spotsOf({ type: 'great_fire.PutOut', seat: 0 }, () => null), []);
});

test('Great Fire: each colour has a letter of its own', () => {
  const letters = lettersOf([{ id: 'blue' }, { id: 'black' }, { id: 'red' }]);
  assert.deepEqual([...letters.values()], ['B', 'K', 'R']);
});

test('Great Fire: a row stays within its width', () => {
  assert.deepEqual(spread(3, 100, 10), [-10, 0, 10]);
  const crowded = spread(10, 50, 10);
  assert.ok(crowded.at(-1) - crowded[0] <= 40);
  assert.ok(textWidth('MMM') > textWidth('iii'));
});

test('London: what a card says, and whether it always counts', () => {
  const face = { placeable: true, place_spend: 'none',
    effects: [{ kind: 'each_opponent_pays_you', amount: 3 }, { kind: 'gain_money', amount: 2 }] };
  assert.deepEqual(london.saysOf(face), [
    { text: 'Each opponent pays you £3', always: false }, { text: 'Placed without spending a card', always: true }]);
});

test('London: the spots of a command never begin with all the spots of another', () => {
  const placed = { type: 'london.PlaceCard', seat: 0, card: 'shop#A1' };
  assert.deepEqual(spotsLondon.spotsOf({ ...placed, stack: null }), ['card:shop#A1', 'stack:0:new']);
  assert.deepEqual(spotsLondon.spotsOf({ ...placed, stack: 0, face_down: true }),
    ['card:shop#A1', 'stack:0:0', 'act:face_down']);
});

test('London: what differs between two positions', () => {
  const seat = { seat: 0, money: 5, poverty: 0, loans: 0, vp: 0, markers_left: 3, hand_count: 0, hand: [], stacks: [] };
  const before = { turn_number: 1, active: 0, deck_count: 9, discard: [], turns_left: null, turn: { looked_count: 0 },
    display: [], boroughs: [],
    seats: [seat] };
  assert.deepEqual(changedParts(before, before), []);
  assert.deepEqual(changedParts(before, { ...before, deck_count: 8, seats: [{ ...seat, money: 6 }] }),
    ['deck', 'money:0']);
  assert.deepEqual(changedParts(null, before), []);
});

test('Brigade: names of seats, and whether they changed', () => {
  const words = brigade.makeWords({});
  assert.equal(words.rename([{ name: 'Ann' }, { name: '' }]), true);
  assert.equal(words.rename([{ name: 'Ann' }, { name: '' }]), false);
  assert.deepEqual([words.who(0), words.who(1)], ['Ann', 'Seat 2']);
});

test('Brigade: a tile says what it shows', () => {
  const words = brigade.makeWords({ guild: [{ id: 'nobles', name: 'Nobles' }] });
  words.rename([{ name: 'Ann' }, { name: 'Bob' }]);
  const tile = { name: 'Mill', cell: 7, kind: 'city', guild: 'nobles', value: 3, destroyed: false, doomed: false,
    fire: 2, loyal: 1,
    cubes: [{ seat: 0, cubes: 2 }], roasts: [], brigades: [0, 1], wagons: [] };
  assert.equal(words.tile(tile),
    'Mill B2, Nobles, value 3, fire 2, loyal to Bob, 2 cubes of Ann, brigade of Ann and Bob');
});

test('Brigade: unknown ids are readable words', () => {
  const words = brigade.makeWords({});
  assert.equal(words.ability('new_ability'), 'New ability.');
  assert.equal(words.decision('choose_something'), 'choose something');
  assert.equal(brigade.some(1, 'cube'), '1 cube');
});

test('London: the own street is wide on the own turn, and no part of the board covers another', () => {
  for (const [width, height] of [[860, 690], [1400, 980], [390, 560], [1200, 630]]) {
    for (const seats of [2, 3, 4]) {
      const { map, shelf, hand, head, lots } = layoutOf(width, height, seats, { hand: 1, own: 1 });
      assert.deepEqual(lots.map(({ seat }) => seat).sort(), [0, 1, 2, 3].slice(0, seats));
      assert.equal(lots.find(({ wide }) => wide)?.seat, 1);
      const parts = [map, shelf, hand, head, ...lots];
      for (const [at, one] of parts.entries()) {
        assert.ok(one.x >= 0 && one.y >= 0 && one.x + one.w <= width && one.y + one.h <= height);
        for (const other of parts.slice(at + 1)) {
          const apart = one.x + one.w <= other.x || other.x + other.w <= one.x || one.y + one.h <= other.y
            || other.y + other.h <= one.y;
          assert.ok(apart, `${width}x${height}, ${seats} seats`);
        }
      }
    }
  }
});

test('London: a name breaks where English breaks it, and every line fits', () => {
  assert.deepEqual(linesOf('Furniture Makers', 90, 11), ['Furniture Makers']);
  assert.deepEqual(linesOf('Buckingham Palace', 44, 11), ['Bucking-', 'ham', 'Palace']);
  assert.ok(widthOf('Makers', 11) < widthOf('Furniture', 11));
});

test('London: each seat has one colour and letter from the beginning', () => {
  const looks = [0, 1, 2, 3].map((seat) => londonLooks.seatLook({}, null, seat));
  assert.equal(new Set(looks.map(({ colour }) => colour)).size, 4);
  assert.equal(new Set(looks.map(({ letter }) => letter)).size, 4);
  assert.deepEqual(londonLooks.facts({}, null, 0), []);
});
