/**
 * The players' boards: chief, firehouse, wagon, the three tracks, crew, supplies and how near each end is.
 */
import { fill, h, set } from '../../dom.js';
import { seatEmblem, spot } from '../kit.js';
import { buckets, icon, piece } from './art.js';
import { some } from './words.js';

/** @param {Brigade.Bench} bench  @param {number} seat */
export function makeSeat(bench, seat) {
  const add = adder(bench, seat);
  const head = header(bench, seat, add);
  const body = h('div', { class: 'bri-seat-body' },
    h('div', { class: 'bri-cards' }, chief(bench, seat, add), tank(bench, seat, add), house(bench, seat, add)),
    h('div', { class: 'bri-tracks' },
      Object.keys(bench.words.tracks).map((name, at) => track(bench, seat, add, name, at))),
    crewRow(bench, seat, add),
    h('div', { class: 'bri-stock' }, supply(bench, seat, add), ends(bench, seat, add)));
  const element = h('section', { class: `bri-seat seat-${seat}` }, head, body);
  bench.parts.push({
    id: `frame:${seat}`,
    silent: true,
    element,
    read: (position) => ({ on: position.active === seat, toAct: position.to_act.includes(seat),
      gone: position.seats[seat].gone }),
    draw: (/** @type {Record<string, boolean>} */ { on, toAct, gone }) =>
      set(element,
        { class: ['bri-seat', `seat-${seat}`, on && 'bri-active', toAct && 'bri-to-act', gone && 'bri-gone'].filter(
          Boolean).join(' '), 'aria-label': `Board of ${bench.words.who(seat)}` }),
  });
  return element;
}

/**
 * Adds a part of a seat's board as a spot, drawn when what `read` takes from the seat differs.
 * @param {Brigade.Bench} bench @param {number} seat @returns {Brigade.Add}
 */
function adder(bench, seat) {
  return (id, element, read, draw, rest = 'group') => {
    element.dataset.part = id;
    const target = spot(element, id, id, rest);
    bench.spots.set(id, target);
    bench.parts.push(
      { id, element, read: (position) => read(position.seats[seat], position), draw: (data) => draw(data, target) });
    return element;
  };
}

/** @param {Brigade.Bench} bench @param {number} seat @param {Brigade.Add} add */
function header(bench, seat, add) {
  const { words } = bench;
  const name = h('h2', null);
  const tags = h('span', { class: 'bri-tags' });
  const points = h('b', { class: 'bri-points' });
  const element = h('div', { class: 'bri-seat-head' }, seatEmblem(seat, 20, ''), name, tags, points);
  add(`seat:${seat}`, element, ({ points: n, gone, banked }) => ({ points: n, gone, banked }), (data, target) => {
    fill(name, words.who(seat));
    fill(points, data.points, h('small', null, data.points === 1 ? ' point' : ' points'));
    target.rename(joined(words.who(seat), some(data.points, 'point'), data.gone && 'has left the game',
      data.banked && `${some(data.banked, 'action')} more in the next turn`));
  });
  bench.parts.push({
    id: `tags:${seat}`,
    silent: true,
    element: tags,
    read: (position) => ({ first: position.first === seat, on: position.active === seat,
      toAct: position.to_act.includes(seat), viewpoint: bench.viewer === seat,
      ...pick(position.seats[seat], ['gone', 'banked']) }),
    draw: (data) => {
      const labels = [data.on && 'turn', data.toAct && !data.on && 'decides', data.first && 'first player',
        data.viewpoint && 'viewpoint', data.banked > 0 && `+${data.banked} actions`, data.gone && 'left'];
      fill(tags,
        labels.filter(Boolean).map(
          (text) =>
            h('span', { class: `bri-tag ${text === 'turn' || text === 'decides' ? 'bri-tag-on' : ''}` }, text)));
    },
  });
  return element;
}

/** @param {Record<string, any>} from @param {string[]} names */
const pick = (from, names) => Object.fromEntries(names.map((name) => [name, from[name]]));

/** @param {any[]} parts those that are not truthy are left out */
const joined = (...parts) => parts.filter(Boolean).join(', ');

/** An ability as a part of a longer sentence. @param {string} text */
const withoutStop = (text) => text.replace(/\.$/, '');

/** What holds for a chief beside the card. @param {any} data @param {Brigade.Words} words @returns {string[]} */
function chiefNotes({ werewolf, copied, allegiance, pyro_control: waits }, words) {
  return [werewolf && 'Werewolf side', copied && `Copies ${words.crew[copied].name}`,
    allegiance && 'Allegiance holds', waits && 'Waits for the next firestorm'].filter(Boolean);
}

