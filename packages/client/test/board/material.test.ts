import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, '../../src/board/board-themes.css'), 'utf8');
const rules = css.match(/:root\[data-board="club"\] \{([^}]*)\}/)?.[1] ?? '';

/** Returns a colour of the board of wood and felt as red, green and blue from 0 to 1. */
function colour(token: string, scheme: 'light' | 'dark'): number[] {
  const value = rules.match(new RegExp(`--board-${token}: ([^;]*);`))?.[1] ?? '';
  const hex = [...value.matchAll(/#([0-9a-f]{6})/g)].map(([, digits]) => digits ?? '');
  const digits = (scheme === 'dark' ? hex[1] : hex[0]) ?? hex[0] ?? '';
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16) / 255);
}

/** The relative luminance (WCAG 2.2). */
function luminance(channels: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: readonly number[], other: readonly number[]): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The mean share of the weave's colour in the felt: half the mean opacity of its noise. */
const WEAVE = 0.125;

const mix = (felt: readonly number[], weave: readonly number[]) =>
  felt.map((value, at) => value * (1 - WEAVE) + (weave[at] ?? 0) * WEAVE);

describe.each(['light', 'dark'] as const)('the board of wood and felt, %s', (scheme) => {
  const felts = ['felt-1', 'felt-2'].map((token) => mix(colour(token, scheme), colour('weave', scheme)));
  const points = ['odd-base', 'odd-tip', 'even-base', 'even-tip'].map((token) => colour(token, scheme));
  const checkers = ['checker-0-mid', 'checker-1-mid'].map((token) => colour(token, scheme));

  test('WD1 the checkers of both players have a contrast of 3 : 1 with the felt', () => {
    for (const felt of felts) for (const checker of checkers) expect(contrast(checker, felt)).toBeGreaterThanOrEqual(3);
  });

  test('WD2 the checkers differ by 7 : 1 in brightness, so that colour need not distinguish them', () => {
    expect(contrast(checkers[0] ?? [], checkers[1] ?? [])).toBeGreaterThan(7);
  });

  test('WD3 the two kinds of points differ in brightness from each other and from the felt', () => {
    const [odd = [], , even = []] = points;
    expect(contrast(odd, even)).toBeGreaterThan(3);
    for (const felt of felts) for (const point of points) expect(contrast(point, felt)).toBeGreaterThan(1.5);
  });

  test('WD4 every arrow has a part with a contrast of 2.4 : 1 with felt and points', () => {
    const parts = [[0xc2, 0x18, 0x7a].map((value) => value / 255), [1, 1, 1]];
    for (const ground of [...felts, ...points]) {
      expect(Math.max(...parts.map((part) => contrast(part, ground)))).toBeGreaterThan(2.4);
    }
  });
});
