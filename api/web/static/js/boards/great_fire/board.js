/** The board of The Great Fire of London 1666: its map, its pieces and what lies beside it, at any step. Knows no rule and asks no server. */

import { h } from '../../dom.js';
import { clearChanged, flagChanged, offerSpots, spot, stylesheet } from '../kit.js';
import { drawMap, readPrinted } from './map.js';
import { blankArea, makePieces, move, pieceSpot, silence } from './pieces.js';
import { makeHand } from './hand.js';
import { makeBeside } from './beside.js';
import { areaName, spotName, spotsOf } from './words.js';
import { makeZoom } from './zoom.js';

const HINT = 'Point at a district, or tap it, to read what it holds.';

/** The seat through whose eyes a viewer looks, or null. @param {unknown} viewer */
function seatOf(viewer) {
  const seat = typeof viewer === 'number' ? viewer : viewer?.seat;
  return Number.isInteger(seat) && seat >= 0 ? seat : null;
}

const byId = (game) => new Map((game?.areas ?? []).map((area) => [area.id, area]));

/**
 * @param {{ruleset: object, components: object, seats: {seat: number, name: string, bot: string}[]}} game
 */
export default async function makeBoard(game) {
  await stylesheet('/assets/css/boards/great_fire.css');
  const printed = readPrinted(game.components);
  const map = drawMap(printed);
  const pieces = makePieces(map, printed);
  const beside = makeBeside(printed);
  /** @type {Map<string, object>} */
  const spots = new Map();
  const hand = makeHand(printed, spots);
  const tell = h('p', { class: 'gf-readout', 'aria-hidden': 'true' }, HINT);
  const frame = h('div', { class: 'gf-frame' }, map.picture);
  const zoom = makeZoom(frame, map.picture, printed.box[2], printed.box[3]);
  const chart = h('div', { class: 'gf-chart' }, frame, h('div', { class: 'gf-under' }, tell, zoom.buttons));
  const whole = h('div', { class: 'gf-layout' }, beside.facts,
    h('div', { class: 'gf-column gf-beside' }, hand.element, beside.seats), h('div', { class: 'gf-column' }, chart, beside.track));
  const element = h('div', { class: 'gf-board' });

  for (const [id, place] of map.places) spots.set(`area:${id}`, spot(place.spot, `area:${id}`, printed.areas.get(id).name));

  const drawn = new Map();
  /** @type {Map<string, object>} what `drawn` was made of: views share what did not change, so most districts are known by identity */
  let same = new Map();
  let sameFor = '';
  let position = null;
  let own = null;
  let names = game.seats.map(({ name, seat }) => name || `Seat ${seat + 1}`);
  const known = () => ({ areas: printed.areas, directions: printed.direction, names });
  const nameOf = (id) => (id.startsWith('area:') ? spots.get(id)?.name : spotName(id, known())) ?? id;
  readAloud(frame, tell, map, zoom, nameOf);

  /** Draw the districts that differ from what is drawn. */
  function showAreas(areas, mine, placed) {
    const forWhom = JSON.stringify([placed, names, [...mine]]);
    const was = forWhom === sameFor ? same : new Map();
    [same, sameFor] = [areas, forWhom];
    for (const [id, place] of map.places) {
      if (areas.has(id) && was.get(id) === areas.get(id)) continue;
      const area = areas.get(id) ?? blankArea(id);
      const known = { placed, names, objective: mine.has(id) };
      const key = JSON.stringify([area, placed, known.objective, names]);
      if (drawn.get(id) === key) continue;
      drawn.set(id, key);
      pieces.draw(area, known);
      place.star?.classList.toggle('gf-mine', known.objective);
      spots.get(`area:${id}`).rename(areaName(area, printed.areas.get(id), known));
    }
  }

  function flagAreas(before, now) {
    for (const [id, area] of now) {
      if (before.get(id) !== area && JSON.stringify(before.get(id)) !== JSON.stringify(area)) flagChanged(map.places.get(id).spot);
    }
  }

  function showHand(seat) {
    own = seat;
    hand.show(position?.seats[seat] ?? null, names[seat], position);
  }

  function show(view, { before = null, viewer = null, animate = false } = {}) {
    if (!element.firstChild) element.append(whole);
    clearChanged(element);
    position = view.position;
    names = view.seats.map(({ name, seat }) => name || `Seat ${seat + 1}`);
    element.classList.toggle('gf-unset', !position);
    const areas = byId(position);
    const was = byId(before?.position);
    const seat = seatOf(viewer);
    const mine = new Set((position?.seats[seat]?.objectives ?? []).map((id) => printed.objectives.get(id).district));
    const placed = Boolean(position) && (position.areas.some(({ houses }) => houses.length) || position.colours.some(({ houses_lost: lost }) => lost));
    showAreas(areas, mine, placed);
    pieces.placePawns(position?.seats ?? [], areas, animate);
    showHand(seat);
    if (!position) return;
    beside.show({ position: position, before: before?.position ?? null, names, acting: view.to_act, own, seats: position.seats.length });
    if (!before?.position) return;
    flagAreas(was, areas);
    if (animate) move(map, pieces.groups, was, areas);
  }

  const spotsOn = (command) => spotsOf(command, (seat) => position?.seats[seat]?.landowner ?? null);

  function offer(commands, picked, pick) {
    const asks = commands[0]?.seat;
    if (asks !== undefined && asks !== own) showHand(asks); // an arbiter in a sandbox plays any seat
    for (const command of commands) {
      for (const id of spotsOn(command)) pieceSpot(spots, pieces, id, nameOf(id));
    }
    offerSpots(spots, spotsOn, commands, picked, pick);
    silence(spots);
    element.classList.toggle('gf-choosing', Boolean(pick));
  }

  return { element, show, offer, spotsOf: spotsOn, nameOf };
}

/** Write under the map what the district under the pointer or the focus holds, and bring what is focussed into sight. */
function readAloud(frame, tell, map, zoom, nameOf) {
  const read = (event) => {
    const id = event.target.closest?.('[data-spot]')?.dataset.spot;
    if (!id) return;
    tell.textContent = nameOf(id);
    const at = map.places.get(id.split(':')[1])?.at;
    if (event.type === 'focusin' && at) zoom.reveal(at.x, at.y);
  };
  for (const name of ['pointerover', 'focusin', 'click']) frame.addEventListener(name, read, true);
}
