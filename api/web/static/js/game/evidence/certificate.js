/** The check of a finished game in the browser: it reads the records page by page, and can go on where it stopped. */

import { persist } from '../../api/commands.js';
import { Audit, Broken } from './audit.js';
import { t, translation } from '../../language/language.js';

const GAME = `query Published($game: ID!) { game(id: $game) {
  id version commitment headHash secret phase sandbox { origin { version } } } }`;
const STEPS = `query Recorded($game: ID!, $after: Cursor) { game(id: $game) {
  page: recordedSteps(first: 200, after: $after) { pageInfo { hasNextPage }
  edges { node { version hash prevHash body } } } } }`;
const COMMANDS = `query Decided($game: ID!, $after: Cursor) { game(id: $game) {
  page: recordedCommands(first: 200, after: $after) { pageInfo { hasNextPage }
  edges { node { ordinal commandId outcome link content body answer } } } } }`;

/** The records of this game are not for this reader, or not yet. */
export class NotOpen extends Error {}

/**
 * @typedef {object} Progress
 * @property {(done: number, all: number, words: string) => void} done
 * @property {(error: Error) => void} waits the connection is away; the check goes on by itself
 */

export class Check {
  /** @type {Audit | null} */
  audit = null;
  /** @type {import('./audit.js').Fault | null} */
  fault = null;
  finished = false;
  #version = 0;
  #game;
  #signal;
  #progress;

  /** @param {string} game @param {AbortSignal} signal @param {Progress} progress */
  constructor(game, signal, progress) {
    this.#game = game;
    this.#signal = signal;
    this.#progress = progress;
  }

  /** Check all, or what is left after a lost connection. @throws for anything but a chain that breaks */
  async run() {
    try {
      const audit = await this.#begun();
      await this.#steps(audit);
      await this.#commands(audit);
      audit.finish();
      this.finished = true;
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
      this.fault = error.fault;
    }
  }

  async #begun() {
    if (this.audit) return this.audit;
    const published = (await this.#read(GAME, {})).game;
    if (!['OVER', 'ABANDONED'].includes(published.phase)) throw new NotOpen(translation('The game is not over.'));
    this.#version = published.version;
    this.audit = new Audit(published);
    return this.audit;
  }

  /** @param {Audit} audit */
  async #steps(audit) {
    for (let more = audit.steps < this.#version; more;) {
      const page = await this.#page(STEPS, audit.steps);
      for (const { node } of page.edges) {
        await audit.step(node);
        this.#progress.done(audit.steps, this.#version, translation('steps'));
      }
      more = page.pageInfo.hasNextPage;
    }
  }

  /** @param {Audit} audit */
  async #commands(audit) {
    for (let more = true; more;) {
      const page = await this.#page(COMMANDS, audit.commands);
      for (const { node } of page.edges) await audit.command(node);
      this.#progress.done(audit.steps, this.#version, t`steps, ${audit.commands} commands`);
      more = page.pageInfo.hasNextPage;
    }
  }

  /** @param {string} text @param {number} after */
  async #page(text, after) {
    const { game } = await this.#read(text, { after: after ? String(after) : null });
    if (!game.page)
      throw new NotOpen(translation(
        'This sandbox keeps what somebody else knew. Only its host may have its records.'));
    return game.page;
  }

  /** @param {string} text @param {Record<string, unknown>} variables */
  #read(text, variables) {
    return persist(text, { game: this.#game, ...variables },
      { signal: this.#signal, onWait: (error) => this.#progress.waits(error) });
  }
}
