// @vitest-environment happy-dom
import { type ImportedMatch, readImport } from 'bg-record/import';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, describe, expect, test } from 'vitest';
import { momentsOf } from '../../src/judged/moments.ts';
import { Stated } from '../../src/pages/review/stated.tsx';
import { subjectOfImport, undoubledByFile } from '../../src/pages/review/subject.ts';
import type { Review } from '../../src/pages/review/use-review.ts';
// A text of GNU Backgammon: a play that is judged, and a roll that should have been a double.
import TEXT from './analysed.txt?raw';

let root: HTMLElement | null = null;
afterEach(() => {
  if (root) render(null, root);
  root?.remove();
  root = null;
});

async function read(text: string): Promise<ImportedMatch> {
  const found = await readImport(new TextEncoder().encode(text));
  if (!found.ok || found.kind !== 'matches' || !found.matches[0]) throw new Error('no match');
  return found.matches[0];
}

function said(subject: Review['subject'], index: number): string {
  const moment = momentsOf(subject.steps, new Set(undoubledByFile(subject)))[index];
  const now = { moment } as Review['now'];
  root ??= document.body.appendChild(document.createElement('div'));
  act(() => render(<Stated review={{ subject, now } as Review} />, root!));
  return root.textContent ?? '';
}

describe('what a file states of a decision', () => {
  test('SD1 is said with the program, the loss and the best play', async () => {
    const subject = subjectOfImport(await read(TEXT));
    expect(said(subject, 0)).toBe('In the file, GNU Backgammon: it loses 0.125. Best: 24/23 13/11');
  });

  test('SD2 makes a roll that missed a double a decision, although our engine has not looked at it yet', async () => {
    const subject = subjectOfImport(await read(TEXT));
    expect(undoubledByFile(subject)).toHaveLength(1);
    expect(said(subject, 1)).toBe('In the file, GNU Backgammon: it loses 0.100. Best: Double, take');
  });

  test('SD3 is not said of a decision without it, and of a right one without another', async () => {
    const right = await read(
      TEXT.replace(/^\* +10\..*$/m, '')
        .replace('     1. Cube', '*    1. Cube')
        .replace('moves 24/23 8/6', 'moves 24/23 13/11'),
    );
    expect(said(subjectOfImport(right), 0)).toBe('In the file, GNU Backgammon: the best decision.');
    const plain = await read(TEXT.replaceAll(/^.*(Cubeful|ouble).*$/gm, ''));
    expect(said(subjectOfImport(plain), 0)).toBe('');
  });

  test.each([
    ['take', { noDouble: 0.5, doubleTake: 1.25, doublePass: 1 }, ' Best: Double, pass'],
    ['pass', { noDouble: 0.5, doubleTake: 0.75, doublePass: 1 }, ' Best: Double, take'],
    ['beaver', { noDouble: 0.5, doubleTake: 0.25, doublePass: 1 }, ' Best: Double, take'],
    // only a beaver would have been better, of which the file has no equity
    ['take', { noDouble: 0.5, doubleTake: -0.25, doublePass: 1 }, ''],
  ] as const)('SD4 names an answer to the double as the best answer: %s %j', async (type, cube, best) => {
    const subject = subjectOfImport(await read(TEXT));
    const stated = new Map([[0, { by: 'eXtreme Gammon', loss: 0.25, plays: [], cube }]] as const);
    const moment = { ...momentsOf(subject.steps, new Set())[0], n: 0, type };
    const review = { subject: { ...subject, stated }, now: { moment } } as unknown as Review;
    root ??= document.body.appendChild(document.createElement('div'));
    act(() => render(<Stated review={review} />, root!));
    expect(root.textContent).toBe(`In the file, eXtreme Gammon: it loses 0.250.${best}`);
  });
});
