/**
 * The headlines that a reader of another language has: a thread of its own, because a page has one language. It loads
 * catalogues and printed names as a page does, from the files that the service serves.
 */

import { readFileSync, readdirSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import './dom.mjs';

const ROOT = new URL('../../../', import.meta.url);
const { locale, games, keys } = workerData;

/** What the service has in a language. @param {string} ruleset @param {string} tag */
function sourceOf(ruleset, tag) {
  const folder = new URL(`domain/rulesets/${ruleset}/languages/${tag}/`, ROOT);
  return readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n');
}

const served = () => ({ data: { languages: ['en', locale].map((tag) => ({
  locale: tag, catalogues: games.map(({ ruleset }) => ({ scope: ruleset, source: sourceOf(ruleset, tag) })),
})) } });

// The address names the language, whatever the browser's own is.
Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en'] }, configurable: true });
globalThis.location = new URL(`http://localhost/games/g?lang=${locale}`);
globalThis.document.documentElement = {};
globalThis.fetch = async (address) => {
  const name = /languages\/.+\.json$/.exec(String(address))?.[0];
  const text = name ? readFileSync(new URL(`api/web/static/${name}`, ROOT), 'utf8') : JSON.stringify(served());
  return new Response(text, { headers: { 'content-type': 'application/json' } });
};

const { learn, printed, ready, translation } = await import(`${ROOT}api/web/static/js/language/language.js`);
const { storyFor } = await import(`${ROOT}api/web/static/js/game/replay/story.js`);

async function headlines() {
  const written = [];
  for (const { ruleset, components, names, turns } of games) {
    const { components: own } = await printed({ id: ruleset, components });
    const story = await storyFor(ruleset, own);
    written.push(turns.map(({ steps, gains }) => story.headline(steps, names, gains)));
  }
  return written;
}

await ready();
const written = await headlines();
// Once more with the key behind each message, which says what was used.
learn(Object.fromEntries(keys.map((key) => [key, `${translation(key)}⟪${key.replaceAll(/[{}]/g, '|')}⟫`])));
const used = (await headlines()).flat().flatMap((text) => [...text.matchAll(/⟪([^⟫]+)⟫/g)].map(([, key]) => key));
const unused = keys.filter((key) => !used.includes(key.replaceAll(/[{}]/g, '|')));
parentPort.postMessage({ headlines: written, unused });
