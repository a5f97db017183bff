/** What a seat may play now, and which of it is still in question after some spots of the board were picked. */

export class Offers {
  /** @type {LegalCommand[]} */
  legal = [];
  /** The version of the game at which these commands are legal; 0 if not known. */
  version = 0;
  /** @type {string[]} the spots picked so far, in order */
  picked = [];
  #board;

  /** @param {() => Board | null} board */
  constructor(board) {
    this.#board = board;
  }

  /** @param {LegalCommand[]} legal @param {number} version */
  replace(legal, version) {
    this.legal = legal;
    this.version = version;
    this.picked = [];
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

  takeBack() {
    this.picked = this.picked.slice(0, -1);
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
