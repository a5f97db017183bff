/**
 * Landmarks of London as the project draws them: no publisher's art.
 *
 * Each is a list of [tone, path]: w wall, r roof in the card's colour, d dark, g glass that lights up, or a colour. It
 * stands on y = 0 between x = -50 and 50, and is up to 60 high.
 */

const STONE = '#fbfaf5';
const SHADE = '#c9cfd2';
const WATER = '#8fb0b3';
const GREEN = '#6f8f55';
const IRON = '#4a5560';

/** @param {number} from @param {number} step @param {number} count @param {(x: number) => string} draw */
const row = (from, step, count, draw) => Array.from({ length: count }, (_, each) => draw(from + each * step)).join('');

/** @param {number} x @param {number} top @param {number} w @param {number} h */
const box = (x, top, w, h) => `M${x} ${-top}h${w}v${h}h${-w}Z`;

/** Masts with yards, for docks and yards. @param {number} x @param {number} h */
const mast = (x, h) => `M${x - 0.8} -6V${-h}h1.6V-6ZM${x - 9} ${-h + 8}h18v1.8h-18ZM${x - 7} ${-h + 18}h14v1.8h-14Z`;

/** @type {[string, string][]} */
const DOCK = [['d', `${mast(-30, 52)}${mast(-6, 56)}`], ['w', `${box(14, 34, 34, 34)}`],
  ['r', 'M12 -34L31 -47L50 -34Z'],
  ['g', row(18, 10, 3, (x) => box(x, 28, 5, 7) + box(x, 16, 5, 7))], ['r', 'M-46 -14H6Q4 -2 -4 0H-36Q-44 -4 -46 -14Z'],
  [WATER, 'M-52 -3q6 -4 12 0t12 0t12 0t12 0t12 0t12 0t12 0t12 0t8 0V0H-52Z']];

/** @type {[string, string][]} */
const PRISON = [['w', `${box(-48, 22, 96, 22)}M-36 -22V-34H-14V-22ZM14 -22V-34H36V-22Z`],
  ['r', 'M-38 -34L-25 -44L-12 -34ZM12 -34L25 -44L38 -34Z'], ['d', 'M-9 0V-10Q0 -20 9 -10V0Z'],
  ['g', row(-44, 10, 3, (x) => box(x, 17, 6, 9)) + row(16, 10, 3, (x) => box(x, 17, 6, 9))],
  ['d', row(-42, 10, 3, (x) => box(x, 17, 1.4, 9)) + row(18, 10, 3, (x) => box(x, 17, 1.4, 9))]];

/** @type {[string, string][]} */
const SCHOOL = [['w', box(-44, 26, 88, 26)], ['r', 'M-47 -26L-38 -38H38L47 -26ZM-8 -38V-48L0 -58L8 -48V-38Z'],
  [STONE, 'M-4 -40V-47H4V-40Z'], ['#e2ab32', 'M-2.6 -41q0 -4 2.6 -4.4q2.6 .4 2.6 4.4Z'],
  ['g', row(-39, 13, 2, (x) => box(x, 20, 8, 10)) + row(18, 13, 2, (x) => box(x, 20, 8, 10))],
    ['d', 'M-7 0V-11Q0 -18 7 -11V0Z']];

