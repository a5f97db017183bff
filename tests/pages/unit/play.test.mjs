import assert from 'node:assert/strict';
import test from 'node:test';
import './dom.mjs';

const JS = '../../../api/web/static/js/';
const { Offers } = await import(`${JS}game/play/offers.js`);
const { leftBehind, inOrder, promptOf } = await import(`${JS}game/play/prompt.js`);
const { likely } = await import(`${JS}game/play/unoffered.js`);
const { besides } = await import(`${JS}game/play/places/place.js`);
const { chips, gainsOf } = await import(`${JS}game/play/forecast.js`);
const { costOf } = await import(`${JS}game/play/asking.js`);
const { default: fire } = await import(`${JS}boards/great_fire/guide.js`);
const { default: london } = await import(`${JS}boards/london/guide.js`);
const words = await import(`${JS}boards/great_fire/words.js`);

/** Legal commands of Great Fire, from their JSON. */
const legalOf = (...jsons) => jsons.map((json) =>
  ({ type: `great_fire.${json.type}`, json: { seat: 0, ...json, type: `great_fire.${json.type}` }, text: json.type }));
const spotsOf = (legal) => words.spotsOf(legal.json, () => 'here');
const offersOf = (legal) => {
  const offers = new Offers(() => ({ spotsOf: (json) => words.spotsOf(json, () => 'here'), nameOf: (id) => id }));
  offers.replace(legal, 7);
  return offers;
};

const FIRES = legalOf(
  { type: 'PlayFire', card: 'N', source: 'pudding_lane', target: 'a' },
  { type: 'PlayFire', card: 'N', source: 'pudding_lane', target: 'b' },
  { type: 'PlayFire', card: 'E', source: 'pudding_lane', target: 'c' },
  { type: 'PlayFire', card: 'E', source: 'd', target: 'c' });
const ACTIONS = legalOf({ type: 'EndActions' }, { type: 'MoveLandowner', to: 'a' }, { type: 'PutOut' });

test('the only spot to go on with is known, and taken back with the pick before it', () => {
  const offers = offersOf(FIRES);
  assert.equal(offers.only, null);
  offers.pick('card:N');
  assert.equal(offers.only, 'area:pudding_lane');
  offers.forced.add('area:pudding_lane');
  offers.pick('area:pudding_lane');
  assert.equal(offers.only, null);
  offers.takeBack();
  assert.deepEqual(offers.picked, []);
  offers.pick('card:E');
  assert.equal(offers.only, null);
});

test('what is to be done is a sentence, and what ends something is last', () => {
  assert.equal(promptOf(ACTIONS, fire, { phase: 'actions', points_left: 4 }),
    'Move your landowner, put out a cone or end your actions. 4 action points left.');
  assert.equal(promptOf(legalOf({ type: 'FlyAway' }), null, null), 'Fly away.');
  assert.equal(promptOf([], fire, null), '');
  assert.deepEqual(inOrder(ACTIONS).map((each) => each.text), ['MoveLandowner', 'PutOut', 'EndActions']);
});

test('who ends something is warned of what is left', () => {
  assert.equal(leftBehind(ACTIONS[0], ACTIONS, fire, { phase: 'actions', points_left: 1 }),
    '1 action point left: you could still move your landowner or put out a cone.');
  assert.equal(leftBehind(ACTIONS[0], [ACTIONS[0]], fire, null), '');
  assert.equal(leftBehind(ACTIONS[1], ACTIONS, fire, null), '');
});

test('a spot that is not offered stands for the command that it would have meant', () => {
  assert.equal(likely('card:S', FIRES, spotsOf, []).card, 'S');
  assert.equal(likely('area:x', FIRES, spotsOf, ['card:N', 'area:pudding_lane']).target, 'x');
  assert.equal(likely('area:x', FIRES, spotsOf, ['card:E']).source, 'x');
  assert.equal(likely('band:x', FIRES, spotsOf, []), null);
});

test('a bubble is beside its spot and inside the screen', () => {
  const screen = { width: 400, height: 300 };
  const size = { width: 100, height: 50 };
  assert.deepEqual(besides({ left: 50, right: 80, top: 100, bottom: 120 }, size, screen), { x: 88, y: 85 });
  assert.deepEqual(besides({ left: 350, right: 380, top: 0, bottom: 20 }, size, screen), { x: 242, y: 8 });
  assert.deepEqual(besides({ left: 20, right: 390, top: 200, bottom: 290 }, size, screen), { x: 155, y: 142 });
});

test('gains are added up by seat, the own first, and a loss is a cost', () => {
  const gain = (seat, ifOver, certain = true) => ({ seat, source: 'houses', ifOver, banked: 0, certain });
  const foreseen = { seats: [{ name: 'Ada' }, { name: 'Bo' }],
    dryRun: { worlds: 1, ends: false, refused: null, events: [],
      scores: [gain(1, 2), gain(0, -3), gain(0, 1), gain(2, 0)] } };
  assert.deepEqual([...gainsOf(foreseen)], [[1, 2], [0, -2]]);
  assert.deepEqual(chips(foreseen, 0).map((chip) => chip.textContent), ['−2 you', '+2 Bo']);
  assert.equal(costOf(foreseen, 0), 'This costs you 2 points.');
  assert.equal(costOf(foreseen, 1), '');
  assert.equal(costOf(foreseen, null), '');
});

test('draws that are due are one bundle', () => {
  const draw = { type: 'london.DrawFromDeck', json: { type: 'london.DrawFromDeck', seat: 0 }, text: 'Draw.' };
  const at = (drawn) => ({ phase: 'drawing', turn: { draw_min: 5, draw_max: 5, drawn } });
  assert.deepEqual(london.bundles([draw], at(2)), [{ text: 'Draw 3 cards from the deck', first: draw, times: 3 }]);
  assert.deepEqual(london.bundles([draw], at(4)), []);
  assert.deepEqual(london.bundles([], at(0)), []);
});
