/** Operations to begin with. */

import { query } from '../api.js';
import { newId } from '../api/commands.js';

/** @type {[name: string, operation: string, variables: string][]} */
export const EXAMPLES = [
  ['The games that moved last', `{
  games(first: 5) {
    totalCount
    edges {
      node { id ruleset title phase version }
    }
  }
}`, ''],
  ['The rulesets', `{
  rulesets {
    id title seatsMin seatsMax bots
    options { name title kind default values }
  }
}`, ''],
  ['The first steps of a game', `query Steps($game: ID!) {
  game(id: $game) {
    title phase turn toAct
    seats { seat name bot }
    steps(first: 10) {
      edges {
        node { version line { text rules { id } } patch }
      }
    }
  }
}`, '{ "game": "GAME" }'],
  ['Follow a game', `subscription Follow($game: ID!, $after: Cursor) {
  gameSteps(game: $game, after: $after) {
    version cursor
    line { text rules { id title } }
  }
}`, '{ "game": "GAME", "after": "0" }'],
  ['My turns, in all my games', `subscription MyTurns($after: Cursor) {
  myTurns(after: $after) {
    cursor
    game { id title turn legal { text } }
  }
}`, ''],
  ['A list of games that stays fresh', `subscription Lobby($after: Cursor) {
  gamesChanged(phase: OPEN, after: $after) {
    cursor isListed
    game { id title ruleset seats }
  }
}`, ''],
  ['A game in another language', `query InGerman($game: ID!, $locale: String!) {
  languages { locale name }
  game(id: $game) {
    legal { choice text(locale: $locale) }
    steps(last: 5) {
      edges {
        node { version line { text(locale: $locale) } }
      }
    }
  }
}`, '{ "game": "GAME", "locale": "de" }'],
  ['Points and win chances', `query Standing($game: ID!) {
  game(id: $game) {
    version
    seats { seat name }
    scoresNow(as: { kind: SPECTATOR }) {
      seat source ifOver
    }
    keyMoments(first: 3) {
      after seat change
      step { version line { text } }
    }
  }
}`, '{ "game": "GAME" }'],
  ['A rule', '{\n  rule(id: "GAME-PLAY-03") { id title text source reconstructed }\n}', ''],
  ['Open a game', `mutation Open($id: ID!) {
  openGame(commandId: $id, ruleset: "london", seats: 2) {
    __typename
    ... on CommandAccepted { gameId version }
    ... on CommandRefused { code text rules { id text } }
    ... on NotAuthenticated { text }
  }
}`, '{ "id": "UUID" }'],
];

/**
 * An example's variables, with the game that moved last and a new command id.
 * @param {string} template @param {AbortSignal} signal
 */
export async function filledIn(template, signal) {
  if (!template.includes('GAME')) return template.replace('UUID', newId());
  const data = await query('{ games(first: 1) { edges { node { id } } } }', {}, { signal }).catch(() => null);
  return template.replace('GAME', data?.games.edges[0]?.node.id ?? '');
}
