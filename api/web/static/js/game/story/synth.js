/** Sounds made of sines and of noise: no files. A browser that allows no sound yet stays silent. */

/**
 * @typedef {{hz: number, to?: number, level: number, seconds: number, after?: number}} Tone to: the pitch slides there
 * @typedef {{hz: number, to?: number, level: number, seconds: number, after?: number, width: number}} Rush noise round
 *   a pitch; width: the larger the narrower
 */

/** @type {Record<string, {tones?: Tone[], rushes?: Rush[]}>} */
export const KINDS = {
  fire: { rushes: [{ hz: 300, to: 700, level: 0.5, seconds: 0.7, width: 0.7 },
    ...[0.05, 0.14, 0.2, 0.33].map((after) => ({ hz: 2400, level: 0.35, seconds: 0.03, width: 2, after }))] },
  water: { rushes: [{ hz: 5200, to: 1400, level: 0.4, seconds: 0.6, width: 0.6 }],
    tones: [{ hz: 520, to: 900, level: 0.08, seconds: 0.12, after: 0.1 }] },
  coin: { tones: [{ hz: 1568, level: 0.12, seconds: 0.25 }, { hz: 2093, level: 0.1, seconds: 0.4, after: 0.07 }] },
  card: { rushes: [{ hz: 3000, to: 1200, level: 0.3, seconds: 0.09, width: 1 }] },
  end: { tones: [523, 659, 784].map((hz, at) => ({ hz, level: 0.12, seconds: 1.6, after: at * 0.16 })) },
};

/** @type {AudioContext | null} */
let audio = null;
/** @type {AudioBuffer | null} */
let noise = null;

/** A second of noise, made once. @param {BaseAudioContext} context */
function noiseOf(context) {
  if (noise) return noise;
  noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  return noise;
}

/**
 * What fades from a level.
 * @param {BaseAudioContext} context @param {number} level @param {number} from @param {number} to
 */
function fading(context, level, from, to) {
  const gain = context.createGain();
  gain.gain.value = 0.0001; // it is 1 until the first time below: a click where a sound begins between two blocks
  gain.gain.setValueAtTime(Math.max(level, 0.0001), from);
  gain.gain.exponentialRampToValueAtTime(0.0001, to);
  gain.connect(context.destination);
  return gain;
}

/** @param {AudioParam} pitch @param {{hz: number, to?: number}} of @param {number} from @param {number} until */
function slide(pitch, { hz, to = hz }, from, until) {
  pitch.setValueAtTime(hz, from);
  pitch.exponentialRampToValueAtTime(to, until);
}

/** @param {string} kind one of `KINDS` @param {number} volume 0 to 1 */
export function sound(kind, volume) {
  if (!window.AudioContext) return;
  audio ??= new AudioContext();
  compose(audio, kind, volume);
}

/**
 * Put a sound into a context, from now on.
 * @param {BaseAudioContext} context @param {string} kind one of `KINDS` @param {number} volume 0 to 1
 */
export function compose(context, kind, volume) {
  const { tones = [], rushes = [] } = KINDS[kind] ?? {};
  for (const each of /** @type {(Tone | Rush)[]} */ ([...tones, ...rushes])) {
    const from = context.currentTime + (each.after ?? 0);
    const until = from + each.seconds;
    const gain = fading(context, each.level * volume, from, until);
    if ('width' in each) {
      const [source, filter] = [context.createBufferSource(), context.createBiquadFilter()];
      source.buffer = noiseOf(context);
      filter.type = 'bandpass';
      filter.Q.value = each.width;
      slide(filter.frequency, each, from, until);
      source.connect(filter).connect(gain);
      source.start(from);
      source.stop(until);
    } else {
      const tone = context.createOscillator();
      slide(tone.frequency, each, from, until);
      tone.connect(gain);
      tone.start(from);
      tone.stop(until);
    }
  }
}