/** @type {Record<string, [string, string][]>} */
export const LANDMARKS = {
  st_pauls: [['w', `${box(-42, 18, 84, 18)}M-40 -18V-38H-28V-18ZM28 -18V-38H40V-18Z`],
    ['r', 'M-41 -38Q-34 -50 -27 -38ZM27 -38Q34 -50 41 -38Z'], [STONE, 'M-18 -18V-31H18V-18Z'],
    ['r', 'M-18 -31C-18 -46 -9 -50 0 -50S18 -46 18 -31ZM-2.6 -50V-55H2.6V-50Z'],
      ['#e2ab32', 'M-.8 -55V-60H.8V-55ZM-2.6 -59h5.2v1.4h-5.2Z'],
    ['d', row(-15, 6, 6, (x) => box(x, 28, 2, 9))], ['g',
      row(-37, 11, 7, (x) => `M${x} 0V-9Q${x + 3.5} -14 ${x + 7} -9V0Z`)]],
  tower_bridge: [[IRON,
    'M-50 -16Q-38 -17 -26 -38L-22 -38V-34Q-36 -12 -50 -11ZM50 -16Q38 -17 26 -38L22 -38V-34Q36 -12 50 -11Z'],
    [SHADE, 'M-18 -40H18V-36H-18Z'], ['w', 'M-29 0V-42H-15V0ZM15 0V-42H29V0Z'],
    ['r', 'M-30 -42L-22 -58L-14 -42ZM14 -42L22 -58L30 -42Z'],
      ['g', 'M-25 -34h6v8h-6ZM19 -34h6v8h-6ZM-25 -22h6v8h-6ZM19 -22h6v8h-6Z'],
    ['r', 'M-50 -11H-16L-3 -15V-12L-15 -8H-50ZM50 -11H16L3 -15V-12L15 -8H50Z'],
    [WATER, 'M-52 -3q6 -4 12 0t12 0t12 0t12 0t12 0t12 0t12 0t12 0t8 0V0H-52Z']],
  nelsons_column: [['w', box(-24, 6, 48, 6) + box(-14, 14, 28, 8)], [STONE, 'M-4 -14L-3 -46H3L4 -14Z'],
    ['r', 'M-7 -46H7V-49H-7Z'],
    ['d', 'M-2.6 -49V-55H2.6V-49ZM-3.6 -57Q0 -61 3.6 -57Z'],
    ['#8a6a2a', 'M-46 0V-5Q-44 -12 -37 -9L-28 -8Q-25 -7 -25 0ZM46 0V-5Q44 -12 37 -9L28 -8Q25 -7 25 0Z']],
  albert_hall: [['w', 'M-46 0V-26Q0 -34 46 -26V0Z'], ['r', 'M-38 -29Q0 -56 38 -29Q0 -36 -38 -29Z'],
    [STONE, 'M-47 -20Q0 -28 47 -20V-16Q0 -24 -47 -16Z'],
    ['g', row(-41, 12, 7, (x) => `M${x} 0V-8Q${x + 4.5} -14 ${x + 9} -8V0Z`)]],
  buckingham_palace: [['w', box(-50, 28, 100, 28)], [STONE, 'M-15 0V-32H15V0ZM-50 0V-32H-38V0ZM38 0V-32H50V0Z'],
    ['r', 'M-17 -32L0 -42L17 -32Z'],
    ['g', row(-35, 7, 3, (x) => box(x, 23, 4, 7) + box(x, 12, 4, 7)) + row(17, 7, 3, (x) =>
      box(x, 23, 4, 7) + box(x, 12, 4, 7))],
    ['d', `M-5 0V-12Q0 -17 5 -12V0Z${row(-11, 18, 2, (x) => box(x, 26, 4, 10))}`], ['d', 'M-.6 -42V-57H.6V-42Z'],
      ['#c8202f', 'M.6 -57H13V-50H.6Z']],
  great_fire_monument: [['w', box(-13, 14, 26, 14)], [STONE, 'M-5 -14L-4 -44H4L5 -14Z'], ['d', 'M-8 -44H8V-47H-8Z'],
    ['r', 'M-4 -47V-51H4V-47Z'], ['#e58a1f', 'M0 -60Q7 -53 3 -50H-3Q-7 -53 0 -60Z'],
      ['w', 'M-48 0V-20L-34 -29L-20 -20V0ZM20 0V-17L35 -26L50 -17V0Z'],
    ['g', 'M-42 -15h6v7h-6ZM-31 -15h6v7h-6ZM27 -13h6v7h-6ZM37 -13h6v7h-6Z']],
  parliament: [['w', `M-50 0V-22${'v-3h4v3h4'.repeat(9)}V0Z`],
    ['g', row(-48, 8, 9, (x) => `M${x} -4V-15L${x + 2.5} -18L${x + 5} -15V-4Z`)],
    ['w', 'M26 0V-46H42V0Z'], ['r', 'M25 -46L34 -60L43 -46ZM-50 -22L-45 -36L-40 -22Z'],
      [STONE, 'M29 -38a5 5 0 1 1 10 0a5 5 0 1 1 -10 0Z'], ['d', 'M33.4 -42h1.2v5h-1.2Z']],
  kew_gardens: [['#d7e6dd', 'M-48 0V-14Q-48 -26 -22 -27Q-22 -46 0 -46T22 -27Q48 -26 48 -14V0Z'],
    [GREEN, 'M-30 0Q-40 -12 -30 -20Q-20 -12 -26 0ZM-6 0Q-20 -22 0 -36Q18 -22 6 0ZM26 0Q20 -12 31 -20Q40 -12 32 0Z'],
    [IRON, `${row(-44, 11, 9, (x) => box(x, 20, 1, 20))}M-48 -14H48V-13H-48ZM-22 -27H22V-26H-22Z`]],
  british_museum: [[SHADE, box(-50, 26, 100, 26)], ['r',
    'M-26 -30L0 -44L26 -30ZM-50 -26H-26V-30H-50ZM26 -26H50V-30H26Z'],
    [STONE, `${box(-26, 30, 52, 4)}${row(-24, 9, 6, (x) => box(x, 26, 4.5, 23))}`],
    [STONE, row(-48, 8, 3, (x) => box(x, 26, 4, 23)) + row(28, 8, 3, (x) => box(x, 26, 4, 23))],
    ['d', box(-50, 3, 100, 3)]],
  natural_history_museum: [['w', `${box(-48, 24, 96, 24)}M-16 0V-46H-5V0ZM5 0V-46H16V0Z`],
    ['r', 'M-17 -46L-10.5 -58L-4 -46ZM4 -46L10.5 -58L17 -46ZM-50 -24L-42 -34H-16V-24ZM50 -24L42 -34H16V-24Z'],
    ['d', 'M-5 0V-16Q0 -24 5 -16V0Z'], ['g', row(-45, 9, 3, (x) => `M${x} -3V-14Q${x + 3} -19 ${x + 6} -14V-3Z`)
      + row(21, 9, 3, (x) => `M${x} -3V-14Q${x + 3} -19 ${x + 6} -14V-3Z`)]],
  hospital: [['w', `${box(-46, 28, 92, 28)}${box(-15, 40, 30, 40)}`],
    ['r', 'M-48 -28V-33H-15V-28ZM15 -28V-33H48V-28ZM-17 -40L0 -52L17 -40Z'],
    ['#c8202f', 'M-2.4 -37h4.8v4.6h4.6v4.8h-4.6v4.6h-4.8v-4.6h-4.6v-4.8h4.6Z'],
    ['g', row(-42, 9, 3, (x) => box(x, 22, 5, 7) + box(x, 11, 5, 7)) + row(19, 9, 3, (x) =>
      box(x, 22, 5, 7) + box(x, 11, 5, 7))], ['d', 'M-6 0V-10Q0 -15 6 -10V0Z']],
  school_brown: SCHOOL, school_blue: SCHOOL, school_blue_late: SCHOOL,
  albert_dock: DOCK, royal_victoria_dock: DOCK, west_india_docks: DOCK, east_india_company: DOCK,
  brixton_prison: PRISON, millbank_prison: PRISON,
  shipbuilding: [['d', `${mast(-8, 54)}`], ['r', 'M-44 -26H36Q46 -27 49 -32Q46 -10 34 -6H-32Q-42 -12 -44 -26Z'],
    ['w', 'M-43 -22H45L43 -18H-42Z'],
    ['#8a6a3a', row(-40, 12, 7, (x) => `M${x} 0L${x + 3} -24h2L${x + 2} 0Z`)], ['d', box(-50, 2, 100, 2)]],
  steamboats: [['d', 'M-6 -22V-50H3V-22Z'], ['r', 'M-6 -44H3V-38H-6Z'], [STONE, 'M-26 -14V-23H26V-14Z'],
    ['g', row(-22, 9, 5, (x) => box(x, 21, 5, 5))],
    ['r', 'M-46 -14H46Q44 -3 36 0H-36Q-44 -4 -46 -14Z'], ['w', 'M-13 -4a11 11 0 1 1 22 0Z'],
    [WATER, 'M-52 -3q6 -4 12 0t12 0t12 0t12 0t12 0t12 0t12 0t12 0t8 0V0H-52Z']],
  train_station: [['w', 'M-48 0V-26Q0 -70 48 -26V0Z'], ['#cfe0e4', 'M-41 0V-24Q0 -60 41 -24V0Z'],
    [IRON, `${row(-34, 17, 5, (x) => box(x, 33, 1.4, 33))}M-41 -24H41V-22H-41Z`],
    ['r', 'M-20 -4V-16H6V-25H20V-4Z'],
      ['d', 'M-16 -16V-25H-10V-16ZM-15 0a5 5 0 1 1 1 0ZM1 0a5 5 0 1 1 1 0ZM13 0a5 5 0 1 1 1 0Z'],
        ['g', 'M9 -22h8v6h-8Z']],
  underground: [['w', box(-50, 44, 100, 44)], ['d', 'M-34 0V-20Q0 -50 34 -20V0Z'],
    ['r', 'M-17 0V-20Q0 -30 17 -20V0Z'], ['g', 'M-11 -17h9v8h-9ZM2 -17h9v8h-9ZM-13 -4h5v2h-5ZM8 -4h5v2h-5Z'],
    ['#c8202f', 'M-47 -36a8 8 0 1 1 16 0a8 8 0 1 1 -16 0Z'],
      [STONE, 'M-43.5 -36a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1 -9 0Z'], ['#1b3b86', 'M-49 -38h20v4h-20Z']],
  bridge: [['w', 'M-50 -12Q0 -36 50 -12V0H43Q40 -13 31 -13T19 0H12Q9 -18 0 -18T-12 0H-19Q-22 -13 -31 -13T-43 0H-50Z'],
    ['r', 'M-50 -17Q0 -41 50 -17V-12Q0 -36 -50 -12Z'],
    ['d', row(-36, 24, 4, (x) => `M${x} ${Math.round(-20 - (1 - Math.abs(x) / 50) * 9)}v-13h1.6v13Z`)],
      ['g', row(-35.2, 24, 4, (x) => `M${x - 3} ${Math.round(-33 - (1 - Math.abs(x) / 50) * 9)}h6l-1 -6h-4Z`)],
    [WATER, 'M-52 -3q6 -4 12 0t12 0t12 0t12 0t12 0t12 0t12 0t12 0t8 0V0H-52Z']],
  shops: [['w', box(-48, 44, 96, 44)], ['g', row(-43, 13, 7, (x) => box(x, 39, 8, 9)) + box(-44, 18, 28, 15) + box(16,
    18, 28, 15)], ['d', box(-8, 17, 16, 17)],
    ['r', 'M-48 -27H-12L-10 -18H-50ZM12 -27H48L50 -18H10Z'],
      [STONE, 'M-41 -27h7l-1 9h-8ZM-27 -27h7l1 9h-8ZM20 -27h7l-1 9h-8ZM33 -27h7l1 9h-8Z']],
  omnibus: [['r', 'M-38 -6V-30H36V-6Z'], [STONE, 'M-38 -19H36V-16H-38Z'],
    ['g', row(-33, 14, 5, (x) => box(x, 28, 10, 8))],
    ['d', 'M-30 -4a8 8 0 1 1 16 0a8 8 0 1 1 -16 0ZM14 -4a8 8 0 1 1 16 0a8 8 0 1 1 -16 0Z'],
      ['w', 'M-25 -4a3 3 0 1 1 6 0a3 3 0 1 1 -6 0ZM19 -4a3 3 0 1 1 6 0a3 3 0 1 1 -6 0Z'],
    ['d', row(-30, 15, 5, (x) => `M${x} -30v-8q4 -4 8 0v8ZM${x + 1} -41a3 3 0 1 1 6 0a3 3 0 1 1 -6 0Z`)]],
  street_lights: [['w', `${box(-48, 20, 34, 20)}${box(16, 26, 32, 26)}`],
    ['r', 'M-50 -20L-31 -32L-12 -20ZM14 -26L32 -38L50 -26Z'],
    ['d', 'M-7 0L-3 -4V-36H3V-4L7 0ZM-9 -34H9V-32H-9ZM-7 -52L0 -58L7 -52Z'], ['#ffe58a', 'M-7 -52H7L4 -36H-4Z'],
      ['g', 'M-40 -14h6v8h-6ZM-28 -14h6v8h-6ZM22 -19h6v8h-6ZM36 -19h6v8h-6Z']],
  sewers: [['#a8552f', box(-50, 46, 100, 46)], ['#7c3b1f',
    row(-50, 20, 5, (x) => box(x, 40, 10, 1.4) + box(x + 10, 30, 10, 1.4))
      + row(-50, 20, 5, (x) => box(x, 20, 10, 1.4) + box(x + 10, 10, 10, 1.4))],
    ['r', 'M-32 0V-16Q-32 -40 0 -40T32 -16V0Z'], ['d', 'M-25 0V-16Q-25 -33 0 -33T25 -16V0Z'],
      [WATER, 'M-25 0V-6q6 -3 12 0t12 0t12 0t14 0V0Z']],
  great_exhibition: [['#d9e7ea', 'M-50 0V-18H-24V-28Q-24 -50 0 -50T24 -28V-18H50V0Z'],
    [IRON, row(-46, 8, 12, (x) => box(x, 18, 1, 18))], [IRON, 'M-50 -9H50V-8H-50ZM-24 -28H24V-26.6H-24Z'],
    [IRON, 'M-18 -28Q-14 -44 0 -46Q14 -44 18 -28L16 -28Q12 -42 0 -44Q-12 -42 -16 -28Z'],
    ['r', 'M-50 -18H-24V-21H-50ZM24 -18H50V-21H24Z'], ['#c8202f', 'M0 -50V-60H9L6 -57.5L9 -55H1.2V-50Z']],
  lords: [[GREEN, 'M-50 0V-12Q0 -18 50 -12V0Z'], ['w', box(-40, 30, 48, 17)], ['r', 'M-43 -30L-32 -40H0L11 -30Z'],
    ['g', row(-36, 11, 4, (x) => box(x, 27, 6, 8))],
    ['#d9b06a', 'M24 0V-15h1.6V0ZM29 0V-15h1.6V0ZM34 0V-15h1.6V0ZM24 -16.5h12v1.5h-12Z'],
      ['#c8202f', 'M14 -3a3 3 0 1 1 6 0a3 3 0 1 1 -6 0Z']],
  highgate_cemetery: [[GREEN, 'M-50 0V-6Q0 -14 50 -6V0Z'],
    [SHADE, 'M-40 -4V-20Q-32 -29 -24 -20V-4ZM20 -4V-18Q27 -26 34 -18V-4ZM-3 -6V-28H-11V-34H-3V-43H3V-34H11V-28H3V-6Z'],
    ['d', 'M44 0V-28L38 -36L44 -33L45 -44L47 -33L53 -37L47 -27V0ZM-37 -16h10v1.4h-10ZM23 -14h8v1.4h-8Z']],
  woolwich_arsenal: [['w', box(-48, 30, 96, 30)], ['r', `M-50 -30H50V-35H-50Z`],
    ['g', row(-43, 16, 6, (x) => `M${x} -14V-22Q${x + 3.5} -27 ${x + 7} -22V-14Z`)],
    ['d', 'M-22 -14L24 -22L26 -14L-20 -7Q-27 -9 -22 -14ZM-16 -4a8 8 0 1 1 16 0a8 8 0 1 1 -16 0Z']],
  thames_embankment: [['w', 'M-50 -4V-22H50V-4Z'], [STONE, 'M-50 -22H50V-25H-50Z'],
    ['r', 'M-34 -25L-31 -44H-27L-24 -25ZM24 -25L27 -44H31L34 -25Z'],
    ['g', 'M-34 -44L-29 -54L-24 -44ZM24 -44L29 -54L34 -44Z'],
      ['d', row(-42, 16, 6, (x) => `M${x} -5V-14Q${x + 4} -19 ${x + 8} -14V-5Z`)],
    [WATER, 'M-52 -5q6 -4 12 0t12 0t12 0t12 0t12 0t12 0t12 0t12 0t8 0V0H-52Z']],
  coffee_house: [['w', box(-46, 36, 92, 36)], ['r', 'M-50 -36L-40 -48H40L50 -36Z'],
    ['g', `${box(-38, 28, 22, 18)}${box(16, 28, 22, 18)}`], ['d', 'M-8 0V-18H8V0Z'],
    [STONE, 'M-9 -33H7V-27Q6 -22 2 -22H-4Q-8 -22 -9 -27ZM7 -32H11V-26H6.6V-28H9V-30H7Z']],
  public_houses: [['w', box(-40, 38, 80, 38)], ['r', 'M-44 -38L0 -56L44 -38Z'],
    ['g', `${row(-34, 16, 5, (x) => box(x, 33, 8, 9))}${box(-34, 16, 18, 11)}${box(16, 16, 18, 11)}`],
    ['d', 'M-7 0V-16H7V0ZM40 -30H50V-28.6H40Z'], ['#e2ab32', 'M43 -28.6H51V-19H43Z']],
  theatre_royal: [['w', box(-44, 36, 88, 36)], ['r', 'M-46 -36H46V-40H-46ZM-26 -40L0 -52L26 -40Z'],
    [STONE, row(-30, 14, 5, (x) => box(x, 20, 4, 20))], ['r', 'M-40 -20H40V-24H-40Z'],
    ['g', row(-36, 14, 6, (x) => box(x, 33, 6, 7))], ['#e2ab32', 'M-4 -47a4 4 0 1 1 8 0a4 4 0 1 1 -8 0Z']],
  fire_brigade: [['w', box(-48, 32, 60, 32)], ['r', 'M-50 -32H14V-37H-50ZM26 -52L36 -60L46 -52Z'],
    ['w', 'M29 0V-52H43V0Z'], ['#c8202f', 'M-42 0V-13Q-32 -23 -22 -13V0ZM-16 0V-13Q-6 -23 4 -13V0Z'],
    ['g', `${row(-42, 14, 4, (x) => box(x, 29, 7, 6))}M32.5 -48h7v7h-7Z`], ['d', 'M33 -32h6v7h-6ZM33 -20h6v7h-6Z']],
};
