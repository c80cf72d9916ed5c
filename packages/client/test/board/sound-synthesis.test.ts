import { describe, expect, test } from 'vitest';
import { renderSound, SOUNDS } from '../../src/board/sound-synthesis.ts';

const RATE = 48_000;

/** The energy of a sound at a frequency: one term of the discrete Fourier transform, by definition. */
function energyAt(samples: Float32Array, hz: number): number {
  let [real, imaginary] = [0, 0];
  for (const [n, value] of samples.entries()) {
    const angle = (2 * Math.PI * hz * n) / RATE;
    real += value * Math.cos(angle);
    imaginary += value * Math.sin(angle);
  }
  return real ** 2 + imaginary ** 2;
}

/** The mean frequency of a sound, weighted by energy, up to 8 kHz. */
function brightness(samples: Float32Array): number {
  const frequencies = Array.from({ length: 160 }, (_, n) => 50 * (n + 1));
  const energies = frequencies.map((hz) => energyAt(samples, hz));
  const all = energies.reduce((sum, energy) => sum + energy, 0);
  return frequencies.reduce((sum, hz, n) => sum + (hz * (energies[n] ?? 0)) / all, 0);
}

const peakOf = (samples: Float32Array) => samples.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0);

describe('the sounds', () => {
  test.each(SOUNDS)('%s is audible, never distorts, begins at once and ends in silence', (sound) => {
    const samples = renderSound(sound, RATE);
    const peak = peakOf(samples);
    expect(peak).toBeGreaterThan(0.1);
    expect(peak).toBeLessThan(0.7);
    expect(peakOf(samples.subarray(0, RATE / 50))).toBeGreaterThan(0.03);
    // -46 dB below the peak
    expect(peakOf(samples.subarray(-RATE / 200))).toBeLessThan(peak / 200);
    expect(samples.length / RATE).toBeLessThan(2);
    const mean = samples.reduce((sum, value) => sum + value, 0) / samples.length;
    expect(Math.abs(mean)).toBeLessThan(0.01);
  });

  test('each is the same every time and differs from the others', () => {
    const all = SOUNDS.map((sound) => renderSound(sound, 8_000));
    expect(SOUNDS.map((sound) => renderSound(sound, 8_000))).toEqual(all);
    expect(new Set(all.map((samples) => samples.join())).size).toBe(SOUNDS.length);
  });

  test('last as long at any sample rate, and no mode folds back at a low one', () => {
    for (const sound of SOUNDS) {
      const seconds = [8_000, 44_100, 96_000].map((rate) => renderSound(sound, rate).length / rate);
      for (const length of seconds) expect(length).toBeCloseTo(seconds[0]!, 3);
      expect(renderSound(sound, 8_000).every(Number.isFinite)).toBe(true);
    }
  });

  test('WU5 the notes of a turn are D5 and G5, and those of the end of a match rise if it was won and fall if it was lost', () => {
    const turn = renderSound('turn', RATE);
    for (const hz of [587.33, 783.99]) {
      expect(energyAt(turn, hz)).toBeGreaterThan(10 * energyAt(turn, hz * 1.08));
    }
    const first = (sound: 'won' | 'lost') => renderSound(sound, RATE).subarray(0, RATE / 10);
    expect(energyAt(first('won'), 523.25)).toBeGreaterThan(energyAt(first('won'), 1046.5));
    expect(energyAt(first('lost'), 392)).toBeGreaterThan(energyAt(first('lost'), 261.63));
  });

  test('dice are brighter than a checker, a checker is brighter than the cube, and a hit is brighter than a checker', () => {
    const [checker, cube] = [brightness(renderSound('checker', RATE)), brightness(renderSound('cube', RATE))];
    const landed = renderSound('dice', RATE).subarray(0.26 * RATE);
    expect(brightness(landed)).toBeGreaterThan(1.5 * checker);
    expect(checker).toBeGreaterThan(1.2 * cube);
    expect(brightness(renderSound('hit', RATE))).toBeGreaterThan(1.3 * checker);
  });

  test('the dice land brighter than they rattle in the cup', () => {
    const dice = renderSound('dice', RATE);
    expect(brightness(dice.subarray(0.27 * RATE))).toBeGreaterThan(1.5 * brightness(dice.subarray(0, 0.24 * RATE)));
  });
});
