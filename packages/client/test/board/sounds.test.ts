import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Returns the gain that the page sets for a sound at each volume, or none. */
async function gainsAt(volumes: readonly number[]): Promise<number[]> {
  let gains: { value: number }[] = [];
  const node = () => ({ connect: (next: unknown) => next, start: () => undefined, playbackRate: {} });
  class FakeContext {
    state = 'running';
    sampleRate = 8_000;
    createGain = () => {
      const gain = { value: 1 };
      gains.push(gain);
      return { ...node(), gain };
    };
    createBufferSource = node;
    createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
  }
  vi.stubGlobal('AudioContext', FakeContext);
  const { playSound } = await import('../../src/board/sounds.ts');
  return volumes.flatMap((volume) => {
    gains = [];
    playSound('turn', volume);
    return gains.map(({ value }) => value);
  });
}

test('a sound is louder at a higher volume, and silent at none', async () => {
  expect(await gainsAt([0])).toEqual([]);
  const [low = 0, high = 0] = await gainsAt([30, 90]);
  expect(low).toBeGreaterThan(0);
  expect(high / low).toBeCloseTo(9);
});
