/** What is printed in the box of The Great Fire of London, by id. */

/** A letter for each colour that no other colour has: the first of its name if it is free, else the last.
 * @param {{id: string}[]} colours @returns {Map<string, string>} */
export function lettersOf(colours) {
  const letters = new Map();
  for (const { id } of colours) {
    const first = id[0].toUpperCase();
    letters.set(id, [...letters.values()].includes(first) ? id.slice(-1).toUpperCase() : first);
  }
  return letters;
}

/** @param {{id: string}[]} list @returns {Map<string, any>} */
const byId = (list) => new Map(list.map((each) => [each.id, each]));

/** @param {GreatFireComponents} components */
export function readPrinted(components) {
  return {
    city: components.meta.city,
    box: components.meta.view_box,
    constants: components.constants,
    colours: components.colour,
    letters: lettersOf(components.colour),
    directions: components.direction,
    direction: byId(components.direction),
    regions: components.region,
    areas: byId(components.district),
    links: components.board.links,
    decorations: components.decoration,
    steps: components.decoration.find(({ kind }) => kind === 'score_track')?.steps ?? [],
    stacks: byId(components.fire_stack_card),
    objectives: byId(components.objective_card),
  };
}
