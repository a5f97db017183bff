/** The story of The Brigade: how long each event stays on the screen, and a headline for a turn. Pure. */

import { Events, agree, naming, once, printedNames, some, sentences, winners } from '../tale.js';
import { listed, plural } from '../../dom.js';
import { t, translation } from '../../language/language.js';

const PER_TILE_MS = 120;

/** @type {Stages} */
export const stages = {
  CityBuilt: 1000, CrewDeckShuffled: 0, DecisionRequested: 0, DecisionMade: 0, ChiefChosen: 800,
  StartingEventsBegun: 800, EventDeckShuffled: 0, EventDrawn: 1100, EventDiscarded: 0, FireAdded: 350,
  FireReduced: 600, FirePutOut: 800, FiresExchanged: 800, TileDestroyed: 1200, AviaryRoasted: 900,
  TurnBegan: 0, ActionPhaseBegan: 0, ActionTaken: 0, ActionPhaseEnded: 0, ActionsGained: 0, ExtraTurnEarned: 800,
  BrigadeMoved: ({ path }) => 400 + PER_TILE_MS * (path?.length ?? 1), BrigadePushed: 500, FreeMoveEarned: 0,
  AviaryTokenTaken: 500, WagonMoved: 600, CubePlaced: 400, CubeRemoved: 400, CubeMoved: 450, LoyaltyGained: 900,
  WaterSpent: 0, WaterChanged: 450, WaterLost: 450, WaterStolen: 600, CrewCardDrawn: 0, SirPreciousDrawn: 600,
  SirPreciousGiven: 700, SirPreciousDiscarded: 600, RecruitDone: 800, CrewDiscarded: 500, CrewPoached: 900,
  TrackAdvanced: 700, AllegianceDeclared: 800, SideChanged: 900, MimicPlaced: 800, MimicReturned: 600,
  FirestormControlled: 800, PyroCubesEarned: 800, EvacuationAnnounced: 1600, GameEnded: 2000, SeatDeserted: 900,
};

export const ends = ['GameEnded'];

const always = () => true;
/** @type {StoryModule['sounds']} */
export const sounds = {
  fire: ['FireAdded', 'TileDestroyed', 'AviaryRoasted'], water: ['FireReduced', 'FirePutOut'],
  card: ['EventDrawn', 'RecruitDone'], coin: ['CubePlaced', 'TrackAdvanced', 'LoyaltyGained'], end: ['GameEnded'],
};

/** @type {StoryModule['milestones']} */
export const milestones = { TileDestroyed: always, SideChanged: always, EvacuationAnnounced: always };

/** @param {Step[]} steps the steps of a card @param {Telling} telling @returns {string} */
export function headline(steps, telling) {
  const events = new Events(steps);
  const ended = events.first('GameEnded');
  if (ended) return sentences([winners(ended.places ?? [], telling.names)]);
  const tile = naming(tileNames(telling.components));
  if (events.has('CityBuilt')) return opening(events, telling);
  const clauses = [
    disaster(events, telling, tile), fallen(events, tile),
    events.has('EvacuationAnnounced') && t`the city is evacuated`,
    won(events, telling, tile), ...deeds(events, telling, tile),
  ];
  return sentences(clauses) || idle(events, telling);
}

/** The four tiles of the University have one name. @param {any} components */
function tileNames(components) {
  const tiles = new Map([...printedNames(components?.tile), ...printedNames(components?.big_building)]);
  for (const corner of ['nw', 'ne', 'sw', 'se']) tiles.set(`university-${corner}`, t`the University`);
  return tiles;
}

/** @param {Events} events @param {Telling} telling */
function opening(events, { names, components }) {
  const chief = naming(printedNames(components?.chief));
  const chosen = events.all('ChiefChosen').filter((each) => each.chief);
  return sentences([
    chosen.length > 0 && listed(chosen.map((each) => t`${names[each.seat]} leads with ${chief(each.chief)}`)),
    events.has('StartingEventsBegun') && t`The University is on fire`,
  ]) || events.text;
}

