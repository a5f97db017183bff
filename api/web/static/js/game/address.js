// The address bar and the title: always a permanent link to what is on the screen. Goes nowhere.

const EVERY_MS = 250;

/**
 * @param {AbortSignal} signal
 * @returns {{show: (address: string, title: string, follows: boolean) => void}} follows: whether a reload goes on following
 */
export function addressBar(signal) {
  let timer = 0;
  let last = -Infinity;

  function write(address, title, follows) {
    if (signal.aborted) return;
    last = performance.now();
    history.replaceState({ ...history.state, follows }, '', address);
    document.title = `${title} · Emberlog`;
  }

  signal.addEventListener('abort', () => clearTimeout(timer));
  return {
    show(...now) {
      // Browsers take only so many new addresses a second: the first at once, and the last one after the others.
      clearTimeout(timer);
      const wait = last + EVERY_MS - performance.now();
      if (wait <= 0) write(...now);
      else timer = setTimeout(() => write(...now), wait);
    },
  };
}
