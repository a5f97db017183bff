/** Turns that the recorded games lack, as lists of events, so that every message of a headline is written once. */

/** @typedef {[kind: string, facts?: Record<string, any>, seat?: number]} Event */

/** By ruleset, each with the gains of the seats or null. @type {Record<string, [Event[], number[] | null][]>} */
const TURNS = {
  great_fire: [
    [[['GameCreated', { start: 0 }], ['HousesPlaced'],
      ...['red', 'blue', 'green', 'yellow', 'purple', 'black'].map(
        (colour, seat) => ['ColourDealt', { colour }, seat])], null],
    [[['NoMoveDeclared', {}, 1], ['FireIntensified', { district: 'moorgate' }]], null],
    [[['FireMoved', { card: 'S', target: 'the_tower' }, 0], ['FireContainedOnArrival', { district: 'the_tower' }],
      ['FinalRoundStarted'], ['HeroTaken', {}, 0]], null],
    [[['FireMoved', { card: 'W', target: 'holborn' }, 2], ['FireMoved', { card: 'W', target: 'barbican' }, 2]], null],
    [[['DistrictBurnt', { district: 'holborn', houses: ['red'] }], ['DistrictDemolished', { district: 'barbican' }],
      ['DistrictDemolished', { district: 'moorgate' }]], [-2, 0, 0]],
    [['holborn', 'barbican', 'the_temple', 'moorgate', 'aldgate', 'minories'].map(
      (district) => ['DistrictBurnt', { district, houses: ['red'] }]), null],
    [[['DistrictBurnt', { district: 'holborn', houses: [] }], ['DistrictBurnt', { district: 'barbican', houses: [] }],
      ['ConePutOut', { district: 'holborn' }, 1], ['ConePutOut', { district: 'barbican' }, 1]], null],
    [[['GameScored', { places: [] }]], null],
    [[['GameScored', { places: [{ seat: 1, place: 1 }, { seat: 0, place: 2 }] }]], null],
    [[['GameScored', { places: [{ seat: 1, place: 1 }, { seat: 0, place: 1 }] }]], null],
    [[['GameScored', { places: [{ seat: 1, place: 1, points: 1 }] }]], null],
    [[['GameScored', { places: [{ seat: 1, place: 1, points: 1 }, { seat: 0, place: 1, points: 1 }] }]], null],
    [[['GameScored', { places: [{ seat: 1, place: 1, points: 9 }, { seat: 0, place: 1, points: 9 }] }]], null],
  ],
  london: [
    [[['ActionBegan', { action: 'invest' }, 0], ['LoanTaken', { forced: true }, 0]], null],
    [[['ActionBegan', { action: 'run' }, 1], ['OpponentPaid', { pounds: 3 }, 0]], null],
    [[['ActionBegan', { action: 'run' }, 1], ['MoneyGained', { pounds: 4 }], ['PovertyGiven', { to: 0 }]], null],
    [[['ActionBegan', { action: 'run' }, 1], ['CardActivated', {}], ['PovertyGiven', { to: 0 }],
      ['PovertyGiven', { to: 2 }]], null],
    [[['ActionBegan', { action: 'play' }, 2], ['LoanTaken', { forced: true }, 2], ['LoanTaken', {}, 2],
      ['LoanTaken', {}, 2]], null],
    [[['LoansRepaid', { loans: 1, pounds: 15 }, 0]], null],
    [[['TurnBegan', {}, 0]], null],
    [[['TurnBegan', {}, 0], ['EndTriggered', { ending: 'idle' }, 0]], null],
    [[['TurnBegan', {}, 0], ['EndTriggered', { ending: 'deck' }, 0]], null],
  ],
  brigade: [
    [[['CityBuilt'], ['ChiefChosen', { chief: 'galeela' }, 0], ['ChiefChosen', { chief: 'ester' }, 1],
      ['StartingEventsBegun']], null],
    [[['EventDrawn', { card: 'E01', kind: 'firestorm' }, 0]], null],
    [[['EventDrawn', { card: 'F03', kind: 'special' }, 0], ['FireAdded', { tile: 'town-hall-annex' }],
      ['EvacuationAnnounced']], null],
    [[['EventDrawn', { card: 'F01', kind: 'special' }, 0], ['TileDestroyed', { tile: 'old-tom-oak' }],
      ['TileDestroyed', { tile: 'university-nw' }]], null],
    [[['EventDrawn', { card: 'X99', kind: 'special' }, 0], ['WaterStolen', {}, 1]], null],
    [[['CrewPoached', { card: 'ash', rival: 1 }, 0], ['TrackAdvanced', { track: 'crew' }, 0],
      ['TrackAdvanced', { track: 'wagon' }, 0], ['TrackAdvanced', { track: 'leadership' }, 0]], null],
    [[['LoyaltyGained', { tile: 'clock-tower' }, 0]], null],
    [[['LoyaltyGained', { tile: 'clock-tower', rival: 1 }, 0]], null],
    [[['FirePutOut', { tile: 'spice-loft' }, 0], ['LoyaltyGained', { tile: 'spice-loft', rival: 1 }, 0]], null],
    [[['FirePutOut', { tile: 'spice-loft' }, 0], ['LoyaltyGained', { tile: 'spice-loft' }, 0]], null],
    [[['TurnBegan', {}, 1]], null],
  ],
};

/** @param {string} ruleset @returns {{key: string, steps: any[], gains: number[] | null}[]} */
export const shapesOf = (ruleset) => TURNS[ruleset].map(([events, gains], at) => ({
  key: `shape ${at}`, gains, steps: events.map(([kind, facts = {}, seat = null], index) => ({
    version: index + 1, line: { type: `${ruleset}.${kind}`, text: 'The service’s own line.', seat, facts },
  })),
}));
