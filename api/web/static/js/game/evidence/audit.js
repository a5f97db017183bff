/**
 * The chain of a finished game, checked from its recorded bytes alone: every step's hash, the chain of commands, and
 * what was committed to against the secret that was revealed. Knows no page and no network.
 */

import { fromBase64, fromHex, isCanonical, joined, number, parsed, sha256, toBytes, toHex } from './bytes.js';
import { commitmentOf, saltOf } from './chance.js';
import { t } from '../../language/language.js';

const GENESIS = '00'.repeat(32);

/**
 * @typedef {{version: number, hash: string, prevHash: string, body: string}} RecordedStep
 * @typedef {{ordinal: number, commandId: string, outcome: string, link: string, content: string, body: string,
 *   answer: string}} RecordedCommand
 * @typedef {{id: string, commitment: string, headHash: string, secret: string | null, version: number}} Published
 *   what the service says of the game beside its records
 * @typedef {{step: number, command: number, check: string, why: string}} Fault
 */

/** What does not hold, and where. */
export class Broken extends Error {
  /** @param {string} check @param {string} why @param {{step?: number, command?: number}} at */
  constructor(check, why, { step = 0, command = 0 }) {
    super(why);
    /** @type {Fault} */
    this.fault = { check, why, step, command };
  }
}

/** @param {string} base64 @param {string} check @param {{step?: number, command?: number}} at */
function bytesOf(base64, check, at) {
  try {
    return fromBase64(base64);
  } catch {
    throw new Broken(check, 'its bytes are not base64', at);
  }
}

/** @param {Uint8Array} bytes @param {{step?: number, command?: number}} at */
function canonicalOf(bytes, at) {
  let value;
  try {
    value = parsed(bytes);
  } catch {
    throw new Broken('canonical', 'its bytes are not JSON', at);
  }
  if (!isCanonical(bytes, value)) throw new Broken('canonical', 'its bytes are not canonical JSON', at);
  return value;
}

export class Audit {
  steps = 0;
  commands = 0;
  refusals = 0;
  head = GENESIS;
  link = GENESIS;
  secret = '';
  /** @type {string[] | null} the shares of the seats, once the secret was revealed */
  shares = null;
  /** @type {{command: string, principal: string, seat: number | null, time_us: number, ends: boolean}[]} by step */
  #causes = [];
  #covered = 0;
  #game;

  /** @param {Published} game */
  constructor(game) {
    this.#game = game;
  }

  /** Check one more step. @param {RecordedStep} row @throws {Broken} */
  async step(row) {
    const at = { step: this.steps + 1 };
    if (row.version !== at.step) throw new Broken('chain', t`the next step is ${row.version}`, at);
    if (row.prevHash !== this.head) throw new Broken('chain', 'its previous hash is not that of the step before', at);
    const bytes = bytesOf(row.body, 'body', at);
    if (toHex(await sha256(joined(1, fromHex(this.head), bytes))) !== row.hash)
      throw new Broken('body', 'its body and its hash do not agree', at);
    const body = canonicalOf(bytes, at);
    if (body.stream !== this.#game.id || body.version !== at.step || body.data?.type !== body.type)
      throw new Broken('place', 'its body is that of another step', at);
    await this.#chance(body, at);
    const { command, principal, seat, time_us, state } = body;
    this.#causes.push({ command, principal, seat, time_us, ends: state !== null });
    [this.head, this.steps] = [row.hash, at.step];
  }

  /** The commitment, the salt, and the secret that is revealed. @param {any} body @param {{step: number}} at */
  async #chance({ data, salt }, at) {
    if (at.step === 1) await this.#sealed(data, at);
    if (salt !== await saltOf(this.secret, at.step))
      throw new Broken('salt', 'its salt does not follow from the secret', at);
    if (data.type !== 'game.SeedRevealed') return;
    if (data.secret !== this.secret) throw new Broken('seed', 'the revealed secret is not the sealed one', at);
    this.shares = data.shares;
  }

