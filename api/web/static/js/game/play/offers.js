/** What a seat may play now, and which of it is still in question after some spots of the board were picked. */

export class Offers {
  /** @type {LegalCommand[]} */
  legal = [];
  /** The version of the game at which these commands are legal; 0 if not known. */
  version = 0;
  /** @type {string[]} the spots picked so far, in order */
  picked = [];
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
    this.forced.clear();
  }

  /** The commands that begin with the picked spots. */
  get open() {
    return this.legal.filter((legal) => {
      const spots = this.spotsOf(legal);
      return this.picked.every((id, at) => spots[at] === id);
    });
  }

  /** Pick a spot, or take back a picked one with all after it. Returns whether one was added. @param {string} id */
  pick(id) {
    const at = this.picked.indexOf(id);
    this.picked = at >= 0 ? this.picked.slice(0, at) : [...this.picked, id];
    return at < 0;
  }

  /** Take back the reader's last pick, with what followed from it by itself. */
  takeBack() {
    while (this.picked.length && this.forced.has(this.picked[this.picked.length - 1])) this.picked.pop();
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
