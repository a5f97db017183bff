/** The end of a game: who won and why, the points as they were counted, its moments, and what can come next. */

import { me } from '../../api.js';
import { ruleButton } from '../../dialogs.js';
import { fill, go, h, lessMotion, listed, plural, toast, words } from '../../dom.js';
import { seatEmblem } from '../../boards/kit.js';
import { Opening } from '../../opening.js';
import { button, heads, line } from '../pieces.js';
import { CLOSED, seatName } from '../words.js';
import { MOMENTS_MAX, largest, turningPoint } from './moments.js';
import { keyMomentItem, momentItem } from './chances/chances.js';
import { locale, t } from '../../language/language.js';

const COUNT_MS = 1400;

/**
 * @typedef {object} EndingContext what the end of a game needs of its page
 * @property {import('../session.js').Session} session
 * @property {import('../viewpoint.js').Viewpoint} viewpoint
 * @property {import('../parts.js').Wishes} wishes
 * @property {() => Promise<import('./chances/chances.js').WinChances>} chancesOf
 * @property {AbortSignal} signal
 */

export class Ending {
  element = h('div', { class: 'ending' });
  /** @type {string | null} */
  #secret = null;
  #moments = h('div', { class: 'ending-moments' });
  #momentsOf = 0;
  #context;

  /** @param {EndingContext} context */
  constructor(context) {
    this.#context = context;
  }

