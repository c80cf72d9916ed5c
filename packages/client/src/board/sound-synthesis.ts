/** The sounds of the page, in the order in which the settings show them. */
export const SOUNDS = ['checker', 'hit', 'dice', 'cube', 'turn', 'warning', 'won', 'lost'] as const;
export type Sound = (typeof SOUNDS)[number];

/**
 * A thing that is struck: the modes in which it vibrates (frequency in Hz, time constant of the decay in milliseconds,
 * gain), and the noise of the contact behind a low-pass filter.
 */
interface Body {
  readonly modes: readonly (readonly [hz: number, decayMs: number, gain: number])[];
  readonly contact: { readonly cutoffHz: number; readonly decayMs: number; readonly gain: number };
}

interface Strike {
  readonly body: Body;
  readonly atMs: number;
  readonly gain: number;
  /** Multiplies all frequencies: a smaller or tenser thing sounds higher. */
  readonly pitch: number;
}

/** The low modes are those of the wooden box, the high ones those of the thing on it. */
const CHECKER: Body = {
  modes: [
    [148, 34, 0.28],
    [236, 26, 0.2],
    [655, 20, 0.34],
    [1340, 15, 0.34],
    [2310, 10, 0.24],
    [3950, 6, 0.14],
  ],
  contact: { cutoffHz: 3200, decayMs: 3.2, gain: 0.5 },
};
/** Two checkers against each other. */
const CLACK: Body = {
  modes: [
    [1680, 15, 0.3],
    [2890, 10, 0.26],
    [4480, 6, 0.16],
    [236, 18, 0.12],
  ],
  contact: { cutoffHz: 6500, decayMs: 2, gain: 0.5 },
};
const DIE: Body = {
  modes: [
    [182, 22, 0.16],
    [1210, 9, 0.22],
    [2260, 8, 0.3],
    [3620, 6, 0.26],
    [5400, 4, 0.14],
  ],
  contact: { cutoffHz: 5200, decayMs: 2.2, gain: 0.45 },
};
/** A die in a cup of leather, which swallows high tones. */
const CUP: Body = {
  modes: [
    [310, 16, 0.3],
    [540, 13, 0.26],
    [905, 9, 0.16],
    [1480, 5, 0.07],
  ],
  contact: { cutoffHz: 1500, decayMs: 4, gain: 0.5 },
};
const CUBE: Body = {
  modes: [
    [112, 52, 0.34],
    [297, 34, 0.36],
    [520, 27, 0.3],
    [884, 18, 0.22],
    [1730, 9, 0.12],
  ],
  contact: { cutoffHz: 2400, decayMs: 4, gain: 0.5 },
};
/** A bar of a marimba at 1 Hz: its modes are tuned to 1 : 3.93 : 9.2. */
const BAR: Body = {
  modes: [
    [1, 190, 0.22],
    [3.93, 46, 0.065],
    [9.2, 14, 0.022],
  ],
  contact: { cutoffHz: 1800, decayMs: 3, gain: 0.045 },
};
/** A hollow block of wood at 1 Hz. */
const BLOCK: Body = {
  modes: [
    [1, 34, 0.4],
    [2.42, 17, 0.16],
    [4.1, 8, 0.07],
  ],
  contact: { cutoffHz: 3000, decayMs: 2.5, gain: 0.16 },
};

const strike = (body: Body, atMs: number, gain = 1, pitch = 1): Strike => ({ body, atMs, gain, pitch });
const note = (atMs: number, hz: number, gain = 1): Strike => strike(BAR, atMs, gain, hz);

/** Two dice shaken in a cup and thrown: each bounces with shorter and weaker jumps, and rolls to rest. */
const ROLL: readonly Strike[] = [
  ...[0, 38, 71, 118, 152, 187].map((atMs, n) =>
    strike(CUP, atMs, [0.5, 0.72, 0.6, 0.8, 0.66, 0.5][n], 1 + 0.09 * (n % 3)),
  ),
  ...[270, 388, 462, 505, 532].map((atMs, n) => strike(DIE, atMs, 0.9 * 0.62 ** n, 1 + 0.03 * n)),
  ...[306, 409, 478, 522, 550].map((atMs, n) => strike(DIE, atMs, 0.8 * 0.62 ** n, 1.11 - 0.02 * n)),
];

