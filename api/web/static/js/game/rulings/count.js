/** How many steps of a log are calls, rulings and appeals, counted on as it grows. */

const EVENT = /^game\.(ArbiterCalled|CallWithdrawn|RulingMade|AppealLodged|AppealDecided)$/;

/** @typedef {import('../replay/store.js').Store} Store */

/** @type {WeakMap<Store, {upTo: number, count: number}>} */
const counts = new WeakMap();

/** @param {Store} store */
export function countRulings(store) {
  const known = counts.get(store) ?? { upTo: 0, count: 0 };
  for (; known.upTo < store.loaded; known.upTo += 1)
    if (EVENT.test(store.steps[known.upTo].line?.type ?? '')) known.count += 1;
  counts.set(store, known);
  return known.count;
}