  /** @param {GameView} view @param {string} game */
  update(view, game) {
    const over = view.phase === 'over' || view.phase === 'abandoned';
    if (!over) return;
    if (this.#secret !== view.secret) this.#draw(view, game);
    this.#drawMoments(view);
  }

  /** More scores are here. @param {GameView | null} view */
  grown(view) {
    if (view?.result) this.#drawMoments(view);
  }

  /** @param {GameView} view @param {string} game */
  #draw(view, game) {
    this.#secret = view.secret;
    const { result, seats } = view;
    fill(this.element, result ? resultOf(result, seats) : h('p', null, CLOSED), this.#asPlayed(view, game),
      this.#next(view),
      this.#moments, result && h('details', { class: 'small' }, h('summary', null, 'Points by source, as a table'),
        h('div', { class: 'scroll-x', tabindex: '0', role: 'region', 'aria-label': 'Result by source' },
          bySource(ordered(result.places), seats))), check(view, game));
  }

  /** Where rulings made it another result than that of play. @param {GameView} view @param {string} game */
  #asPlayed(view, game) {
    const place = h('div');
    if (!view.result) return null;
    const { result, seats } = view;
    import('../rulings/as_played.js').then(async ({ asPlayed, isRuled }) => {
      if (isRuled(result)) fill(place, await asPlayed(game, seats, this.#context.signal));
    }).catch((problem) => { if (!this.#context.signal.aborted) console.error(problem); });
    return place;
  }

  // ---- what can come next

  /** @param {GameView} view */
  #next(view) {
    const { viewpoint, wishes } = this.#context;
    return h('div', { class: 'row ending-next' },
      button('Rematch', () => this.#rematch(view), { class: 'primary' }),
      button('Watch it in two minutes', () => {
        viewpoint.player.to(1);
        viewpoint.player.setSpeed('turns');
        viewpoint.player.play();
      }),
      button('Share', () => wishes.share()));
  }

  /** The same seats and options once more. @param {GameView} view */
  async #rematch(view) {
    const { session, signal } = this.#context;
    const person = await me().catch(() => null);
    if (!person) {
      go(`/new?ruleset=${encodeURIComponent(view.ruleset)}`);
      return;
    }
    const seats = view.seats.map(({ seat, bot }) => (
      seat === session.seat ? { me: /** @type {const} */ (true) }
        : bot ? { bot } : { open: /** @type {const} */ (true) }));
    const opening = new Opening({ ruleset: view.ruleset, seats, options: view.options, title: view.title,
      delay: session.meta.delay });
    try {
      go(`/games/${await opening.run({ signal, onStage: (text) => toast(text, 1500) })}`);
    } catch (problem) {
      if (!signal.aborted) toast(problem.message);
    }
  }

  // ---- its moments

  /** Draw the moments once all scores are here. @param {GameView} view */
  #drawMoments(view) {
    const { tracks, store } = this.#context.viewpoint;
    const steps = tracks.rows.length;
    if (!view.result || steps < store.head || steps === this.#momentsOf || store.loaded < steps) return;
    this.#momentsOf = steps;
    /** @param {number} version @param {number} seat */
    const total = (version, seat) => tracks.total(version, seat);
    const winner = ordered(view.result.places)[0]?.seat ?? 0;
    const turned = turningPoint(total, steps, view.seats.length, winner);
    const moments = h('ol', { class: 'plain' },
      largest(total, steps, view.seats.length, (version) => isPlayed(store.stepAt(version)))
        .map((each) => this.#momentOf(each, view)));
    this.#drawKeyMoments(moments, view);
    fill(this.#moments, h('h3', null, 'Three moments'), moments,
      turned && h('p', { class: 'small' }, t`${seatName(view.seats, winner)} led for good from step ${turned} on. `,
        button('Play on from there', () => this.#playOn(turned), { class: 'small' })));
  }

  /** @param {import('./moments.js').Moment} moment @param {GameView} view */
  #momentOf({ version, seat, change }, view) {
    const { player, store } = this.#context.viewpoint;
    const text = store.stepAt(version)?.line?.text ?? t`Step ${version}`;
    return momentItem(view, { version, seat, change: change < 0 ? `−${-change}` : `+${change}`, text },
      (step) => player.to(step));
  }

  /** Once win chances are known, the moments are those that changed them most. @param {HTMLElement} list
   * @param {GameView} view */
  async #drawKeyMoments(list, view) {
    const { viewpoint, chancesOf } = this.#context;
    const chances = await chancesOf();
    await chances.read();
    const most = [...chances.moments].sort((a, b) => Math.abs(b.change) - Math.abs(a.change)).slice(0, MOMENTS_MAX);
    if (!chances.settled || most.length === 0) return;
    fill(list, most.sort((a, b) => a.after - b.after)
      .map((moment) => keyMomentItem(view, moment, (step) => viewpoint.player.to(step))));
  }

  /** @param {number} version */
  async #playOn(version) {
    const { viewpoint, wishes } = this.#context;
    viewpoint.player.to(version);
    await viewpoint.store.want(version).catch(() => null);
    wishes.fork();
  }
}

/** Whether a step is of somebody's turn: neither of the set-up nor of the end. @param {Step | null} step */
const isPlayed = (step) => Boolean(step?.turn) && !step?.line?.type.startsWith('game.');

/** German nouns keep their capitals. @param {string} text */
const inSentence = (text) => (locale === 'de' ? text : text.toLowerCase());

/** @param {GamePlace[]} places */
const ordered = (places) => [...places].sort((a, b) => a.place - b.place || b.points - a.points);

/** @param {GameOutcome} result @param {GameSeatView[]} seats */
function resultOf({ places, ending, rules }, seats) {
  const order = ordered(places);
  const winners = order.filter(({ place }) => place === 1).map(({ seat }) => seatName(seats, seat));
  return [
    h('p', { class: 'ending-winner' }, order[0]?.place === 1 && seatEmblem(order[0].seat, 34, ''),
      h('strong', null, winners.length === 0 ? 'Nobody wins.'
        : winners.length === 1 ? t`${winners[0]} wins.` : t`${listed(winners)} share the win.`)),
    h('p', null, t`The game ended: ${inSentence(words(ending))}. ${whyOf(order)} `,
      rules.map((rule) => ruleButton(rule))),
    h('ol', { class: 'plain ending-places' }, order.map((place) => placeOf(place, order, seats))),
  ];
}

/** Why the first stands before the second, in words. @param {GamePlace[]} order */
function whyOf([first, second]) {
  if (!first || !second || first.place !== 1) return '';
  if (first.place === second.place) return 'The points are level, and no rule parts them.';
  if (first.points === second.points)
    return t`The points are level at ${first.points}: the tie-break of the rules decides.`;
  return t`It was decided by ${plural(first.points - second.points, 'point')}.`;
}

/** A seat's place, with its points counted up source by source. @param {GamePlace} place @param {GamePlace[]} order
 * @param {GameSeatView[]} seats */
function placeOf({ seat, place, points, sources }, order, seats) {
  const most = Math.max(1, ...order.map((each) => gains(each.sources)));
  const number = h('b', { class: 'ending-points' }, points);
  countUp(number, points);
  return h('li', { class: `seat-${seat % 6}` }, h('span', null, `${place}.`), seatEmblem(seat, 16, ''),
    h('b', null, seatName(seats, seat)), number,
    h('span', { class: 'ending-bar', 'aria-hidden': 'true' }, sources.filter((each) => each.points > 0)
      .map((each, at) => h('span', { class: 'ending-part', title: `${words(each.source)}: ${each.points}`,
        style: { '--share': each.points / most, '--at': at } }))));
}

/** @param {GameSource[]} sources */
const gains = (sources) => sources.reduce((sum, { points }) => sum + Math.max(points, 0), 0);

/** Let a number grow to its value. @param {HTMLElement} element @param {number} value */
function countUp(element, value) {
  if (lessMotion() || value <= 0) return;
  const began = performance.now();
  const tick = () => {
    const part = Math.min((performance.now() - began) / COUNT_MS, 1);
    element.textContent = String(Math.round(value * (1 - (1 - part) ** 3)));
    if (part < 1 && (element.isConnected || part < 0.1)) requestAnimationFrame(tick);
    else element.textContent = String(value);
  };
  requestAnimationFrame(tick);
}

/** @param {GamePlace[]} order @param {GameSeatView[]} seats */
function bySource(order, seats) {
  const sources = [...new Set(order.flatMap((place) => place.sources.map((source) => source.source)))];
  /** @param {GamePlace} place @param {string} name */
  const points = (place, name) => place.sources.find((source) => source.source === name)?.points ?? '';
  return h('table', { class: 'ending-table' },
    heads('Source', ...order.map(({ seat }) => seatEmblem(seat, 16, seatName(seats, seat)))),
    h('tbody', null, sources.map((name) => line(words(name), order.map((place) => points(place, name))))),
    h('tfoot', null, line('All', order.map((place) => place.points))));
}

/** @param {GameView} view @param {string} game */
function check(view, game) {
  return h('details', { class: 'small' }, h('summary', null, 'Check this game yourself'),
    h('p', null,
      'Before the first card was dealt, the service published the commitment below. Now it publishes the secret. ',
      'The SHA-256 of ',
      h('code', null, 'emberlog.commitment'), ' followed by the secret must equal the commitment (',
      ruleButton('GAME-CHANCE-01'),
      '), and every draw can be computed from it (', ruleButton('GAME-CHANCE-03'), ').'),
    h('dl', { class: 'ending-seal' },
      h('dt', null, 'Commitment'), h('dd', null, h('code', null, view.commitment)),
      h('dt', null, 'Secret'), h('dd', null, h('code', null, view.secret ?? 'not published'))),
    h('p', null, 'On a machine with the log: ', h('code', null, `emberlog verify ${game}`), '.'));
}
