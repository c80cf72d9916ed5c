import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Returns the gains that the page sets for a sound at these volumes. */
async function gainsAt(volumes: readonly number[]): Promise<number[][]> {
  let gains: number[] = [];
  const node = () => ({
    connect: (next: unknown) => next,
    start: () => undefined,
    stop: () => undefined,
    frequency: {},
    Q: {},
    gain: {
      setValueAtTime: (value: number) => gains.push(value),
      exponentialRampToValueAtTime: () => undefined,
    },
  });
  class FakeContext {
    state = 'running';
    currentTime = 0;
    sampleRate = 100;
    createGain = node;
    createOscillator = node;
    createBiquadFilter = node;
    createBufferSource = node;
    createBuffer = () => ({ getChannelData: () => new Float32Array(1) });
  }
  vi.stubGlobal('AudioContext', FakeContext);
  const { playSound } = await import('../../src/board/sounds.ts');
  return volumes.map((volume) => {
    gains = [];
    playSound('turn', volume);
    return gains;
  });
}

test('a sound is louder at a higher volume, and silent at none', async () => {
  const [none = [], low = [], high = []] = await gainsAt([0, 30, 90]);
  expect(none).toEqual([]);
  expect(low.length).toBeGreaterThan(0);
  for (const [n, gain] of low.entries()) expect(high[n]! / gain).toBeCloseTo(9);
});