/** The event card. @param {Events} events @param {Telling} telling @param {(id: string) => string} tile */
function disaster(events, { components }, tile) {
  const drawn = events.first('EventDrawn');
  if (!drawn) return '';
  const hit = once(events.all('FireAdded').map((each) => tile(each.tile)));
  if (drawn.kind === 'firestorm')
    return hit.length ? t`a firestorm over ${some(hit, 2)}` : t`a firestorm over the city`;
  const fires = hit.length ? plural(hit.length, 'fire') : '';
  if (drawn.kind === 'wind') return fires ? t`the wind fans ${fires}` : t`the wind fans no fire`;
  if (fires) return t`the event ${drawn.card} feeds ${fires}`;
  return translation(effectOf(drawn.card, components)) || t`the event card ${drawn.card}`;
}

/** What is printed on an event card. @param {string} id @param {any} components @returns {string} */
function effectOf(id, components) {
  const { event = [], expansion_event: further = [], event_effect: effects = [] } = components ?? {};
  const card = [...event, ...further].find((each) => each.id === id);
  return effects.find((/** @type {any} */ each) => each.id === card?.effect)?.effect ?? '';
}

/** @param {Events} events @param {(id: string) => string} tile */
function fallen(events, tile) {
  const lost = once(events.all('TileDestroyed').map((each) => tile(each.tile)));
  return lost.length > 0 && agree(lost, t`${lost[0]} is destroyed`, t`${some(lost)} are destroyed`);
}

/**
 * What a seat put out and whose loyalty it won.
 * @param {Events} events @param {Telling} telling @param {(id: string) => string} tile
 */
function won(events, { names }, tile) {
  const out = events.all('FirePutOut');
  const loyal = events.all('LoyaltyGained');
  const seat = out[0]?.seat ?? loyal[0]?.seat ?? null;
  if (seat === null) return '';
  const fires = some(once(out.map((each) => tile(each.tile))));
  const places = some(once(loyal.filter((each) => each.seat === seat).map((each) => tile(each.tile))));
  const from = listed(once(loyal.map(({ rival }) => names[rival ?? -1]).filter(Boolean)));
  return victory(names[seat], fires, places, from);
}

/** @param {string} who @param {string} fires @param {string} places loyal ones @param {string} from rivals */
function victory(who, fires, places, from) {
  if (!places) return t`${who} saves ${fires}`;
  if (!fires) {
    return from ? t`${who} wins the loyalty of ${places} from ${from}` : t`${who} wins the loyalty of ${places}`;
  }
  return from ? t`${who} saves ${fires} and wins the loyalty of ${places} from ${from}`
    : t`${who} saves ${fires} and wins the loyalty of ${places}`;
}

/** What the seat did besides. @param {Events} events @param {Telling} telling @param {(id: string) => string} tile */
function deeds(events, { names, components }, tile) {
  const crew = naming(printedNames(components?.crew));
  const recruited = events.all('RecruitDone').filter(({ card }) => card);
  const poached = events.first('CrewPoached');
  const fought = once(events.all('FireReduced').map((each) => tile(each.tile)));
  return [
    poached && t`${names[poached.seat]} poaches ${crew(poached.card)} from ${names[poached.rival]}`,
    recruited.length > 0 && t`${names[recruited[0].seat]} recruits ${some(recruited.map(({ card }) => crew(card)))}`,
    !events.has('FirePutOut') && fought.length > 0 && t`the fire at ${some(fought)} is beaten back`,
    risen(events),
    events.has('WaterStolen') && t`water is stolen`,
  ];
}

/** @type {Record<string, () => string>} by track, as within a sentence */
const TRACKS = { crew: () => t`crew capacity`, wagon: () => t`wagon capacity`, leadership: () => t`leadership` };

/** @param {Events} events */
function risen(events) {
  const tracks = once(events.all('TrackAdvanced').map((each) => TRACKS[each.track]()));
  return tracks.length > 0 && agree(tracks, t`${tracks[0]} rises`, t`${some(tracks)} rise`);
}

/** @param {Events} events @param {Telling} telling */
function idle(events, { names }) {
  const begun = events.first('TurnBegan');
  return begun ? t`${names[begun.seat]} takes a turn without a fire.` : events.text;
}
