// The replay controls: buttons, pace, the slider over all steps and the marks under it. Moves nobody: it tells the player where to go.

import { fill, h, say, svg } from '../../dom.js';
import { button } from '../pieces.js';
import { SPEEDS } from './player.js';

const ICONS = {
  first: 'M5 4h2v16H5zM20 4v16L8 12z',
  turnBack: 'M12 4v16L3 12zM21 4v16l-9-8z',
  back: 'M16 4v16L6 12z',
  play: 'M7 4v16l13-8z',
  pause: 'M6 4h4v16H6zM14 4h4v16h-4z',
  on: 'M8 4v16l10-8z',
  turnOn: 'M3 4v16l9-8zM12 4v16l9-8z',
  last: 'M17 4h2v16h-2zM4 4v16l12-8z',
};
/** Each kind of mark has a shape of its own: a tick, a diamond, an open ring, a flag, a cross, an arrow back. */
const SHAPES = {
  TURN: 'M0 0v5',
  SCORE: 'M0 4l3 4-3 4-3-4z',
  REVEAL: 'M0 5a3 3 0 1 0 .01 0z',
  END: 'M0 14V2l7 3-7 3',
  REFUSAL: 'M-3 6l6 6m-6 0l6-6',
  TAKEN_BACK: 'M3 9h-6m3-3-3 3 3 3',
};
/** What a screen reader and the list of marks call each kind. */
export const KINDS = {
  TURN: 'Turn', SCORE: 'Score', REVEAL: 'Revealed', END: 'End', REFUSAL: 'Refused', TAKEN_BACK: 'Taken back',
};

const icon = (name) => svg('svg', { viewBox: '0 0 24 24', width: 20, height: 20, 'aria-hidden': 'true' }, svg('path', { d: ICONS[name] }));

/**
 * @param {import('./player.js').Player} player
 * @param {{refusals: (shown: boolean) => void}} wished
 */
export function makeScrubber(player, wished) {
  const control = (name, label, act) => button(icon(name), act, { class: 'replay-button', 'aria-label': label, title: label });
  const playing = control('play', 'Play (Space)', () => player.toggle());
  const pace = h('select', { class: 'replay-pace', 'aria-label': 'Pace', onchange: () => player.setSpeed(pace.value) },
    SPEEDS.map((speed) => h('option', { value: speed }, speed === 'real' ? 'real time' : `${speed}×`)));
  pace.value = player.speed;
  const slider = h('input', { type: 'range', class: 'replay-slider', min: 1, max: 1, step: 1, value: 1, 'aria-label': 'Step',
    oninput: () => player.to(Number(slider.value)) });
  const drawn = svg('svg', { class: 'replay-marks', 'aria-hidden': 'true' });
  const where = h('span', { class: 'replay-where' });
  const said = h('span', { class: 'replay-said', role: 'status' });
  const pill = h('button', { type: 'button', class: 'replay-pill', hidden: true, onclick: () => player.last() });
  const leap = () => {
    player.to(Number(jump.value));
    jump.value = '';
  };
  const jump = h('select', { class: 'replay-jump', 'aria-label': 'Go to a mark', onchange: leap }, h('option', { value: '' }, 'Marks…'));
  const refusals = h('input', { type: 'checkbox', onchange: () => wished.refusals(refusals.checked) });
  const element = h('section', { class: 'replay', 'aria-label': 'Replay' },
    h('div', { class: 'replay-row' },
      h('div', { class: 'replay-buttons', role: 'group', 'aria-label': 'Move through the game' },
        control('first', 'First step (Home)', () => player.to(1)),
        control('turnBack', 'Turn before (Up)', () => player.turn(-1)),
        control('back', 'Step before (Left)', () => player.by(-1)),
        playing,
        control('on', 'Next step (Right)', () => player.by(1)),
        control('turnOn', 'Next turn (Down)', () => player.turn(1)),
        control('last', 'Last step (End)', () => player.last())),
      where, said, pill,
      h('div', { class: 'replay-more' }, pace, jump,
        h('label', { class: 'replay-check' }, refusals, ' refusals'))),
    h('div', { class: 'replay-track' }, slider, drawn));
  let marked = '';

  return {
    element,
    slider,
    say: (text) => say(said, text),
    /** @param {number} at @param {number} head @param {{turn: string, text: string, time: string}} now what is shown */
    update(at, head, now) {
      if (slider.max !== String(head)) slider.max = head;
      slider.value = at;
      slider.setAttribute('aria-valuetext', `Step ${at} of ${head}. ${now.turn} ${now.text}`);
      say(where, `Step ${at} of ${head}${now.turn ? ` · ${now.turn}` : ''}${now.time ? ` · ${now.time}` : ''}`);
    },
    /** How many steps there are past what is shown, for who looked back. */
    news(number) {
      pill.hidden = number === 0;
      say(pill, `${number} new ${number === 1 ? 'step' : 'steps'} ↓`);
    },
    played() {
      playing.replaceChildren(icon(player.playing ? 'pause' : 'play'));
      const label = player.playing ? 'Pause (Space)' : 'Play (Space)';
      playing.setAttribute('aria-label', label);
      playing.title = label;
      pace.value = player.speed;
      if (!player.playing) say(said, '');
    },
    /** @param {{version: number, kind: string, text: string}[]} marks in order @param {number} head */
    marks(marks, head) {
      const now = `${marks.length}/${head}`;
      if (now === marked) return;
      marked = now;
      const at = (version) => `${head < 2 ? 0 : ((version - 1) * 100) / (head - 1)}%`;
      const named = ({ kind, version, text }) => `${version}: ${KINDS[kind] ?? kind}: ${text}`;
      fill(drawn, marks.map((mark) => svg('svg',
        { x: at(mark.version), y: 0, overflow: 'visible', class: `mark mark-${mark.kind.toLowerCase()}` },
        svg('title', null, named(mark)),
        svg('path', { d: SHAPES[mark.kind] ?? SHAPES.TURN, onclick: () => player.to(mark.version) }))));
      fill(jump, h('option', { value: '' }, 'Marks…'),
        marks.map((mark) => h('option', { value: mark.version }, named(mark).slice(0, 90))));
    },
  };
}
