// @vitest-environment happy-dom
import { readImport } from 'bg-record/import';
import { type Dice, legalPlays, type Player, type Position, startPosition } from 'bg-rules';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, describe, expect, test } from 'vitest';
import { commentsPart, cubeEntry, gameEntry, matchEntry, moveEntry, xgFile } from '../../../record/test/support/xg.ts';
import { momentsOf } from '../../src/judged/moments.ts';
import { Comment } from '../../src/pages/review/comment.tsx';
import { type Subject, subjectOfImport, subjectOfRecord, undoubledByFile } from '../../src/pages/review/subject.ts';
import { randomMatch } from './reviewed.ts';

let root: HTMLElement | null = null;
afterEach(() => {
  if (root) render(null, root);
  root?.remove();
  root = null;
});

/** A match with this comment on its second play. */
async function subjectWith(comment: string): Promise<Subject> {
  const read = await readImport(`(;GM[6]MI[length:3];W[31hefe];B[42lpln]C[${comment}];W[double]C[too soon])`);
  if (!read.ok || read.kind !== 'matches' || !read.matches[0]) throw new Error('no match');
  return subjectOfImport(read.matches[0]);
}

function played(position: Position, player: Player, dice: Dice): Position {
  return legalPlays(position, player, dice)[0]?.position ?? position;
}

function shown(subject: Subject, index: number): HTMLElement {
  root ??= document.body.appendChild(document.createElement('div'));
  const n = momentsOf(subject.steps)[index]?.n ?? -1;
  act(() => render(<Comment subject={subject} n={n} />, root!));
  return root;
}

describe('a comment of the file', () => {
  test('SD6 stands with its decision, and with no other', async () => {
    const subject = await subjectWith('a hit');
    const texts = [0, 1, 2].map((index) => shown(subject, index).textContent);
    expect(texts).toEqual(['', 'Comment in the file:a hit', 'Comment in the file:too soon']);
  });

  test('SD7 is plain text in its own lines, and turns nothing around', async () => {
    const subject = await subjectWith('<b>one</b>\n\u202etwo\u2066 \u05d0');
    if (subject.origin !== 'import') throw new Error('a record');
    // as of a reader that keeps such characters
    const comments = new Map([...subject.comments].map(([n, text]) => [n, `${text}\u202e`]));
    const quote = shown({ ...subject, comments }, 1).querySelector('blockquote');
    expect(quote?.textContent).toBe('<b>one</b>\ntwo  \u05d0');
    expect(quote?.getAttribute('dir')).toBe('auto');
    expect(quote?.children).toHaveLength(0);
  });

  test('SD9 on a roll makes that a decision, and stands there', async () => {
    const before = startPosition();
    const between = played(before, 0, [3, 1]);
    const read = await readImport(
      xgFile(
        [
          matchEntry({ names: ['Ann', 'Ben'], length: 5 }),
          gameEntry({ score: [0, 0], crawford: false, position: before }),
          moveEntry({ player: 0, dice: [3, 1], before, after: between }),
          cubeEntry({ player: 1, position: between, doubled: false, comment: 0 }),
          moveEntry({ player: 1, dice: [6, 5], before: between, after: played(between, 1, [6, 5]), comment: 1 }),
        ],
        { comments: commentsPart(['{\\rtf1\\ansi Why not?\\par}', 'a hit']) },
      ),
    );
    if (!read.ok || read.kind !== 'matches' || !read.matches[0]) throw new Error('no match');
    const subject = subjectOfImport(read.matches[0]);
    const moments = momentsOf(subject.steps, new Set(undoubledByFile(subject)));
    expect(moments.map(({ type }) => type)).toEqual(['play', 'roll', 'play']);
    expect(moments.map(({ n }) => subject.origin === 'import' && subject.comments.get(n))).toEqual([
      undefined,
      'Why not?',
      'a hit',
    ]);
  });

  test('SD8 is none of a record of ours', async () => {
    expect(shown(subjectOfRecord(await randomMatch(3), 'file'), 1).textContent).toBe('');
  });
});
