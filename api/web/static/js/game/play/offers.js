/** What a seat may play now, and which of it is still in question after some spots of the board were picked. */

/** Kinds of spots at which a command may end and be known by it. */
const PLACES = /^(area|tile|track|stack|borough):/;

export class Offers {
  /** @type {LegalCommand[]} */
  legal = [];
  /** The version of the game at which these commands are legal; 0 if not known. */
  version = 0;
  /** @type {string[]} the spots picked so far, in order */
  picked = [];
  /** The spot at which the command is to end, if the reader chose that first; else empty. */
  goal = '';
  /** @type {Set<string>} those of them that were the only ones, and were picked by the page */
  forced = new Set();
  #board;

  /** @param {() => Board | null} board */
  constructor(board) {
    this.#board = board;
  }

  /** @param {LegalCommand[]} legal @param {number} version */
  replace(legal, version) {
    this.legal = legal;
    this.version = version;
    this.clear();
  }

  clear() {
    this.picked = [];
    this.goal = '';
    this.forced.clear();
  }

  /** The commands that begin with the picked spots, and end at the goal. */
  get open() {
    return this.legal.filter((legal) => {
      const spots = this.spotsOf(legal);
      return this.picked.every((id, at) => spots[at] === id) && (!this.goal || spots.at(-1) === this.goal);
    });
  }

  /** Where open commands end that have more to be picked before, with these commands. No spot that is next. */
  get goals() {
    /** @type {Map<string, LegalCommand[]>} */
    const goals = new Map();
    const next = new Set();
    for (const legal of this.goal ? [] : this.open) {
      const spots = this.spotsOf(legal);
      const end = spots.at(-1) ?? '';
      next.add(spots[this.picked.length]);
      if (spots.length > this.picked.length + 1 && PLACES.test(end)) goals.set(end, [...goals.get(end) ?? [], legal]);
    }
    for (const id of [...next, ...this.picked]) goals.delete(id);
    return goals;
  }

  /** Pick a spot, or take back a picked one with all after it. Returns whether one was added. @param {string} id */
  pick(id) {
    if (id === this.goal) { this.clear(); return false; }
    if (this.goals.has(id)) { this.goal = id; return true; }
    const at = this.picked.indexOf(id);
    this.picked = at >= 0 ? this.picked.slice(0, at) : [...this.picked, id];
    return at < 0;
  }

  /** All that the reader chose so far, in words that can be read. */
  get chosen() {
    return this.goal ? [...this.picked, this.goal] : this.picked;
  }

  /** Take back the reader's last pick, with what followed from it by itself. */
  takeBack() {
    while (this.picked.length && this.forced.has(this.picked[this.picked.length - 1])) this.picked.pop();
    if (!this.picked.length) this.goal = '';
    this.picked = this.picked.slice(0, -1);
  }

  /** The only spot with which every open command goes on; null where there is a choice. @returns {string | null} */
  get only() {
    const next = new Set(this.open.map((legal) => this.spotsOf(legal)[this.picked.length] ?? ''));
    const [id] = next;
    return next.size === 1 && id ? id : null;
  }

  /** Whether a command may still be played. @param {LegalCommand} chosen */
  has(chosen) {
    return this.legal.some((legal) => legal.text === chosen.text);
  }

  /** @param {LegalCommand} legal @returns {string[]} */
  spotsOf(legal) {
    return this.#board()?.spotsOf(legal.json) ?? [];
  }

  /** @param {string} id @returns {string} what a spot is called */
  nameOf(id) {
    return this.#board()?.nameOf(id) ?? id;
  }
}
