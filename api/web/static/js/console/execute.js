/** One request as somebody wrote it. */

import { read, sent } from '../api.js';

/**
 * Send a request as somebody wrote it, and return the whole answer.
 * @param {import('../stream.js').Request} request @param {AbortSignal} signal
 * @returns {Promise<{body: any, status: number, ms: number, bytes: number}>} bytes: of the body, once it is unpacked
 */
export async function execute(request, signal) {
  const began = performance.now();
  const answer = await sent(request, signal);
  const bytes = await answer.clone().arrayBuffer();
  const body = await read(answer);
  if (body.errors?.[0]?.extensions?.code === 'UNKNOWN_TOKEN')
    window.dispatchEvent(new CustomEvent('emberlog:unknown-token'));
  return { body, status: answer.status, ms: performance.now() - began, bytes: bytes.byteLength };
}
