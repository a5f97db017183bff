/** The rulesets the service has, requested once. */

import { query } from './api.js';
import { t } from './language/language.js';

const RULESETS = `{ rulesets { id title version seatsMin seatsMax bots
  options { name title description kind default values valueTitles rules { id } } } }`;

/** @type {Promise<Ruleset[]> | null} */
let request = null;

/** @returns {Promise<Ruleset[]>} */
export function allRulesets() {
  request ??= query(RULESETS).then((data) => data.rulesets, (error) => { request = null; throw error; });
  return request;
}

/** "2 players", "3 to 6 players". @param {{seatsMin: number, seatsMax: number}} ruleset */
export const playersOf = ({ seatsMin, seatsMax }) => (
  seatsMin === seatsMax ? t`${seatsMin} players` : t`${seatsMin} to ${seatsMax} players`);