const STRIKES: Readonly<Record<Sound, readonly Strike[]>> = {
  checker: [strike(CHECKER, 0), strike(CHECKER, 46, 0.16, 1.12)],
  hit: [strike(CLACK, 0), strike(CHECKER, 92, 0.8, 0.94), strike(CHECKER, 141, 0.2, 1.06)],
  dice: ROLL,
  cube: [strike(CUBE, 0), strike(CUBE, 74, 0.34, 1.07), strike(CUBE, 118, 0.12, 1.1)],
  turn: [note(0, 587.33, 0.8), note(105, 783.99)],
  warning: [0, 150, 420, 570].map((atMs, n) => strike(BLOCK, atMs, 0.9, n % 2 ? 880 : 1108)),
  won: [523.25, 659.26, 783.99, 1046.5].map((hz, n) => note(125 * n, hz, n === 3 ? 1 : 0.8)),
  lost: [392, 311.13, 261.63].map((hz, n) => note(190 * n, hz, 0.85 - 0.1 * n)),
};

/** The loudness of all sounds together, at which the loudest peak, of a checker, is 0.6 of full scale. */
const LEVEL = 0.65;
/** After so many time constants a mode is inaudible: e^-7 is -61 dB. */
const AUDIBLE = 7;

/** Makes a sound as samples from -1 to 1. It is the same each time. */
export function renderSound(sound: Sound, sampleRate: number): Float32Array {
  const strikes = STRIKES[sound];
  const lengthMs = Math.max(
    ...strikes.map(({ atMs, body }) => atMs + AUDIBLE * Math.max(...body.modes.map(([, ms]) => ms))),
  );
  const samples = new Float32Array(Math.ceil((lengthMs / 1000) * sampleRate));
  const random = noise();
  for (const one of strikes) {
    for (const mode of one.body.modes) addMode(samples, one, mode, sampleRate);
    addContact(samples, one, sampleRate, random);
  }
  // Loud moments are rounded instead of cut off.
  return samples.map((value) => Math.tanh(LEVEL * value));
}

/** Adds a damped sine wave. It is computed by the recurrence of a resonator, which costs two multiplications a sample. */
function addMode(
  out: Float32Array,
  { atMs, gain, pitch }: Strike,
  mode: Body['modes'][number],
  sampleRate: number,
): void {
  const [hz, decayMs, share] = mode;
  const turn = (2 * Math.PI * hz * pitch) / sampleRate;
  // Above half of the sample rate it would be heard as another tone.
  if (turn >= Math.PI) return;
  const decay = Math.exp(-1000 / (decayMs * sampleRate));
  const start = Math.round((atMs / 1000) * sampleRate);
  const end = Math.min(out.length, start + Math.ceil((AUDIBLE * decayMs * sampleRate) / 1000));
  const [near, far] = [2 * decay * Math.cos(turn), decay * decay];
  let [before, now] = [0, gain * share * decay * Math.sin(turn)];
  for (let at = start + 1; at < end; at++) {
    out[at] = (out[at] ?? 0) + now;
    [before, now] = [now, near * now - far * before];
  }
}

function addContact(out: Float32Array, { body, atMs, gain }: Strike, sampleRate: number, random: () => number): void {
  const { cutoffHz, decayMs, gain: share } = body.contact;
  const smoothing = 1 - Math.exp((-2 * Math.PI * cutoffHz) / sampleRate);
  const decay = Math.exp(-1000 / (decayMs * sampleRate));
  const start = Math.round((atMs / 1000) * sampleRate);
  const end = Math.min(out.length, start + Math.ceil((AUDIBLE * decayMs * sampleRate) / 1000));
  let [value, level] = [0, gain * share];
  for (let at = start; at < end; at++, level *= decay) {
    value += smoothing * (random() - value);
    out[at] = (out[at] ?? 0) + value * level;
  }
}

/** White noise from -1 to 1 (a linear congruential generator with the constants of Numerical Recipes). */
function noise(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}
