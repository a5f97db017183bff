/** The colours and types of the broadsheet. */

export const INK = '#2a1d10';
export const PAPER = '#e9d9b4';
export const CREAM = '#f5e8c8';
export const RED = '#8f1d19';
export const GOLD = '#e2b638';
export const SERIF = '"IM Fell English SC", "EB Garamond", "Iowan Old Style", "Palatino Linotype", Palatino, '
  + '"Book Antiqua", "URW Palladio L", "DejaVu Serif", Georgia, serif';

/** The breath of colour of each region. @type {Record<string, string>} */
export const REGIONS = {
  blue: '#c3cdc9', purple: '#cfc0c6', green: '#cfd3a4', orange: '#e3c79b', park: '#b9c48c', pudding_lane: '#d9a06a',
};

/** How the ground of a district is painted in the quiet theme. @type {Record<string, string>} */
export const QUIET = { plain: '#f3ead2', park: '#dfe6c2', burning: '#f08a4b', contained: '#f6d28a', burnt: '#4a443f',
  demolished: '#b9b0a2' };
