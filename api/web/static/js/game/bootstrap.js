// What is asked about a game before its steps: the table, its view, its ruleset, and the board module. Draws nothing.

import { query } from '../api.js';

const META = `id version ruleset title phase openedAt mySeat isHost watchers isDelayed delay { steps seconds }
  sandbox { seeded paceMs origin { game version seat kind } }`;
const LOOK = `query Look($game: ID!, $at: Int, $as: ViewerInput) { game(id: $game) { ${META} viewJson(at: $at, as: $as) } }`;
const TABLE = `query Table($game: ID!) { game(id: $game) { ${META} } }`;
const HOUSE = 'query House($id: ID!) { ruleset(id: $id) { id title version bots components } }';

/**
 * The game and its view at a step, or what of it can be shown: the last step instead of one that is not there, the caller's own eyes
 * instead of others that he may not use yet.
 * @returns {Promise<{meta: any, view: any, notice: string}>}
 */
export async function firstLook(game, at, as, signal) {
  let notice = '';
  for (let asked = { at, as }; ;) {
    try {
      const { game: said } = await query(LOOK, { game, ...asked }, { signal });
      if (!said) return { meta: null, view: null, notice };
      const { viewJson, ...meta } = said;
      return { meta, view: viewJson, notice };
    } catch (problem) {
      if (problem.code === 'UNKNOWN_GAME') return { meta: null, view: null, notice };
      if (problem.code === 'NO_SUCH_STEP' && asked.at !== null) {
        notice = `There is no step ${asked.at} (yet): this is the last one.`;
        asked = { ...asked, at: null };
      } else if (problem.code === 'VIEWER_NOT_ALLOWED' && asked.as) {
        notice = 'These eyes are open to you only once the game is over: this is what you may see now.';
        asked = { ...asked, as: null };
      } else throw problem;
    }
  }
}

/** @returns {Promise<{meta: any}>} */
export async function tableOf(game, signal) {
  return { meta: (await query(TABLE, { game }, { signal })).game };
}

/** The board of the game's ruleset, or the plain one where it has none. Fills in what the ruleset says of itself. */
export async function boardFor(meta, view, signal) {
  const house = query(HOUSE, { id: meta.ruleset }, { signal }).then((said) => said.ruleset);
  const own = import(`../boards/${meta.ruleset}/board.js`).catch(() => null);
  const [{ components, ...ruleset }, module] = await Promise.all([house, own]);
  Object.assign(meta, { house: ruleset.title, bots: ruleset.bots });
  if (!module) return plainBoard(meta, view);
  return module.default({ ruleset, components, seats: seated(view) });
}

/** The board that can show every view. */
export async function plainBoard(meta, view) {
  const { default: makeBoard } = await import('../boards/any.js');
  return makeBoard({ ruleset: { id: meta.ruleset, title: meta.house }, components: {}, seats: seated(view) });
}

const seated = (view) => view.seats.map(({ seat, name, bot }) => ({ seat, name, bot }));
