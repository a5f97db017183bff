// The log: each step in a plain sentence with its rules and time. Shows what the store holds and keeps no step of its own.
//
// Rows are laid out only where they are looked at (`content-visibility` on each chunk), so thousands of them cost little, and all of
// them can still be read, searched and focused.

import { fill, h, moment } from '../../dom.js';
import { showRule } from '../../dialogs.js';
import { seatMark } from '../../boards/kit.js';

/** Rows laid out together: about as many as are seen at once, as a jump lays out whole chunks. */
const CHUNK = 10;
const SLICE = 150;
const HIDDEN = 'Something happened that is hidden from these eyes.';
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });

/**
 * @param {{goTo: (version: number) => void, why: (version: number) => Promise<Node>}} wished
 */
export function makeLog(wished) {
  const scroller = h('div', { class: 'log', tabindex: '0', role: 'region', 'aria-label': 'Log of steps' });
  const asked = h('div', { class: 'log-why', role: 'status' });
  const why = h('button', { type: 'button', class: 'log-ask', 'aria-expanded': 'false', onclick: explain }, 'Why?');
  let rows = [];
  let store = null;
  let chunk = null;
  let current = null;
  let timer = 0;
  let frame = 0;
  let shown = 0;

  scroller.addEventListener('click', (event) => {
    const rule = event.target.closest('[data-rule]');
    if (rule) { showRule(rule.dataset.rule); return; }
    const row = event.target.closest('.log-go');
    if (row) wished.goTo(Number(row.closest('li').dataset.step));
  });

  async function explain() {
    const version = Number(current?.dataset.step);
    if (why.getAttribute('aria-expanded') === 'true') { forget(); return; }
    why.setAttribute('aria-expanded', 'true');
    current.append(fill(asked, 'Looking it up …'));
    const answer = await wished.why(version).catch((problem) => problem.message);
    if (Number(current?.dataset.step) !== version) return;
    fill(asked, answer);
    const below = asked.getBoundingClientRect().bottom - scroller.getBoundingClientRect().bottom;
    if (below > 0) scroller.scrollTop += below;
  }

  function forget() {
    why.setAttribute('aria-expanded', 'false');
    asked.remove();
  }

  /** Rows that were never looked at have a guessed height, which is put right once they are: so look again. */
  function centre(again) {
    if (!current) return;
    const [row, box] = [current.getBoundingClientRect(), scroller.getBoundingClientRect()];
    if (row.top >= box.top && row.bottom <= box.bottom) return;
    scroller.scrollTop += row.top - box.top - (box.height - row.height) / 2;
    if (again > 0) frame = requestAnimationFrame(() => centre(again - 1));
  }

  function mark() {
    const row = rows[shown - 1] ?? null;
    if (row === current) return;
    current?.removeAttribute('aria-current');
    forget();
    current = row;
    if (!row) return;
    row.setAttribute('aria-current', 'step');
    row.querySelector('.log-meta').append(why);
    reveal();
  }

  /** Bring the marked step into sight without moving anything but the log itself. */
  function reveal() {
    if (!current || scroller.contains(document.activeElement)) return;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => { if (scroller.offsetParent !== null) centre(8); });
  }

  function grow() {
    clearTimeout(timer);
    const until = Math.min(rows.length + SLICE, store.steps.length);
    while (rows.length < until) {
      const step = store.steps[rows.length];
      if (rows.length % CHUNK === 0) scroller.append((chunk = h('ol', { class: 'log-chunk', start: step.version })));
      const turn = step.turn ?? 0;
      const before = store.steps[rows.length - 1]?.turn ?? 0;
      const row = rowOf(step, turn > 0 && turn !== before ? turn : 0);
      rows.push(row);
      chunk.append(row);
    }
    mark();
    if (rows.length < store.steps.length) timer = setTimeout(grow, 0);
  }

  return {
    element: scroller,
    /** Show the steps of a store, from now on. */
    of(next) {
      if (store !== next) {
        store = next;
        rows = [];
        current = null;
        forget();
        scroller.replaceChildren();
      }
      grow();
    },
    /** Mark the step that is shown. */
    at(version) {
      shown = version;
      mark();
    },
    reveal,
  };
}

function rowOf(step, turn) {
  const { line } = step;
  const at = new Date(step.time);
  return h('li', { class: line ? 'log-row' : 'log-row log-hidden', dataset: { step: step.version, turn: turn ? `Turn ${turn}` : '' } },
    h('button', { type: 'button', class: 'log-go' },
      h('span', { class: 'log-number' }, step.version),
      line && line.seat !== null ? seatMark(line.seat, 12, '') : h('span', { class: 'log-nobody' }),
      h('span', { class: 'log-text' }, line ? line.text : HIDDEN)),
    h('span', { class: 'log-meta' },
      (line?.rules ?? []).map((rule) => h('button', { type: 'button', class: 'log-rule', dataset: { rule: rule.id } }, rule.id)),
      h('time', { datetime: step.time, title: moment(step.time) }, clock.format(at))));
}
