/** The address bar and the title: always a permanent link to what is on the screen. */

const EVERY_MS = 250;

/**
 * @param {AbortSignal} signal
 * @returns {{show: (address: string, title: string, follows: boolean) => void}} follows: whether a reload goes on
 *   following
 */
export function addressBar(signal) {
  let timer = 0;
  let last = -Infinity;

  /** @param {string} address @param {string} title @param {boolean} follows */
  function write(address, title, follows) {
    if (signal.aborted) return;
    last = performance.now();
    history.replaceState({ ...history.state, follows }, '', address);
    document.title = `${title} · Emberlog`;
  }

  signal.addEventListener('abort', () => clearTimeout(timer));
  return {
    // Browsers allow few changes of the address a second: the first is written at once, then only the last one.
    show(address, title, follows) {
      clearTimeout(timer);
      const waitMs = last + EVERY_MS - performance.now();
      if (waitMs <= 0) write(address, title, follows);
      else timer = setTimeout(() => write(address, title, follows), waitMs);
    },
  };
}
