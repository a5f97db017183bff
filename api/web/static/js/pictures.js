/** Pictures that are loaded when they come to be seen: browsers load lazy ones long before. */

const AHEAD = '100px';

/** @type {WeakMap<Element, string | (() => string)>} the address of each picture that was not seen yet */
const waiting = new WeakMap();
/** @type {IntersectionObserver | null} */
let watcher = null;

/** @param {IntersectionObserverEntry[]} entries */
function arrived(entries) {
  for (const { isIntersecting, target } of entries) if (isIntersecting) load(/** @type {HTMLImageElement} */ (target));
}

/** @param {HTMLImageElement} picture */
function load(picture) {
  const src = waiting.get(picture) ?? picture.src;
  picture.src = typeof src === 'string' ? src : src();
  waiting.delete(picture);
  watcher?.unobserve(picture);
}

/**
 * Load a picture as soon as it is seen. One that is never seen is never asked for.
 * @param {HTMLImageElement} picture @param {string | (() => string)} src its address, or what makes it then
 * @returns {HTMLImageElement} the picture
 */
export function onceVisible(picture, src) {
  watcher ??= new IntersectionObserver(arrived, { rootMargin: AHEAD });
  waiting.set(picture, src);
  watcher.unobserve(picture); // it is told anew whether it is seen
  watcher.observe(picture);
  return picture;
}