/** @param {Brigade.Bench} bench @param {number} seat @param {Brigade.Add} add */
function chief(bench, seat, add) {
  const { words } = bench;
  const element = h('div', { class: 'bri-card bri-chief' });
  const names = ['chief', 'chief_water', 'chief_buckets', 'werewolf', 'copied', 'allegiance', 'pyro_control'];
  /** @param {BrigadeSeatView} of @param {BrigadeView} position */
  const read = (of, position) => ({ ...pick(of, names), advanced: position.options.advanced });
  return add(`chief:${seat}`, element, read, (data, target) => {
    const card = words.chiefs[data.chief];
    if (!card) {
      fill(element, h('span', { class: 'bri-card-name' }, 'No chief yet'));
      return target.rename(`${words.who(seat)} has no chief yet`);
    }
    const ability = data.advanced ? words.ability(card.ability) : '';
    const notes = chiefNotes(data, words);
    fill(element, h('span', { class: 'bri-card-name' }, card.name), buckets(data.chief_water, data.chief_buckets),
      ability && h('span', { class: 'bri-does' }, ability),
      notes.map((note) => h('span', { class: 'bri-note' }, note)));
    const water = `water ${data.chief_water} of ${data.chief_buckets}`;
    target.rename(joined(`Chief ${card.name}`, water, withoutStop(ability), ...notes));
  });
}

/** @param {Brigade.Bench} bench @param {number} seat @param {Brigade.Add} add */
function tank(bench, seat, add) {
  const element = h('div', { class: 'bri-card bri-tank' });
  const most = bench.words.tracks.wagon?.positions?.at(-1) ?? 6;
  return add(`tank:${seat}`, element, (of) => pick(of, ['wagon_water', 'wagon_capacity']), (data, target) => {
    fill(element, h('span', { class: 'bri-card-name' }, piece('wagon', seat), 'Wagon'),
      buckets(data.wagon_water, data.wagon_capacity, most));
    target.rename(`Wagon, water ${data.wagon_water} of ${data.wagon_capacity}`);
  });
}

/** @param {Brigade.Bench} bench @param {number} seat @param {Brigade.Add} add */
function house(bench, seat, add) {
  const { words } = bench;
  const element = h('div', { class: 'bri-card bri-house' });
  return add(`house:${seat}`, element,
    (of, position) => ({ ...pick(of, ['firehouse', 'home']), advanced: position.options.advanced }), (data, target) => {
    const { firehouse } = data;
    const colour = firehouse ? `${firehouse[0].toUpperCase()}${firehouse.slice(1)} firehouse` : 'No firehouse yet';
    const ability = firehouse && data.advanced ? words.ability(words.houses[firehouse].ability) : '';
    fill(element,
      h('span', { class: 'bri-card-name' }, h('span', { class: `bri-swatch bri-swatch-${firehouse}` }, icon('none')),
        colour), ability && h('span', { class: 'bri-does' }, ability));
    target.rename(joined(colour, withoutStop(ability)));
  });
}

/**
 * @param {Brigade.Bench} bench @param {number} seat @param {Brigade.Add} add @param {string} name @param {number} at
 */
function track(bench, seat, add, name, at) {
  const { words } = bench;
  const circles = (words.tracks[name].positions ?? []).map(
    (/** @type {number} */ value, /** @type {number} */ circle, /** @type {number[]} */
      all) => h('i', { class: circle === all.length - 1 ? 'bri-last' : circle ? null : 'bri-first' }, value));
  const value = h('b', null);
  const label = { crew: 'Crew', wagon: 'Wagon', leadership: 'Leadership' }[name] ?? words.track(name);
  const element = h('div', { class: 'bri-track' }, h('span', null, label, ' ', value),
    h('span', { class: 'bri-circles', 'aria-hidden': 'true' }, circles));
  return add(`track:${seat}:${name}`, element, (of) => of.tracks[at], (data, target) => {
    fill(value, data.value);
    circles.forEach((/** @type {Element} */ circle, /** @type {number} */ n) => {
      circle.classList.toggle('bri-on', n === data.circle);
      circle.classList.toggle('bri-past', n < data.circle);
    });
    target.rename(`${words.track(name)} ${data.value}, circle ${data.circle + 1} of ${data.last + 1}`);
  }, 'img');
}

/** @param {Brigade.Bench} bench @param {number} seat @param {Brigade.Add} add */
function crewRow(bench, seat, add) {
  const element = h('div', { class: 'bri-crew' });
  const free = h('div', { class: 'bri-card bri-slot' }, 'Free place');
  const slot = spot(free, `slot:${seat}`, 'A free place in the brigade');
  bench.spots.set(slot.id, slot);
  add(`crew:${seat}`, element,
    (of) => ({ cards: of.crew.map((card) => card.card), capacity: of.crew_capacity, precious: of.sir_precious }),
    (data, target) => {
    const cards = data.cards.map((/** @type {string} */ id) => bench.cards.get(id));
    const space = data.capacity - cards.length;
    element.hidden = !data.capacity && !cards.length && !data.precious;
    const precious = data.precious ? [bench.cards.get(bench.precious)] : [];
    fill(element, h('h3', null, `Crew ${cards.length} of ${data.capacity}`), cards, space > 0 && free,
      space > 1 && h('div', { class: 'bri-card bri-slot' }, 'Free place'),
      space > 2 && h('div', { class: 'bri-card bri-slot' }, 'Free place'), precious);
    target.rename(`Crew, ${cards.length} of ${data.capacity}`);
  });
  return element;
}

