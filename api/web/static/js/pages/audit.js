/** The audit desk of one game: the five complaints, its ledger, a step through the eyes of two seats, proofs and
 * sightings. */

import { query } from '../api.js';
import { cases } from '../audit/cases.js';
import { ledger } from '../audit/ledger.js';
import { proofs } from '../audit/proofs.js';
import { sightings } from '../audit/sightings.js';
import { stepDesk } from '../audit/step.js';
import { tempo } from '../audit/tempo.js';
import { fill, h, stylesheet } from '../dom.js';
import { also, t } from '../language/language.js';

const GAME = `query AuditedGame($game: ID!) { rulesets { id title versions } game(id: $game) {
  id title version phase ruleset rulesetVersion headHash openedAt clock { kind } seats { seat name taken bot } } }`;

/**
 * @typedef {object} Audited
 * @property {string} id
 * @property {string} title
 * @property {number} version
 * @property {string} phase
 * @property {string} ruleset its id
 * @property {string} rulesetTitle what it is called
 * @property {number} rulesetVersion
 * @property {number[]} versions those that this service can play
 * @property {string} headHash
 * @property {{kind: string} | null} clock its terms, if it is played with clocks
 * @property {string} openedAt
 * @property {{seat: number, name: string, bot: string}[]} seats
 */

/** @param {HTMLElement} root @param {any} params @param {AbortSignal} signal */
export default async function auditPage(root, params, signal) {
  const [{ game, rulesets }] = await Promise.all([
    query(GAME, { game: params.id }, { signal }), stylesheet('/assets/css/audit.css'), also('desk')]);
  if (!game) {
    fill(root, h('h1', null, 'There is no such game'), h('p', null, 'Check the address, or look at the ',
      h('a', { href: '/games' }, 'list of games'), '.'));
    return;
  }
  const own = rulesets.find((/** @type {{id: string}} */ each) => each.id === game.ruleset);
  game.rulesetTitle = own?.title ?? game.ruleset; // an old game may have a ruleset that this build lacks
  game.versions = own?.versions ?? [];
  for (const each of game.seats) if (!each.taken && !each.bot) each.name = ''; // “Seat 1” would be its number from 1
  const complaints = cases(game, signal);
  fill(root, head(game), complaints.element, ledger(game, complaints.use, signal), stepDesk(game, signal),
    tempo(game, signal), proofs(game, signal), sightings(game, signal));
  const step = Number(new URLSearchParams(location.search).get('step'));
  if (step >= 1 && step <= game.version) complaints.use({ step: String(step) }, t`Step ${step} of the game.`, true);
}

/** @param {Audited} game */
function head(game) {
  return h('header', { class: 'audit-head' },
    h('h1', null, game.title ? t`Audit desk: ${game.title}` : t`Audit desk: ${game.id.slice(0, 8)}`),
    h('p', null, t`${game.rulesetTitle} version ${game.rulesetVersion}, ${game.version} steps. `, ' ',
      h('a', { href: `/games/${game.id}` }, 'The game'), ' · ',
      h('a', { href: '/docs/handbook' }, 'How to settle a dispute'), ' · ', h('code', null, game.id)),
    h('p', { class: 'soft' }, 'It shows what the log has, and the evidence beside it. It decides nothing: a ruling '
      + 'does. Arbiters without a part in the game read everything. While it runs, a seat reads its own commands.'));
}
