import { renderSound, type Sound } from './sound-synthesis.ts';

export type { Sound };

let context: AudioContext | null = null;
const rendered = new Map<Sound, AudioBuffer>();

/** The volume at which a sound has the gain with which it was made. An ear hears the square of the gain. */
const PLAIN_VOLUME = 70;
/** The sounds of things that are struck, which never sound twice alike. */
const STRUCK: ReadonlySet<Sound> = new Set(['checker', 'hit', 'dice', 'cube']);

/**
 * Plays a synthesised sound at a volume from 0 to 100. It is silent until the user has interacted with the page, as
 * browsers require.
 */
export function playSound(sound: Sound, volume: number): void {
  if (volume <= 0 || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  const source = context.createBufferSource();
  source.buffer = bufferOf(context, sound);
  if (STRUCK.has(sound)) source.playbackRate.value = 0.95 + 0.1 * Math.random();
  const gain = context.createGain();
  gain.gain.value = (volume / PLAIN_VOLUME) ** 2;
  source.connect(gain).connect(context.destination);
  source.start();
}

function bufferOf(audio: AudioContext, sound: Sound): AudioBuffer {
  const known = rendered.get(sound);
  if (known) return known;
  const samples = renderSound(sound, audio.sampleRate);
  const buffer = audio.createBuffer(1, samples.length, audio.sampleRate);
  buffer.getChannelData(0).set(samples);
  rendered.set(sound, buffer);
  return buffer;
}
