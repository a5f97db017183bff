/** The rulesets on the shelf, asked once. Draws nothing. */

import { query } from './api.js';

const RULESETS = '{ rulesets { id title version seatsMin seatsMax bots options { name title description kind default values valueTitles rules { id } } } }';

/** @type {Promise<any[]> | null} */
let asked = null;

/** @returns {Promise<any[]>} */
export function rulesets() {
  asked ??= query(RULESETS).then((data) => data.rulesets, (error) => { asked = null; throw error; });
  return asked;
}

/** "2 players", "3 to 6 players". @param {{seatsMin: number, seatsMax: number}} ruleset */
export const playersOf = ({ seatsMin, seatsMax }) => (seatsMin === seatsMax ? `${seatsMin} players` : `${seatsMin} to ${seatsMax} players`);