  /** @param {any} data @param {{step: number}} at */
  async #sealed(data, at) {
    if (!/^[0-9a-f]{64}$/.test(data.secret ?? '')) throw new Broken('seed', 'it seals no secret', at);
    this.secret = data.secret;
    if (await commitmentOf(this.secret) !== data.commitment)
      throw new Broken('commitment', 'the commitment was not made for this secret', at);
    if (data.commitment !== this.#game.commitment)
      throw new Broken('commitment', 'the service publishes another commitment', at);
  }

  /** Check one more command; all steps come first. @param {RecordedCommand} row @throws {Broken} */
  async command(row) {
    const at = { command: this.commands + 1 };
    if (row.ordinal !== at.command) throw new Broken('commands', t`the next command is ${row.ordinal}`, at);
    const content = canonicalOf(toBytes(row.content), at);
    const covered = joined(2, fromHex(this.link), number(at.command, 4), await sha256(toBytes(row.content)));
    if (toHex(await sha256(covered)) !== row.link)
      throw new Broken('link', 'its content and its link do not agree', at);
    await this.#covers(row, content, at);
    this.#leads(content, at);
    [this.link, this.commands] = [row.link, at.command];
  }

  /** The bytes that a link covers by their hashes. @param {RecordedCommand} row @param {any} content
   * @param {{command: number}} at */
  async #covers(row, content, at) {
    const names = /** @type {const} */ (['body', 'answer']);
    for (const name of names) {
      const bytes = bytesOf(row[name], 'link', at);
      if (toHex(await sha256(bytes)) !== content[name])
        throw new Broken('link', name === 'body'
          ? 'its body is not the one that its link covers' : 'its answer is not the one that its link covers', at);
    }
    if (content.game !== this.#game.id || content.command !== row.commandId
      || content.outcome !== row.outcome.toLowerCase())
      throw new Broken('commands', 'its content is that of another command', at);
  }

  /** @param {any} content @param {{command: number}} at */
  #leads(content, at) {
    if (content.outcome === 'refused') this.#refused(content, at);
    else this.#accepted(content, at);
  }

  /** @param {any} content @param {{command: number}} at */
  #refused({ first_version: met, last_version: last }, at) {
    if (met !== last || met !== this.#covered)
      throw new Broken('commands', 'it was refused at a step where the game was not', { ...at, step: met });
    this.refusals += 1;
  }

  /** A command and its steps name each other. @param {any} content @param {{command: number}} at */
  #accepted(content, at) {
    const { first_version: first, last_version: last } = content;
    const place = { ...at, step: first };
    if (first !== this.#covered + 1 || last < first || last > this.steps)
      throw new Broken('commands', 'it names other steps than those that are next', place);
    for (let step = first; step <= last; step += 1) this.#names(content, step, { ...at, step });
    this.#covered = last;
  }

  /** @param {any} content @param {number} step @param {{command: number, step: number}} at */
  #names(content, step, at) {
    const cause = this.#causes[step - 1];
    const same = cause.command === content.command && cause.principal === content.principal
      && cause.seat === content.seat && cause.time_us === content.time_us;
    if (!same) throw new Broken('commands', 'the step names another command', at);
    if (cause.ends !== (step === content.last_version))
      throw new Broken('state', 'the hash of the state stands at another step than the last one', at);
  }

  /** What only the end can show. @throws {Broken} */
  finish() {
    const at = { step: this.steps };
    const { version, headHash, secret } = this.#game;
    if (this.steps !== version || this.head !== headHash)
      throw new Broken('head', 'the last step is not the one that the service publishes', at);
    if (this.#covered !== this.steps)
      throw new Broken('commands', 'no command is recorded for this step', { step: this.#covered + 1 });
    if (!this.shares) throw new Broken('seed', 'the secret was never revealed', at);
    if (secret !== this.secret) throw new Broken('seed', 'the service publishes another secret', at);
  }
}
