import { describe, expect, test, vi } from 'vitest';
import { type ReadInput, readInput } from '../../src/engine/read-import.ts';
import { momentsOf, spansOf } from '../../src/judged/moments.ts';
import { subjectOfImport } from '../../src/pages/review/subject.ts';
import { shown } from '../../src/pages/study/imports.tsx';
import { isPlayable, makeHash, parseHash } from '../../src/pages/study/study.ts';

const MAT = ` 3 point match

 Game 1
 Ann : 0                        Bob : 0
  1) 31: 8/5 6/5                 42: 8/4 6/4
  2)  Doubles => 2                Takes
  3) 66: 24/18 24/18 13/7 13/7
`;
const SGF = '(;GM[6]MI[length:3]PW[Ann]PB[Bob]RU[Crawford];W[31hefe];B[42qusu];W[double];B[drop])';
/** The same match in OGXM. */
const OGXM = new Uint8Array(
  Buffer.from(
    '4f47584d0200000002000000500000004d5443480d000000010c07030003416e6e03426f620147414d450c00000001030300' +
      '0102713348884615574353554d08000000010700000466edca98454e4421',
    'hex',
  ),
);

/** The first match of a file. */
async function matchOf(content: BlobPart) {
  const read: ReadInput = await readInput(new Blob([content]));
  if (!read.ok || read.kind !== 'matches' || !read.matches[0]) throw new Error(JSON.stringify(read));
  return read.matches[0].match;
}

describe('a match file on the study board', () => {
  test.each([
    ['mat', MAT, 5],
    ['sgf', SGF, 4],
    ['sgf after blank lines', `\n ${SGF}`, 4],
    ['ogxm', OGXM, 4],
  ])('SY10 is read by its content, and each decision can be put on the board: %s', async (_, content, count) => {
    const [game] = (await matchOf(content)).games;
    expect(game?.decisions).toHaveLength(count);
    for (const decision of game?.decisions ?? []) {
      const situation = shown(decision);
      expect(isPlayable(situation)).toBe(true);
      expect(parseHash(makeHash(situation)).position).toEqual(situation.position);
    }
  });

  test('SY11 that is larger than any match is refused unread', async () => {
    const large = new Blob([new Uint8Array(16_000_001)]);
    const read = vi.spyOn(large, 'arrayBuffer');
    expect(await readInput(large)).toMatchObject({ ok: false, code: 'too-long', line: 1 });
    expect(read).not.toHaveBeenCalled();
  });

  test('SY11a in OGXM that is damaged is refused with the number of the byte', async () => {
    const damaged = OGXM.with(32, 7);
    expect(await readInput(new Blob([damaged]))).toMatchObject({ ok: false, code: 'damaged', unit: 'byte' });
    expect(await readInput(new Blob([OGXM.slice(0, 5)]))).toMatchObject({ ok: false, code: 'damaged', line: 6 });
    expect(await readInput(new Blob(['OGX']))).toMatchObject({ ok: false, code: 'no-match', unit: 'line' });
  });

  test('SY12 without a decision is refused, so that there is something to show', async () => {
    const read = await readInput(new Blob([' 3 point match\n\n Game 1\n Ann : 0                        Bob : 0\n']));
    expect(read).toMatchObject({ ok: false, code: 'no-match' });
  });

  test.each([
    ['mat', MAT],
    ['sgf', SGF],
    ['ogxm', OGXM],
  ])('SY13 is a subject of the review that claims no verification: %s', async (_, content) => {
    const match = await matchOf(content);
    const subject = subjectOfImport(match);
    expect(subject).toMatchObject({ origin: 'import', length: 3, question: { kind: 'review-import' } });
    expect('checked' in subject).toBe(false);
    const moments = momentsOf(subject.steps);
    expect(moments.map(({ type }) => type)).toEqual(match.games[0]?.decisions.map(({ kind }) => kind));
    expect(spansOf(moments)).toHaveLength(1);
  });
});
