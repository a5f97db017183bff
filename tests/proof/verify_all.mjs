/** Runs the verifier of the pages over many bundles: the kind of fault of each, or `holds`, as JSON. */

import { readFileSync } from 'node:fs';

const folder = new URL('../../api/web/static/js/proof/', import.meta.url);
const { check } = await import(new URL('bundle.js', folder));
const { parseKey } = await import(new URL('note.js', folder));
const [, , listed] = process.argv;
const { key, witness, files } = JSON.parse(readFileSync(listed, 'utf8'));
const trusted = { key: await parseKey(key), witnesses: [await parseKey(witness)] };
const bytes = (base64) => new Uint8Array(Buffer.from(base64, 'base64'));

const kinds = [];
for (const { data, earlier, part } of files) {
  try {
    await check(bytes(data), { ...trusted, earlier: earlier && bytes(earlier), part: part && bytes(part) });
    kinds.push('holds');
  } catch (fault) {
    kinds.push(fault.kind ?? `failed: ${fault.stack}`);
  }
}
console.log(JSON.stringify(kinds));
