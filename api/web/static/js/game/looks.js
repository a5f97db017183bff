/**
 * One colour a player: what the ruleset's `looks.js` says of each seat becomes the seat colours of the whole page.
 *
 * Without that module seats have the colours of base.css. A seat that has no colour yet, or a hidden one, is neutral.
 */

/** @type {SeatLook} */
const NEUTRAL = { colour: '#8d8378', ink: '#14100d', letter: '', name: '' };

export class Looks {
  #element;
  /** @type {LooksModule | null} */
  #module = null;
  #components = /** @type {any} */ (null);
  /** @type {GameView | null} */
  #view = null;
  #key = '';

  /** @param {HTMLElement} element what has the colours */
  constructor(element) {
    this.#element = element;
  }

  /** Take the colours of a view. @param {Setting | null} setting @param {GameView} view */
  draw(setting, view) {
    this.#view = view;
    if (!setting) return;
    [this.#module, this.#components] = [setting.looks, setting.components];
    const { seatLook } = this.#module ?? {};
    if (!seatLook) return;
    const looks = view.seats.map((_, seat) => (
      safely(() => seatLook(this.#components, view.position, seat), null) ?? NEUTRAL));
    const key = JSON.stringify(looks);
    if (key === this.#key) return;
    this.#key = key;
    looks.forEach(({ colour, ink }, seat) => {
      this.#element.style.setProperty(`--seat-${seat}`, colour);
      this.#element.style.setProperty(`--seat-${seat}-ink`, ink);
    });
  }

  /** What the ruleset says of a seat in a few figures. @param {number} seat @returns {SeatFact[]} */
  facts(seat) {
    const position = this.#view?.position;
    const facts = this.#module?.facts;
    return facts && position ? safely(() => facts(this.#components, position, seat), []) ?? [] : [];
  }
}

/**
 * A fault in a ruleset's looks costs the looks and not the page.
 * @template T @param {() => T} act @param {T} otherwise
 */
function safely(act, otherwise) {
  try {
    return act();
  } catch (problem) {
    console.error(problem);
    return otherwise;
  }
}
