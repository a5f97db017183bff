/** The board of The Great Fire of London 1666: its map, its pieces and what lies beside the map, at any step. */

import { h } from '../../dom.js';
import { clearChanged, flagChanged, namesOf, offerSpots, seatOf, spot, stylesheet } from '../kit.js';
import { drawMap } from './map.js';
import { blankArea, makePieces, move, pieceSpot, silence } from './pieces.js';
import { makeHand } from './hand.js';
import { makeBeside } from './beside.js';
import { readPrinted } from './printed.js';
import { areaName, spotName, spotsOf } from './words.js';
import { Zoom } from './zoom.js';

const HINT = 'Point at a district, or tap it, to read what it holds.';

/** @typedef {ViewOf<GreatFireView>} View */

/** @param {GreatFireView | null | undefined} position @returns {Map<string, GreatFire.Area>} */
const areasOf = (position) => new Map((position?.areas ?? []).map((area) => [area.id, area]));

/** @param {BoardSetup<GreatFireComponents>} setup @returns {Promise<Board<View>>} */
export default async function makeBoard(setup) {
  await stylesheet('/assets/css/boards/great_fire.css');
  return new GreatFireBoard(setup);
}

/** @implements {Board<View>} */
class GreatFireBoard {
  element = h('div', { class: 'gf-board' });
  #printed;
  #map;
  #pieces;
  #beside;
  /** @type {Spots} */
  #spots = new Map();
  #hand;
  #whole;
  #names;
  /** @type {GreatFireView | null} */
  #position = null;
  /** @type {number | null} the seat whose hand is shown */
  #own = null;
  /** @type {Map<string, string>} what is drawn of each district */
  #drawn = new Map();
  /** @type {Map<string, GreatFire.Area>} the areas that were drawn: views share what did not change */
  #areas = new Map();
  #areasFor = '';

  /** @param {BoardSetup<GreatFireComponents>} setup */
  constructor({ components, seats }) {
    const printed = readPrinted(components);
    this.#printed = printed;
    this.#names = namesOf(seats);
    this.#map = drawMap(printed);
    this.#pieces = makePieces(this.#map, printed);
    this.#beside = makeBeside(printed);
    this.#hand = makeHand(printed, this.#spots);
    for (const [id, place] of this.#map.places) {
      this.#spots.set(`area:${id}`, spot(place.spot, `area:${id}`, printed.areas.get(id)?.name ?? id));
    }
    this.#whole = this.#layout();
  }

