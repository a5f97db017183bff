/** Finished games by another version of their ruleset: the runs, and in each the results as played and by the other. */

import { query } from '../api.js';
import { fill, h, moment, plural, stylesheet } from '../dom.js';
import { also, t, translation } from '../language/language.js';

const RUNS = `{ readjudications { id ruleset fromVersion toVersion mode beganAt endedAt gameCount differingCount } }`;
const RESULTS = 'edges { node { gameId differs legality play records firstStep stopsAt why '
  + 'played { seat place points } result { seat place points } differences { ordinal version kind command now } } } '
  + 'pageInfo { hasNextPage endCursor }';
const RUN = `query Run($id: ID!, $after: Cursor) { readjudication(id: $id) {
  id ruleset fromVersion toVersion mode beganAt endedAt gameCount differingCount
  differing(first: 50, after: $after) { ${RESULTS} } } }`;
/** What a run has done with each game. @type {Record<string, string>} */
const MODES = { LOCAL: 'each command by itself', FOLLOWED: 'carried on from the first command',
  EVENTS: 'its events alone' };
const HEADS = ['Game', 'Commands that differ', 'First', 'As played', 'By the other version'];

/** @param {HTMLElement} root @param {any} params @param {AbortSignal} signal */
export default async function versionsPage(root, params, signal) {
  await Promise.all([stylesheet('/assets/css/audit.css'), also('desk')]);
  if (params.id) await showRun(root, params.id, signal);
  else await showRuns(root, signal);
}

/** @param {HTMLElement} root @param {AbortSignal} signal */
async function showRuns(root, signal) {
  const { readjudications: runs } = await query(RUNS, {}, { signal });
  fill(root, h('h1', null, 'Games by another version'),
    h('p', null, 'Each run has decided finished games a second time by another version. It changes no ',
      'game: only a ruling does. ', h('code', null, 'emberlog readjudicate'), ' makes one.'),
    runs.length === 0 ? h('p', null, 'There is no run yet.') : h('ul', null, runs.map((/** @type {any} */ run) =>
      h('li', null, h('a', { href: `/audit/versions/${run.id}` }, titleOf(run)), `, ${moment(run.beganAt)}: `,
        countsOf(run)))));
}

/** @param {any} run */
const titleOf = (run) =>
  t`${run.ruleset} ${run.fromVersion} by version ${run.toVersion}, ${translation(MODES[run.mode])}`;

/** @param {any} run */
const countsOf = (run) => t`${plural(run.gameCount, 'game')}, of which ${run.differingCount} differ in play`
  + (run.endedAt ? '' : translation('; it goes on, or was stopped'));

/** @param {HTMLElement} root @param {string} id @param {AbortSignal} signal */
async function showRun(root, id, signal) {
  const { readjudication: run } = await query(RUN, { id, after: null }, { signal });
  if (!run) {
    fill(root, h('h1', null, 'There is no such run'), h('p', null, h('a', { href: '/audit/versions' }, 'All runs')));
    return;
  }
  const body = h('tbody');
  const more = h('button', { type: 'button' }, 'Show more');
  let { endCursor: after } = run.differing.pageInfo;
  const add = (/** @type {any} */ page) => {
    body.append(...page.edges.map((/** @type {any} */ edge) => row(edge.node)));
    more.hidden = !page.pageInfo.hasNextPage;
    after = page.pageInfo.endCursor;
  };
  more.addEventListener('click', async () =>
    add((await query(RUN, { id, after }, { signal })).readjudication.differing));
  fill(root, h('h1', null, titleOf(run)), h('p', null, countsOf(run), '. ',
    h('a', { href: '/audit/versions' }, 'All runs')),
  h('p', null, run.mode === 'LOCAL'
    ? 'Each command was decided on the state as it was recorded. A result is there where the last command leads to one.'
    : OTHER_MODES[run.mode]),
  run.differing.edges.length === 0 ? h('p', null, 'No game differs.') : h('div', { class: 'audit-table' },
    h('table', null, h('thead', null, h('tr', null, HEADS.map((each) => h('th', { scope: 'col' }, each)))),
      body)), more);
  add(run.differing);
}

/** @type {Record<string, string>} */
const OTHER_MODES = {
  FOLLOWED: 'Commands were carried out in the world of the other version, until one could not be.',
  EVENTS: 'The other version is of another generation, so only the recorded events were replayed: compared are the '
    + 'seats to act, the points and the result. Whether commands would be allowed, and what they would bring, was not '
    + 'compared.',
};

/** @param {any} game */
function row(game) {
  const kinds = game.differences.map((/** @type {any} */ each) =>
    h('li', null, `${each.ordinal} ${each.command}: ${each.kind.toLowerCase().replaceAll('_', ' ')} `,
      h('span', { class: 'soft' }, each.now.join(', '))));
  const changed = game.result.length > 0 && placesOf(game.result) !== placesOf(game.played);
  return h('tr', { class: changed ? 'audit-refused' : null },
    h('td', null, h('a', { href: `/audit/games/${game.gameId}` }, h('code', null, game.gameId))),
    h('td', null, h('details', null, h('summary', null,
      t`${game.legality} in legality, ${game.play} in play, ${game.records} in the record`), h('ul', null, kinds))),
    h('td', null, game.firstStep === null ? '' : h('a', { href: `/games/${game.gameId}/${game.firstStep}` },
      t`step ${game.firstStep}`)),
    h('td', null, placesOf(game.played)),
    h('td', null, game.why ? t`no end: ${game.why}` : placesOf(game.result) || 'not decided'));
}

/** @param {{seat: number, place: number, points: number}[]} result */
const placesOf = (result) => result.map((each) => t`seat ${each.seat}: ${each.place}. with ${each.points}`).join('; ');