/**
 * The face of a crew card.
 * @param {Brigade.Words} words @param {string} id @param {number} water @param {unknown[]} [more]
 */
export function crewFace(words, id, water, more = []) {
  const card = words.crew[id];
  const guild = card.guild === 'none' ? null : h('span', { class: `bri-guild bri-g-${card.guild}` }, icon(card.guild));
  return [h('span', { class: 'bri-card-name' }, guild, card.name), card.buckets > 0 && buckets(water, card.buckets),
    h('span', { class: 'bri-does' }, words.ability(card.ability)), ...more];
}

/**
 * An element for every crew card there is; it is on the page only while the card lies in a brigade.
 * @param {Brigade.Bench} bench
 */
export function makeCards(bench) {
  const { words } = bench;
  bench.cards = new Map();
  bench.precious = words.cardWith('burden_minus_one_action');
  for (const id of Object.keys(words.crew)) {
    const element = h('div', { class: 'bri-card bri-member', dataset: { part: `card:${id}` } });
    const target = spot(element, `card:${id}`, words.crew[id].name);
    bench.cards.set(id, element);
    bench.spots.set(target.id, target);
    bench.parts.push(
      { id: target.id, element, read: (position) => cardOf(bench, position, id),
        draw: (data) => data && face(bench, id, data, element, target) });
  }
}

/**
 * Where a crew card lies and what is on it; null while it is in no brigade.
 * @param {Brigade.Bench} bench @param {BrigadeView} position @param {string} id
 */
function cardOf(bench, position, id) {
  for (const seat of position.seats) {
    const card = seat.crew.find((one) => one.card === id);
    if (card) return { ...pick(card, ['water', 'active']), seat: seat.seat };
    if (id === bench.precious && seat.sir_precious) return { water: 0, active: true, seat: seat.seat };
  }
  return null;
}

/**
 * @param {Brigade.Bench} bench @param {string} id @param {any} data @param {HTMLElement} element @param {Spot} target
 */
function face(bench, id, data, element, target) {
  const { words } = bench;
  const card = words.crew[id];
  const asleep = !data.active;
  element.classList.toggle('bri-asleep', asleep);
  fill(element,
    crewFace(words, id, data.water,
      asleep ? [h('span', { class: 'bri-note' }, `Asleep: no loyal tile of ${words.guild(card.guild)}`)] : []));
  const guild = card.guild === 'none' ? '' : words.guild(card.guild);
  target.rename(joined(card.name, guild, card.buckets && `water ${data.water} of ${card.buckets}`,
    withoutStop(words.ability(card.ability)), asleep ? 'asleep: no loyal tile of the guild' : 'active'));
}

/** @param {Brigade.Bench} bench @param {number} seat @param {Brigade.Add} add */
function supply(bench, seat, add) {
  const element = h('div', { class: 'bri-supply' });
  const { recognition_cubes_per_player: cubes = 16, loyalty_tokens_per_player: tokens = 10 } = bench.words.supply;
  return add(`supply:${seat}`, element, (of) => pick(of, ['cubes_left', 'tokens_left']), (data, target) => {
    fill(element, h('span', null, piece('cube', seat), data.cubes_left, h('small', null, `/${cubes}`)),
      h('span', null, piece('token', seat), data.tokens_left, h('small', null, `/${tokens}`)));
    target.rename(
      `Supply: ${some(data.cubes_left, 'cube')} of ${cubes}, ${some(data.tokens_left, 'loyalty token')} of ${tokens}`);
  }, 'img');
}

/** @param {Brigade.Bench} bench @param {number} seat @param {Brigade.Add} add */
function ends(bench, seat, add) {
  const { guild_loyalty_tiles: tiles = 5, citizens_types: types = 5 } = bench.words.numbers;
  /** @param {string} text @param {number} n @param {number} most */
  const meter = (text, n,
    most) =>
      h('span', { class: 'bri-meter' }, h('small', null, text),
        Array.from({ length: most }, (_, at) => h('i', { class: at < n ? 'bri-on' : null })));
  const element = h('div', { class: 'bri-ends' });
  return add(`ends:${seat}`, element, (of) => ({ ...of.ends }), (data, target) => {
    fill(element, meter('Guild', data.guild, tiles), meter('Citizens', data.citizens, types));
    target.rename(
      `Towards a win: best guild ${data.guild} of ${tiles}, citizens ${data.citizens} of ${types}; ${some(
        data.evacuation, 'point')} if the city is evacuated`);
  }, 'img');
}
