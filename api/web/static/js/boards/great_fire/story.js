/** The story of The Great Fire: how long each event stays on the screen, and a headline for a turn. Pure. */

import { Events, agree, gainsOf, naming, once, printedNames, some, sentences, winners } from '../tale.js';
import { listed } from '../../dom.js';
import { t } from '../../language/language.js';

const PER_DISTRICT_MS = 150;

/** @type {Stages} */
export const stages = {
  GameCreated: 0, HandDealt: 0, HandConfirmed: 350, HandExchanged: 600, FireDeckBuilt: 450, HousesPlaced: 1200,
  ColourDealt: 600, TokensPlaced: 450, ObjectivesDealt: 0, BandPlaced: 600, LandownerPlaced: 600,
  FireCardPlayed: 900, DoubleMovePlayed: 900, FireMoved: ({ way }) => 700 + PER_DISTRICT_MS * (way?.length ?? 1),
  FireContainedOnArrival: 900, DistrictBurnt: 1200, TokenTaken: 500, PuddingLaneRefilled: 700, ConesReturned: 900,
  NoMoveDeclared: 1200, LandownerMoved: 450, BandMoved: 450, ConePutOut: 600, HeroTaken: 1000,
  DistrictDemolished: 1200, ActionsEnded: 0, FireCardDrawn: 0, StackCardRevealed: 1100, FireIntensified: 700,
  FinalRoundStarted: 1200, GameScored: 2000,
};

export const ends = ['GameScored'];

const HOUSES_MANY = 4;
/** @type {StoryModule['sounds']} */
export const sounds = {
  fire: ['FireMoved', 'DistrictBurnt', 'DistrictDemolished', 'FireIntensified'], water: ['ConePutOut'],
  card: ['FireCardPlayed', 'DoubleMovePlayed', 'StackCardRevealed'], coin: ['TokenTaken', 'HeroTaken'],
  end: ['GameScored'],
};

/** @type {StoryModule['milestones']} */
export const milestones = { DistrictBurnt: ({ houses }) => (houses?.length ?? 0) >= HOUSES_MANY };

/** @param {Step[]} steps the steps of a card @param {Telling} telling @returns {string} */
export function headline(steps, telling) {
  const events = new Events(steps);
  const place = naming(printedNames(telling.components?.district));
  const scored = events.first('GameScored');
  if (scored) return sentences([winners(scored.places ?? [], telling.names)]);
  if (events.has('GameCreated')) return opening(events, telling);
  const clauses = [fire(events, telling, place), lost(events, telling, place), ...deeds(events, telling, place)];
  return sentences(clauses) || events.text;
}

/** @type {Record<string, (who: string) => string>} by colour */
const PLAYS = {
  red: (who) => t`${who} plays red`, blue: (who) => t`${who} plays blue`, green: (who) => t`${who} plays green`,
  yellow: (who) => t`${who} plays yellow`, purple: (who) => t`${who} plays purple`,
  black: (who) => t`${who} plays black`,
};

/** @param {Events} events @param {Telling} telling */
function opening(events, { names, components }) {
  const begins = names[events.first('GameCreated')?.start];
  const colours = events.all('ColourDealt').filter(({ colour }) => colour);
  const houses = components?.supply?.houses_per_colour;
  return sentences([
    begins && t`${begins} will begin`,
    colours.length > 0 && listed(colours.map(({ seat, colour }) => PLAYS[colour](names[seat]))),
    events.has('HousesPlaced') && houses && t`${houses} houses of each colour stand in the city`,
  ]) || events.text;
}

/** Where the fire went. @param {Events} events @param {Telling} telling @param {(id: string) => string} place */
function fire(events, { names, components }, place) {
  const still = events.first('NoMoveDeclared');
  if (still) return t`no card of ${names[still.seat]} moves the fire`;
  const moves = events.all('FireMoved');
  if (moves.length === 0) return '';
  const [who, way] = [names[moves[0].seat], naming(printedNames(components?.direction))(moves[0].card)];
  const burnt = events.all('DistrictBurnt').map(({ district }) => district);
  const [twice, aim] = [moves.length > 1, place(moves[0].target)];
  if (moves.every(({ target }) => burnt.includes(target)))
    return twice ? t`${who} drives the fire ${way} twice` : t`${who} drives the fire ${way}`;
  return twice ? t`${who} drives the fire ${way} twice into ${aim}` : t`${who} drives the fire ${way} into ${aim}`;
}

/** What burned. @param {Events} events @param {Telling} telling @param {(id: string) => string} place */
function lost(events, telling, place) {
  const burnt = events.all('DistrictBurnt');
  const fresh = once(burnt.filter(({ houses }) => houses?.length).map(({ district }) => place(district)));
  if (fresh.length) return gone(fresh, gainsOf(telling, (gain) => gain < 0));
  const bare = once(burnt.filter(({ houses }) => !houses?.length).map(({ district }) => place(district)));
  if (bare.length) return agree(bare, t`${bare[0]} burns, with no house left to lose`,
    t`${some(bare)} burn, with no house left to lose`);
  const held = once(events.all('FireContainedOnArrival').map(({ district }) => place(district)));
  return held.length > 0 && t`the bands hold ${some(held)}`;
}

/** Districts with houses that burned. @param {string[]} places @param {string} losses of points, by name, or nothing */
function gone(places, losses) {
  const where = some(places);
  return losses ? agree(places, t`${where} is lost: ${losses}`, t`${where} are lost: ${losses}`)
    : agree(places, t`${where} is lost`, t`${where} are lost`);
}

/**
 * What the seat did besides, the rare things first.
 * @param {Events} events @param {Telling} telling @param {(id: string) => string} place
 */
function deeds(events, { names }, place) {
  const hero = events.first('HeroTaken');
  const blown = once(events.all('DistrictDemolished').map(({ district }) => place(district)));
  return [
    events.has('FinalRoundStarted') && t`the last round begins`,
    hero && t`${names[hero.seat]} is the Hero of London`,
    blown.length > 0 && agree(blown, t`${blown[0]} is blown up`, t`${some(blown)} are blown up`),
    ...cones(events, place),
  ];
}

/** Cones that were put out, and those that came. @param {Events} events @param {(id: string) => string} place */
function cones(events, place) {
  const out = events.all('ConePutOut');
  const places = some(once(out.map(({ district }) => place(district))));
  const letter = events.first('StackCardRevealed')?.letter;
  const grown = some(once(events.all('FireIntensified').map(({ district }) => place(district))));
  return [
    out.length > 0 && agree(out, t`a cone is put out in ${places}`, t`${out.length} cones are put out in ${places}`),
    grown && (letter ? t`stack card ${letter}: the fire grows in ${grown}` : t`the fire grows in ${grown}`),
  ];
}
