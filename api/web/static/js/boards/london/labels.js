/**
 * Where the names of the boroughs stand on the map, found by trying which box fits best into each outline. Drawing
 * only.
 */

/** id -> [x, y of the middle of the row of figures, scale, lines of the name above it] */
/** @type {Record<string, any[]>} */
const LABELS = {
  bethnal_green: [778, 396, 1, 'Bethnal', 'Green,', 'Stepney', '& Poplar'],
  city: [561, 375, 1, 'City'],
  hackney: [721, 184, 1, 'Hackney'],
  islington: [512, 197, 1, 'Islington', '& Stoke', 'Newington'],
  st_pancras: [350, 148, 0.95, 'St.', 'Pancras'],
  hampstead: [258, 216, 1, 'Hampstead'],
  st_marylebone: [342, 330, 0.88, 'St.', 'Marylebone'],
  paddington: [236, 400, 0.95, 'Paddington'],
  kensington: [224, 540, 0.85, 'Kensington'],
  hammersmith: [94, 486, 0.82, 'Hammersmith'],
  westminster: [378, 478, 1, 'Westminster'],
  fulham_chelsea: [210, 676, 0.84, 'Fulham', '& Chelsea'],
  southwark_bermondsey: [636, 545, 0.95, 'Southwark', '& Bermondsey'],
  lambeth: [511, 718, 0.95, 'Lambeth'],
  battersea: [340, 734, 0.84, 'Battersea'],
  wandsworth: [205, 874, 1, 'Wandsworth'],
  camberwell: [656, 776, 0.95, 'Camberwell'],
  deptford: [772, 663, 0.88, 'Deptford'],
  greenwich: [921, 628, 0.95, 'Greenwich'],
  lewisham: [850, 882, 1, 'Lewisham'],
};

/**
 * @param {{id: string, name: string, x: number, y: number}} borough
 * @returns {{x: number, y: number, scale: number, lines: string[]}}
 */
export function labelOf({ id, name, x, y }) {
  const [atX, atY, scale, ...lines] = LABELS[id] ?? [x, y, 0.8, name];
  return { x: atX, y: atY, scale, lines };
}
