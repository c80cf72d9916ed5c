// @vitest-environment happy-dom
import { type ImportedMatch, readImport } from 'bg-record/import';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, describe, expect, test } from 'vitest';
import { type Moment, momentsOf } from '../../src/judged/moments.ts';
import { Stated } from '../../src/pages/review/stated.tsx';
import { type Subject, subjectOfImport, undoubledByFile } from '../../src/pages/review/subject.ts';
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

function said(subject: Subject, moment: Moment): string {
  root ??= document.body.appendChild(document.createElement('div'));
  act(() => render(<Stated subject={subject} moment={moment} />, root!));
  return root.textContent ?? '';
}

const momentIn = (subject: Subject, index: number) =>
  momentsOf(subject.steps, new Set(undoubledByFile(subject)))[index]!;

describe('what a file states of a decision', () => {
  test('SD1 is said with the program, the loss and the best play', async () => {
    const subject = subjectOfImport(await read(TEXT));
    expect(said(subject, momentIn(subject, 0))).toBe('In the file, GNU Backgammon: it loses 0.125. Best: 24/23 13/11');
  });

  test('SD2 makes a roll that missed a double a decision, although our engine has not looked at it yet', async () => {
    const subject = subjectOfImport(await read(TEXT));
    expect(undoubledByFile(subject)).toHaveLength(1);
    expect(said(subject, momentIn(subject, 1))).toBe('In the file, GNU Backgammon: it loses 0.100. Best: Double, take');
  });

  test('SD3 is not said of a decision without it, and of a right one without another', async () => {
    const right = subjectOfImport(
      await read(
        TEXT.replace(/^\* +10\..*$/m, '')
          .replace('     1. Cube', '*    1. Cube')
          .replace('moves 24/23 8/6', 'moves 24/23 13/11'),
      ),
    );
    expect(said(right, momentIn(right, 0))).toBe('In the file, GNU Backgammon: the best decision.');
    const plain = subjectOfImport(await read(TEXT.replaceAll(/^.*(Cubeful|ouble).*$/gm, '')));
    expect(said(plain, momentIn(plain, 0))).toBe('');
  });

  test.each([
    ['take', { noDouble: 0.5, doubleTake: 1.25, doublePass: 1 }, ' Best: Double, pass'],
    ['pass', { noDouble: 0.5, doubleTake: 0.75, doublePass: 1 }, ' Best: Double, take'],
    ['beaver', { noDouble: 0.5, doubleTake: 0.25, doublePass: 1 }, ' Best: Double, take'],
    // only a beaver would have been better, of which the file has no equity
    ['take', { noDouble: 0.5, doubleTake: -0.25, doublePass: 1 }, ''],
  ] as const)('SD4 names an answer to the double as the best answer: %s %j', async (type, cube, best) => {
    const subject = subjectOfImport(await read(TEXT));
    if (subject.origin !== 'import') throw new Error('a record');
    const stated = new Map([[0, { by: 'eXtreme Gammon', loss: 0.25, plays: [], cube }]] as const);
    const moment = { ...momentIn(subject, 0), n: 0, type };
    expect(said({ ...subject, stated }, moment)).toBe(`In the file, eXtreme Gammon: it loses 0.250.${best}`);
  });

  test.each([
    [null, 'In the file: it loses 0.250.'],
    ['<b>\u05d0\u05d1</b> 2', 'In the file, <b>\u05d0\u05d1</b> 2: it loses 0.250.'],
  ])(
    'SD5 has the program in the words of the file, apart from the sentence, if the file names one: %s',
    async (by, text) => {
      const subject = subjectOfImport(await read(TEXT));
      if (subject.origin !== 'import') throw new Error('a record');
      const stated = new Map([[0, { by, loss: 0.25, plays: [], cube: null }]]);
      expect(said({ ...subject, stated }, momentIn(subject, 0))).toBe(text);
      expect(root?.querySelector('bdi')?.textContent ?? null).toBe(by);
    },
  );
});
