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

/** @param {Events} events @param {Telling} telling */
function opening(events, { names, components }) {
  const begins = names[events.first('GameCreated')?.start];
  const colours = events.all('ColourDealt').filter(({ colour }) => colour);
  const houses = components?.supply?.houses_per_colour;
  return sentences([
    begins && t`${begins} will begin`,
    colours.length > 0 && listed(colours.map(({ seat, colour }) => t`${names[seat]} plays ${colour}`)),
    events.has('HousesPlaced') && houses && t`${houses} houses of each colour stand in the city`,
  ]) || events.text;
}

/** Where the fire went. @param {Events} events @param {Telling} telling @param {(id: string) => string} place */
function fire(events, { names, components }, place) {
  const still = events.first('NoMoveDeclared');
  if (still) return t`no card of ${names[still.seat]} moves the fire`;
  const moves = events.all('FireMoved');
  if (moves.length === 0) return '';
  const way = naming(printedNames(components?.direction))(moves[0].card).toLowerCase();
  const twice = moves.length > 1 ? ' twice' : '';
  const burnt = events.all('DistrictBurnt').map(({ district }) => district);
  const aim = moves.every(({ target }) => burnt.includes(target)) ? '' : t` into ${place(moves[0].target)}`;
  return t`${names[moves[0].seat]} drives the fire ${way}${twice}${aim}`;
}

/** What burned. @param {Events} events @param {Telling} telling @param {(id: string) => string} place */
function lost(events, telling, place) {
  const burnt = events.all('DistrictBurnt');
  const fresh = once(burnt.filter(({ houses }) => houses?.length).map(({ district }) => place(district)));
  const bare = once(burnt.filter(({ houses }) => !houses?.length).map(({ district }) => place(district)));
  const losses = gainsOf(telling, (gain) => gain < 0);
  if (fresh.length) return t`${some(fresh)} ${agree(fresh, 'is', 'are')} lost${losses && ': ' + losses}`;
  if (bare.length) return t`${some(bare)} ${agree(bare, 'burns', 'burn')}, with no house left to lose`;
  const held = once(events.all('FireContainedOnArrival').map(({ district }) => place(district)));
  return held.length > 0 && t`the bands hold ${some(held)}`;
}

/**
 * What the seat did besides, the rare things first.
 * @param {Events} events @param {Telling} telling @param {(id: string) => string} place
 */
function deeds(events, { names }, place) {
  const hero = events.first('HeroTaken');
  const blown = once(events.all('DistrictDemolished').map(({ district }) => place(district)));
  const out = events.all('ConePutOut');
  const letter = events.first('StackCardRevealed')?.letter;
  const grown = once(events.all('FireIntensified').map(({ district }) => place(district)));
  const places = once(out.map(({ district }) => place(district)));
  return [
    events.has('FinalRoundStarted') && 'the last round begins',
    hero && t`${names[hero.seat]} is the Hero of London`,
    blown.length > 0 && t`${some(blown)} ${agree(blown, 'is', 'are')} blown up`,
    out.length > 0 && t`${out.length === 1 ? 'a cone is' : out.length + ' cones are'} put out in ${some(places)}`,
    grown.length > 0 && t`${letter ? 'stack card ' + letter + ': ' : ''}the fire grows in ${some(grown)}`,
  ];
}
