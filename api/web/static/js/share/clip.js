/** A clip of some steps as a film: each step's drawing on a canvas, recorded by the browser itself. */

import { pause } from '../api.js';
import { picture } from '../drawing/tree.js';

const WIDTH = 1200;
const HEIGHT = 630;
const FRAMES = 25;
const STEP_MS = 700;
const LAST_MS = 1500;
const STEPS_MAX = 40;
const TYPES = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'];

/**
 * @typedef {object} Scene
 * @property {string} ruleset @property {any} components @property {GameView[]} views one for each step
 * @property {(view: GameView, seat: number) => any} lookOf
 */

/** @param {Scene} scene @returns {Promise<Blob | null>} null where this browser or this ruleset has no clips */
export async function record({ ruleset, components, views, lookOf }) {
  const module = await import(`../boards/${ruleset}/draw.js`).catch(() => null);
  const type = typeof MediaRecorder === 'undefined' ? null : TYPES.find((each) => MediaRecorder.isTypeSupported(each));
  if (!module || !type) return null;
  /** @param {GameView} view */
  const markupOf = (view) => {
    const root = module.draw({ components, view, viewer: null, width: WIDTH, height: HEIGHT, quiet: false,
      names: view.seats.map(({ name }) => name), looks: view.seats.map(({ seat }) => lookOf(view, seat)) });
    return picture({ ...root, attrs: { ...root.attrs, width: WIDTH, height: HEIGHT } });
  };
  return filmed(views.filter((view) => view.position !== null).slice(-STEPS_MAX).map(markupOf), type);
}

/** @param {string[]} drawings @param {string} type @returns {Promise<Blob>} */
async function filmed(drawings, type) {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT });
  const paper = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  const recorder = new MediaRecorder(canvas.captureStream(FRAMES), { mimeType: type, videoBitsPerSecond: 4_000_000 });
  /** @type {Blob[]} */
  const pieces = [];
  recorder.ondataavailable = ({ data }) => pieces.push(data);
  const stopped = new Promise((resolve) => { recorder.onstop = resolve; });
  const images = await Promise.all(drawings.map(imageOf));
  recorder.start();
  for (const [at, image] of images.entries()) {
    await stay(paper, image, at === images.length - 1 ? LAST_MS : STEP_MS);
  }
  recorder.stop();
  await stopped;
  return new Blob(pieces, { type });
}

/** Draw a picture as often as the film has frames: a canvas that does not change is not recorded.
 * @param {CanvasRenderingContext2D} paper @param {HTMLImageElement} image @param {number} ms */
async function stay(paper, image, ms) {
  for (let passed = 0; passed < ms; passed += 1000 / FRAMES) {
    paper.drawImage(image, 0, 0, WIDTH, HEIGHT);
    await pause(1000 / FRAMES);
  }
}

/** @param {string} markup @returns {Promise<HTMLImageElement>} */
async function imageOf(markup) {
  const image = new Image(WIDTH, HEIGHT);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(markup)}`;
  await image.decode();
  return image;
}