  #layout() {
    const [, , width, height] = this.#printed.box;
    const readout = h('p', { class: 'gf-readout', 'aria-hidden': 'true' }, HINT);
    const frame = h('div', { class: 'gf-frame' }, this.#map.picture);
    const zoom = new Zoom(frame, this.#map.picture, width, height);
    const read = (/** @type {Event} */ event) => this.#read(event, readout, zoom);
    for (const name of ['pointerover', 'focusin', 'click']) frame.addEventListener(name, read, true);
    const chart = h('div', { class: 'gf-chart' }, frame, h('div', { class: 'gf-under' }, readout, zoom.buttons));
    return h('div', { class: 'gf-layout' }, this.#beside.facts,
      h('div', { class: 'gf-column gf-beside' }, this.#hand.element, this.#beside.seats),
      h('div', { class: 'gf-column' }, chart, this.#beside.track));
  }

  /**
   * Write under the map what the district under the pointer or the focus holds.
   * @param {Event} event @param {HTMLElement} readout @param {Zoom} zoom
   */
  #read({ target, type }, readout, zoom) {
    const place = target instanceof Element ? target.closest('[data-spot]') : null;
    const id = place?.getAttribute('data-spot');
    if (!id) return;
    readout.textContent = this.nameOf(id);
    const at = this.#map.places.get(id.split(':')[1])?.at;
    if (type === 'focusin' && at) zoom.reveal(at.x, at.y);
  }

  /** @param {View} view @param {Showing<View>} [showing] */
  show(view, { before = null, viewer = null, animate = false } = {}) {
    if (!this.element.firstChild) this.element.append(this.#whole);
    clearChanged(this.element);
    const { position } = view;
    this.#position = position;
    this.#names = namesOf(view.seats);
    this.element.classList.toggle('gf-unset', !position);
    const areas = areasOf(position);
    const seat = seatOf(viewer);
    this.#showAreas(areas, this.#objectives(seat), this.#arePlaced());
    this.#pieces.placePawns(position?.seats ?? [], areas, animate);
    this.#showHand(seat);
    if (!position) return;
    this.#beside.show({
      position, before: before?.position ?? null, names: this.#names, acting: view.to_act, own: this.#own,
      seats: position.seats.length,
    });
    if (!before?.position) return;
    const earlier = areasOf(before.position);
    this.#flagAreas(earlier, areas);
    if (animate) move(this.#map, this.#pieces.groups, earlier, areas);
  }

  /** @param {RulesetCommand[]} commands @param {string[]} picked @param {Choose | null} pick */
  offer(commands, picked, pick) {
    const asks = commands[0]?.seat;
    if (asks !== undefined && asks !== this.#own) this.#showHand(asks); // an arbiter in a sandbox plays any seat
    for (const command of commands) {
      for (const id of this.spotsOf(command)) pieceSpot(this.#spots, this.#pieces, id, this.nameOf(id));
    }
    offerSpots(this.#spots, (command) => this.spotsOf(command), commands, picked, pick);
    silence(this.#spots);
    this.element.classList.toggle('gf-choosing', Boolean(pick));
  }

  /** @param {RulesetCommand} command */
  spotsOf(command) {
    return spotsOf(command, (seat) => this.#position?.seats[seat]?.landowner ?? null);
  }

  /** @param {string} id @returns {string} */
  nameOf(id) {
    const { areas, direction: directions } = this.#printed;
    if (id.startsWith('area:')) return this.#spots.get(id)?.name ?? id;
    return spotName(id, { areas, directions, names: this.#names }) ?? id;
  }

  /** The districts of a seat's objectives. @param {number | null} seat */
  #objectives(seat) {
    const ids = (seat === null ? null : this.#position?.seats[seat]?.objectives) ?? [];
    return new Set(ids.map((id) => this.#printed.objectives.get(id)?.district ?? ''));
  }

  /** Whether houses have been placed. */
  #arePlaced() {
    const { areas = [], colours = [] } = this.#position ?? {};
    return areas.some(({ houses }) => houses.length > 0) || colours.some(({ houses_lost: lost }) => lost > 0);
  }

  /**
   * Draw the districts that differ from what is drawn.
   * @param {Map<string, GreatFire.Area>} areas @param {Set<string>} mine @param {boolean} placed
   */
  #showAreas(areas, mine, placed) {
    const drawnFor = JSON.stringify([placed, this.#names, [...mine]]);
    const earlier = drawnFor === this.#areasFor ? this.#areas : new Map();
    [this.#areas, this.#areasFor] = [areas, drawnFor];
    for (const id of this.#map.places.keys()) {
      if (areas.has(id) && earlier.get(id) === areas.get(id)) continue;
      this.#showArea(areas.get(id) ?? blankArea(id), { placed, names: this.#names, objective: mine.has(id) });
    }
  }

  /** @param {GreatFire.Area} area @param {GreatFire.Known} known */
  #showArea(area, known) {
    const key = JSON.stringify([area, known]);
    if (this.#drawn.get(area.id) === key) return;
    this.#drawn.set(area.id, key);
    this.#pieces.draw(area, known);
    this.#map.places.get(area.id)?.star?.classList.toggle('gf-mine', known.objective);
    const printed = this.#printed.areas.get(area.id);
    if (printed) this.#spots.get(`area:${area.id}`)?.rename(areaName(area, printed, known));
  }

  /** @param {Map<string, GreatFire.Area>} before @param {Map<string, GreatFire.Area>} now */
  #flagAreas(before, now) {
    for (const [id, area] of now) {
      const earlier = before.get(id);
      const place = this.#map.places.get(id);
      if (place && earlier !== area && JSON.stringify(earlier) !== JSON.stringify(area)) flagChanged(place.spot);
    }
  }

  /** @param {number | null} seat */
  #showHand(seat) {
    this.#own = seat;
    const of = seat === null ? null : this.#position?.seats[seat] ?? null;
    this.#hand.show(of, seat === null ? '' : this.#names[seat], this.#position);
  }
}
