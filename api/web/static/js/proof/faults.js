/** What may be wrong with a bundle: the same kinds as the verifier for Python has (domain/proof/faults.py). */

/** The first thing in a bundle that does not hold. Its message is a sentence without the full stop. */
export class Fault extends Error {
  /** @param {string} kind @param {string} why */
  constructor(kind, why) {
    super(why);
    this.kind = kind;
  }
}

/** Throws unless something holds. @param {unknown} holds @param {string} kind @param {string} why */
export function expect(holds, kind, why) {
  if (!holds) throw new Fault(kind, why);
}
