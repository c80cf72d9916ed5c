/** The sounds of the page. */
export type Sound = 'checker' | 'hit' | 'dice' | 'cube' | 'turn' | 'won' | 'lost' | 'warning';

/** One part of a sound: a tone, or noise through a band-pass filter. */
interface Part {
  readonly kind: 'tone' | 'noise';
  readonly hz: number;
  readonly atMs: number;
  readonly lengthMs: number;
  readonly gain: number;
}

function clack(atMs: number, hz: number, gain: number): Part[] {
  return [
    { kind: 'noise', hz, atMs, lengthMs: 45, gain },
    { kind: 'tone', hz: hz / 6, atMs, lengthMs: 60, gain: gain * 0.5 },
  ];
}

function note(atMs: number, hz: number, lengthMs: number): Part {
  return { kind: 'tone', hz, atMs, lengthMs, gain: 0.09 };
}

const PARTS: Readonly<Record<Sound, readonly Part[]>> = {
  checker: clack(0, 2100, 0.32),
  hit: [...clack(0, 2500, 0.4), ...clack(70, 1500, 0.3)],
  dice: [0, 70, 130, 210, 300].flatMap((atMs, n) => clack(atMs, 2900 - 260 * n, 0.26 - 0.03 * n)),
  cube: [...clack(0, 900, 0.5), note(20, 196, 160)],
  turn: [note(0, 587, 110), note(100, 784, 180)],
  won: [note(0, 523, 150), note(130, 659, 150), note(260, 784, 380)],
  lost: [note(0, 392, 200), note(180, 311, 420)],
  warning: [note(0, 880, 90), note(160, 880, 90)],
};

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** The volume at which the parts have their own gain. An ear hears the square of the gain. */
const PLAIN_VOLUME = 70;

/**
 * Plays a synthesised sound at a volume from 0 to 100. It is silent until the user has interacted with the page, as
 * browsers require.
 */
export function playSound(sound: Sound, volume: number): void {
  if (volume <= 0 || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  const loudness = (volume / PLAIN_VOLUME) ** 2;
  for (const part of PARTS[sound]) playPart(context, part, loudness);
}

function playPart(audio: AudioContext, part: Part, loudness: number): void {
  const start = audio.currentTime + part.atMs / 1000;
  const end = start + part.lengthMs / 1000;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(part.gain * loudness, start);
  volume.gain.exponentialRampToValueAtTime(0.0008 * loudness, end);
  volume.connect(audio.destination);
  const source = part.kind === 'tone' ? toneSource(audio, part.hz, volume) : noiseSource(audio, part.hz, volume);
  source.start(start);
  source.stop(end);
}

function toneSource(audio: AudioContext, hz: number, out: AudioNode): AudioScheduledSourceNode {
  const oscillator = audio.createOscillator();
  oscillator.type = 'triangle';
  oscillator.frequency.value = hz;
  oscillator.connect(out);
  return oscillator;
}

function noiseSource(audio: AudioContext, hz: number, out: AudioNode): AudioScheduledSourceNode {
  noise ??= whiteNoise(audio);
  const source = audio.createBufferSource();
  source.buffer = noise;
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = hz;
  filter.Q.value = 2.2;
  source.connect(filter).connect(out);
  return source;
}

function whiteNoise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate / 10, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = Math.random() * 2 - 1;
  return buffer;
}
