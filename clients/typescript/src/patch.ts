// JSON Patch (RFC 6902), the part that the service sends: `add`, `remove` and `replace`. A patch never changes the document
// that it is applied to. Old and new one share what did not change.

import type { JSON } from "./schema.js";

/** One operation of a patch. */
export interface PatchOperation {
  readonly op: "add" | "remove" | "replace";
  readonly path: string;
  readonly value?: JSON;
}

/** The document after a patch. Throws a RangeError for an operation that does not fit it. */
export function patched<Document = JSON>(document: unknown, patch: readonly PatchOperation[]): Document {
  for (const operation of patch) {
    if (!["add", "remove", "replace"].includes(operation.op)) throw misfit(operation.op);
    const keys = operation.path.split("/").slice(1).map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
    document = changed(document, keys, operation);
  }
  return document as Document;
}

function changed(node: unknown, keys: readonly string[], operation: PatchOperation): unknown {
  const [key, ...more] = keys;
  if (key === undefined) return operation.op === "remove" ? null : operation.value;
  if (Array.isArray(node)) return changedList(node, key, more, operation);
  if (typeof node !== "object" || node === null) throw misfit(key);
  const copy = new Map<string, unknown>(Object.entries(node));
  if (!copy.has(key) && (more.length > 0 || operation.op !== "add")) throw misfit(key);
  if (more.length === 0 && operation.op === "remove") copy.delete(key);
  else copy.set(key, more.length > 0 ? changed(copy.get(key), more, operation) : operation.value);
  return Object.fromEntries(copy);
}

function changedList(
  node: readonly unknown[], key: string, more: readonly string[], operation: PatchOperation,
): unknown[] {
  const inserts = more.length === 0 && operation.op === "add";
  const at = key === "-" && inserts ? node.length : Number(key);
  if (!/^(-|\d+)$/.test(key) || !(at < node.length + (inserts ? 1 : 0))) throw misfit(key);
  const copy = [...node];
  if (more.length > 0) copy[at] = changed(copy[at], more, operation);
  else if (operation.op === "remove") copy.splice(at, 1);
  else copy.splice(at, inserts ? 0 : 1, operation.value);
  return copy;
}

const misfit = (key: string): RangeError => new RangeError(`the patch does not fit: ${key}`);
