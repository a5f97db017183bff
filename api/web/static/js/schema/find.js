/** Finds types and fields by name and description, and who uses a type. */

import { namedType } from '../sdl.js';

/**
 * @typedef {import('../sdl.js').Type} Type
 * @typedef {import('../sdl.js').Field} Field
 * @typedef {{type: string, field?: string}} Mention a type, or a field of it
 * @typedef {Map<string, Type>} Types
 */

/** `Type` or `Type.field`. @param {Mention} mention */
export const coordinateOf = ({ type, field }) => (field ? `${type}.${field}` : type);

/**
 * Types and fields that have a text in their name or description, the best hits first. `Game.st` looks for fields of
 * types.
 * @param {Types} types @param {string} text in small letters @returns {Mention[]}
 */
export function search(types, text) {
  const hits = [...types.values()].flatMap((type) => hitsIn(type, text)).sort((a, b) => a.rank - b.rank);
  const listed = new Set();
  return hits.filter((hit) => {
    const key = coordinateOf(hit);
    return !listed.has(key) && listed.add(key);
  });
}

/**
 * A hit in a name ranks before one in a description; null without a hit.
 * @param {string} type @param {Field} field @param {string} text
 */
function fieldRank(type, { name, description }, text) {
  const lower = name.toLowerCase();
  if (lower === text) return 1;
  if (lower.includes(text) || `${type.toLowerCase()}.${lower}`.includes(text)) return 3;
  return description.toLowerCase().includes(text) ? 5 : null;
}

/** @param {Type} type @param {string} text @returns {(Mention & {rank: number})[]} */
function hitsIn({ name, description, fields, values }, text) {
  /** @type {(Mention & {rank: number})[]} */
  const hits = [];
  const lower = name.toLowerCase();
  if (lower.includes(text)) hits.push({ type: name, rank: lower === text ? 0 : 2 });
  for (const field of [...fields, ...values]) {
    const rank = fieldRank(name, field, text);
    if (rank) hits.push({ type: name, field: field.name, rank });
  }
  if (description.toLowerCase().includes(text)) hits.push({ type: name, rank: 4 });
  return hits;
}

/** Which types and fields name a type. @param {Types} types @returns {Map<string, Mention[]>} */
export function usesOf(types) {
  /** @type {Map<string, Mention[]>} */
  const uses = new Map();
  /** @param {string} type @param {Mention} by */
  const note = (type, by) => uses.set(type, [...(uses.get(type) ?? []), by]);
  for (const type of types.values()) {
    for (const member of [...type.members, ...type.implements]) note(member, { type: type.name });
    for (const field of type.fields) {
      const named = new Set([field.type, ...field.args.map((arg) => arg.type)].map(namedType));
      for (const each of named) note(each, { type: type.name, field: field.name });
    }
  }
  return uses;
}
