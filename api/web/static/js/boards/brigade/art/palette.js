/** The colours of Tinderbox by night. The board is a world of its own and looks the same in both themes of the page. */

export const NIGHT = '#15121d';
export const INK = '#f4ecdc';
export const SOFT = '#b9aec4';
export const GOLD = '#f6c64f';
export const WATER = '#59b4ff';
export const PANEL = '#211d2c';
export const LINE = '#443c52';
export const PARCHMENT = '#f3e2b8';
export const SEPIA = '#2a1a0c';
export const EMBER = '#ff8a2a';

/**
 * What a guild looks like: the light colour of its roofs, the shaded one, the sky over its streets, the sign's ground.
 * @type {Record<string, {roof: string, shade: string, sky: string, sign: string, bright: string}>}
 */
export const GUILDS = {
  commons: { roof: '#7fae46', shade: '#4f7a2b', sky: '#38502f', sign: '#3c5a1f', bright: '#a9d36f' },
  nobles: { roof: '#9a70d6', shade: '#66429f', sky: '#463463', sign: '#4b2f7a', bright: '#c3a2f2' },
  council: { roof: '#5c9be0', shade: '#33689f', sky: '#2c4768', sign: '#24507f', bright: '#93c4f7' },
  merchants: { roof: '#dca63a', shade: '#98691c', sky: '#5d4522', sign: '#76500f', bright: '#f7cf78' },
  university: { roof: '#dd5c9c', shade: '#97346a', sky: '#5b2749', sign: '#802557', bright: '#ff9ccb' },
  none: { roof: '#b0523a', shade: '#74301f', sky: '#34303f', sign: '#3a3540', bright: '#d9d0c4' },
};

/** The paint of the four firehouses. @type {Record<string, string>} */
export const FIREHOUSES = { white: '#efe9dd', black: '#3b3743', pink: '#f28bb4', orange: '#ef8a35' };

export const FONT = "'Palatino Linotype', Palatino, 'Book Antiqua', 'Liberation Serif', 'Times New Roman', "
  + "'DejaVu Serif Condensed', serif";
