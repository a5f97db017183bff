// Playing a seat: whose turn it is, what is legal now as a list and on the board, the question before it counts, and the answer.
// Judges nothing by itself: what may be played, and what a command would bring, is what the API says.

import { query } from '../../api.js';
import { announce, clear, fill, h, plural, say } from '../../dom.js';
import { deliver, unanswered, written } from './deliver.js';
import { forecast } from './forecast.js';
import { button, trouble } from '../pieces.js';
import { plainType, whoseTurn } from '../words.js';

const MINE = 'query Mine($game: ID!) { game(id: $game) { version mySeat toAct legal { type json text } } }';
const SETTING = 'emberlog.play-at-once';
const OPEN_MAX = 40;

const wanted = (name) => {
  try { return localStorage.getItem(name) === 'yes'; } catch { return false; }
};

/** @typedef {{type: string, json: object, text: string}} Legal */

/**
 * @param {{game: string, board: () => any, mine: () => number | null, signal: AbortSignal, live: () => void, asking: () => void,
 *   accepted: (answer: object) => void, resign: () => Promise<string>}} table
 */
export function makePlay(table) {
  const { game, signal } = table;
  /** @type {{legal: Legal[], version: number, picked: string[], chosen: Legal | null, sending: boolean, refusal: any, own: boolean}} */
  const now = { legal: [], version: 0, picked: [], chosen: null, sending: false, refusal: null, own: false };
  let shown = { head: 0, mayPlay: false };
  let asking = 0;
  let awaited = 0; // the step that the last question is about, until it is answered

  const status = h('p', { class: 'play-status', tabindex: '-1' });
  const problems = h('div', { class: 'play-trouble', role: 'alert' });
  const question = h('div', { class: 'play-question' });
  const picked = h('p', { class: 'play-picked', role: 'status' });
  const filter = h('input', { type: 'search', 'aria-label': 'Filter what you may play', placeholder: 'Filter', oninput: () => drawList() });
  const groups = h('div', { class: 'play-groups' });
  const atOnce = h('input', { type: 'checkbox', checked: wanted(SETTING), onchange: () => {
    try { localStorage.setItem(SETTING, atOnce.checked ? 'yes' : 'no'); } catch { /* It holds as long as the page lives. */ }
  } });
  const choice = h('div', { class: 'play-choice' }, h('div', { class: 'play-filter' }, filter), picked, groups);
  const resigning = h('div', { class: 'play-resign' });
  const settings = h('div', { class: 'play-settings' }, h('label', { class: 'check' }, atOnce, 'play at once, without asking'), resigning);
  const element = h('div', { class: 'play' }, status, problems, question, choice, settings);

  const spots = (legal) => table.board()?.spotsOf(legal.json) ?? [];
  const inQuestion = () => now.legal.filter((legal) => now.picked.every((id, at) => spots(legal)[at] === id));

  /** What the board offers follows from what is open here. */
  function offer() {
    const board = table.board();
    if (!board) return;
    if (now.chosen) board.offer([now.chosen.json], spots(now.chosen), () => back());
    else if (shown.mayPlay && !now.sending) board.offer(inQuestion().map((legal) => legal.json), now.picked, pick);
    else board.offer([], [], null);
  }

  function pick(id) {
    const at = now.picked.indexOf(id);
    now.picked = at >= 0 ? now.picked.slice(0, at) : [...now.picked, id];
    now.refusal = null;
    const left = inQuestion();
    if (left.length === 1 && at < 0) choose(left[0]);
    else {
      draw();
      announce(now.picked.length ? `${table.board().nameOf(id)}: ${plural(left.length, 'choice')} left.` : 'Nothing chosen.');
    }
  }

  function choose(legal) {
    now.chosen = legal;
    now.refusal = null;
    if (atOnce.checked) { send(written(legal.json, legal.text, now.version)); return; }
    draw();
    table.asking();
    question.querySelector('.primary')?.focus({ preventScroll: true });
    question.scrollIntoView({ block: 'nearest' });
  }

  function back() {
    now.chosen = null;
    now.picked = now.picked.slice(0, -1);
    draw();
    (groups.querySelector('button') ?? status).focus({ preventScroll: true });
  }

  async function send(sent) {
    Object.assign(now, { sending: true, refusal: null });
    draw();
    const waiting = () => fill(question, h('p', { role: 'status' },
      `The connection is lost. "${sent.text}" is sent again, under the same id, until it is answered.`));
    try {
      answered(await deliver(game, sent, { signal, waiting }), sent);
    } catch (problem) {
      if (signal.aborted) return;
      Object.assign(now, { sending: false, chosen: null, refusal: { text: problem.message } });
      draw();
    }
  }

  function answered(answer, sent) {
    Object.assign(now, { sending: false, chosen: null, picked: [] });
    if (answer.__typename === 'CommandAccepted') {
      now.legal = [];
      now.version = 0;
      announce(`Played: ${sent.text}`);
      status.focus({ preventScroll: true });
      // The steps may have come before their answer; then what may be played next is asked for here, or nobody asks.
      if (shown.head >= answer.version) look(shown.head);
      else shown.mayPlay = false;
      table.accepted(answer);
    } else if (answer.__typename === 'VersionConflict') {
      now.refusal = { text: `${answer.text} Look again: it was not played.` };
      look(answer.actual);
    } else {
      now.refusal = answer;
      if (answer.legal) now.legal = answer.legal;
    }
    draw();
  }

  /** Ask what is legal. Only the last question counts. */
  async function look(version) {
    const question_ = (asking += 1);
    awaited = version;
    try {
      const { game: said } = await query(MINE, { game }, { signal });
      if (question_ !== asking || said.version < version) return;
      const ours = said.mySeat !== null && said.toAct.includes(said.mySeat);
      Object.assign(now, { legal: ours ? said.legal : [], version: said.version, picked: [] });
      if (now.chosen && !now.legal.some((legal) => legal.text === now.chosen.text)) now.chosen = null;
      draw();
    } catch (problem) {
      if (signal.aborted) return;
      now.refusal = { text: problem.message };
      draw();
    } finally {
      if (question_ === asking) awaited = 0;
    }
  }

  function draw() {
    const mayPlay = shown.mayPlay && now.legal.length > 0 && !now.sending;
    drawRefusal();
    drawQuestion();
    choice.hidden = !mayPlay || now.chosen !== null;
    if (!choice.hidden) drawList();
    settings.hidden = !now.own;
    offer();
  }

  function drawRefusal() {
    const said = now.refusal;
    if (said) fill(problems, trouble(said.code ? `Refused: ${said.text}` : said.text, said.rules));
    else if (problems.firstChild) clear(problems);
  }

  function drawQuestion() {
    if (now.sending) { fill(question, h('p', { role: 'status', class: 'busy' }, 'Playing')); return; }
    if (!now.chosen) { clear(question); return; }
    const { chosen } = now;
    const would = h('div', { class: 'play-forecast', role: 'status' });
    const ahead = async () => {
      fill(would, 'Looking ahead …');
      fill(would, await forecast(game, chosen.json, signal).catch((problem) => problem.message));
    };
    const escape = (event) => { if (event.key === 'Escape') back(); };
    fill(question, h('div', { class: 'play-confirm', role: 'group', 'aria-label': 'Play this?', onkeydown: escape },
      h('p', { class: 'play-sentence' }, chosen.text),
      h('div', { class: 'row' },
        button('Play', () => send(written(chosen.json, chosen.text, now.version)), { class: 'primary' }),
        button('What would happen?', ahead), button('Back', back)),
      would));
  }

  function drawList() {
    const left = inQuestion();
    const asked = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = left.filter((legal) => asked.every((word) => legal.text.toLowerCase().includes(word)));
    filter.parentElement.hidden = now.legal.length < 8;
    fill(picked, now.picked.length > 0 && ['Chosen: ', now.picked.map((id) => table.board().nameOf(id)).join(' → '), ' ',
      button('Take back', () => pick(now.picked[now.picked.length - 1]), { class: 'quiet' })]);
    const types = new Map();
    for (const legal of found) types.set(legal.type, [...(types.get(legal.type) ?? []), legal]);
    const open = types.size === 1 || found.length <= OPEN_MAX || asked.length > 0;
    fill(groups, [...types].map(([type, each]) => h('details', { open: open || each.length <= 4 },
      h('summary', null, `${plainType(type)} `, h('span', { class: 'soft' }, `(${each.length})`)),
      h('ul', { class: 'plain' }, each.map((legal) => h('li', null, button(legal.text, () => choose(legal), { class: 'play-legal' })))))),
      found.length === 0 && h('p', { class: 'soft' }, 'Nothing you may play has these words.'));
  }

  function drawResign(view) {
    const may = view.phase === 'playing' && now.own && !view.seats[table.mine()]?.resigned;
    if (!may) { clear(resigning); return; }
    if (resigning.firstChild) return;
    const stay = button('Keep playing', () => { clear(resigning); drawResign(view); });
    const leave = button('Resign for good', async () => fill(resigning, await table.resign()), { class: 'play-danger' });
    const ask = () => {
      fill(resigning, h('p', null, 'Resign? The house plays your seat on, or it leaves the game; you cannot take it back.'),
        h('div', { class: 'row' }, leave, stay));
      stay.focus();
    };
    fill(resigning, button('Resign …', ask, { class: 'quiet' }));
  }

  element.addEventListener('keydown', (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by || !event.target.matches('.play-legal, summary')) return;
    const all = [...groups.querySelectorAll('summary, details[open] .play-legal')];
    event.preventDefault();
    event.stopPropagation();
    all[all.indexOf(event.target) + by]?.focus();
  });

  const left = unanswered(game);
  if (left) queueMicrotask(() => send(left));

  return {
    element,
    /** @param {{view: object, head: number, at: number, own: boolean}} next own: whether the eyes are the caller's own seat's */
    update({ view, head, at, own }) {
      now.own = table.mine() !== null;
      const turn = now.own && view.to_act.includes(table.mine());
      const here = at === head && own;
      const mayPlay = turn && here;
      const text = whoseTurn(view, now.own ? table.mine() : null);
      if (now.own && !here && view.phase === 'playing') {
        fill(status, 'You are looking back, or through other eyes. ', button('Back to the table', table.live));
      } else say(status, text);
      const changed = mayPlay !== shown.mayPlay || head !== shown.head;
      if (mayPlay && !shown.mayPlay) announce(text);
      shown = { head, mayPlay };
      if (!mayPlay) { now.picked = []; if (!now.sending) now.chosen = null; }
      if (mayPlay && Math.max(now.version, awaited) < head) look(head);
      if (changed || !mayPlay) draw();
      drawResign(view);
    },
    offer,
  };
}
