/** What the game page reads before the steps: the game's facts, its first view, its ruleset and its board. */

import { query } from '../api.js';
import { stylesheet } from '../dom.js';
import { FIRST, META, RULESET } from '../early.js';
import { storyFor } from './replay/story.js';
import { printed, t } from '../language/language.js';

const FACTS = `query Facts($game: ID!) { game(id: $game) { ${META} } }`;

/** @typedef {{board: Board, setting: Setting}} Drawn */
/** @typedef {{meta: GameMeta | null, view: GameView | null, notice: string}} FirstView */

/**
 * The game and its view at a step. Falls back to the last step if there is no such step, and to the reader's own view
 * if they
 * may not use the viewer; `notice` then says so.
 * @param {string} game @param {number | null} at @param {ViewerInput | null} as @param {AbortSignal} signal
 * @returns {Promise<FirstView>}
 */
export async function firstView(game, at, as, signal) {
  let notice = '';
  for (let request = { at, as }; ;) {
    try {
      const answer = await query(FIRST, { game, ...request }, { signal });
      if (!answer.game) return { meta: null, view: null, notice };
      const { viewJson, ...meta } = answer.game;
      return { meta, view: viewJson, notice };
    } catch (problem) {
      if (problem.code === 'UNKNOWN_GAME' || problem.code === 'BAD_ID') return { meta: null, view: null, notice };
      const next = fallback(problem.code, request);
      if (!next) throw problem;
      ({ notice, request } = next);
    }
  }
}

/** @param {string} code @param {{at: number | null, as: ViewerInput | null}} request */
function fallback(code, request) {
  if (code === 'NO_SUCH_STEP' && request.at !== null) {
    return { notice: t`There is no step ${request.at} (yet): this is the last one.`,
      request: { ...request, at: null } };
  }
  if (code === 'VIEWER_NOT_ALLOWED' && request.as) {
    return {
      notice: 'You may use this viewer only once the game is over. This is what you may see now.',
      request: { ...request, as: null },
    };
  }
  return null;
}

/** @param {string} game @param {AbortSignal} signal @returns {Promise<GameMeta | null>} */
export async function factsOf(game, signal) {
  return (await query(FACTS, { game }, { signal })).game;
}

/**
 * What a game of a ruleset needs whatever its position: printed components, board and looks.
 * @param {string} id @param {AbortSignal} signal
 */
export async function readyFor(id, signal) {
  const reading = query(RULESET, { id }, { signal }).then((answer) => printed(answer.ruleset));
  const [ruleset, module, looks, story] = await Promise.all([
    reading,
    import(`../boards/${id}/board.js`).catch(() => null),
    import(`../boards/${id}/looks.js`).catch(() => null),
    reading.then(({ components }) => storyFor(id, components)),
    stylesheet(`/assets/css/boards/${id}.css`),
  ]);
  return { ruleset, module, looks, story };
}

/**
 * The board of the game's ruleset, or the plain one if the ruleset has none. Adds the ruleset's title, bots and story
 * to `meta`.
 * @param {GameMeta} meta @param {GameView} view @param {ReturnType<typeof readyFor>} ready @returns {Promise<Drawn>}
 */
export async function boardFor(meta, view, ready) {
  const { ruleset: { components, ...ruleset }, module, looks, story } = await ready;
  Object.assign(meta, { rulesetTitle: ruleset.title, bots: ruleset.bots, story });
  const setup = { ruleset, components, seats: seated(view) };
  return { board: await (module ? module.default(setup) : plainBoard(meta, view)), setting: { components, looks } };
}

/** The board that can show every view. @param {GameMeta} meta @param {GameView} view @returns {Promise<Board>} */
export async function plainBoard(meta, view) {
  const { default: makeBoard } = await import('../boards/any.js');
  const ruleset = { id: meta.ruleset, title: meta.rulesetTitle ?? meta.ruleset };
  return makeBoard({ ruleset, components: {}, seats: seated(view) });
}

/** @param {GameView} view */
const seated = (view) => view.seats.map(({ seat, name, bot }) => ({ seat, name, bot }));
