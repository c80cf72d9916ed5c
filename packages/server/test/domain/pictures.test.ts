import { vectorRecord } from '@anchor/testkit/records';
import { describe, expect, it } from 'vitest';
import { type Painter, Pictures, picturePath } from '../../src/domain/links/pictures.ts';

const record = vectorRecord('match-1-borne-off');
const { id } = record.header;

/** Pictures whose painter answers when the test says so, with what it was asked to paint. */
function open(isBusy = false) {
  const asked: Parameters<Painter['paint']>[0][] = [];
  const answers: ((png: Uint8Array | null) => void)[] = [];
  const reads: string[] = [];
  const pictures = new Pictures({
    painter: {
      isBusy,
      paint: (subject) => {
        asked.push(subject);
        return new Promise((resolve) => answers.push(resolve));
      },
    },
    records: {
      read: async (match) => {
        reads.push(match);
        return match === id ? record : null;
      },
    },
    puzzles: { show: async () => ({ ok: false, code: 'no-puzzle', message: 'none' }) },
  });
  return { pictures, asked, answers, reads };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the pictures behind links', () => {
  it('PX1 are painted once, however many ask', async () => {
    const { pictures, asked, answers } = open();
    const path = picturePath.match(id);
    const both = [pictures.at(path), pictures.at(path)];
    await settled();
    answers[0]?.(Uint8Array.of(1));
    expect(await Promise.all(both)).toEqual([{ png: Uint8Array.of(1) }, { png: Uint8Array.of(1) }]);
    expect(await pictures.at(path)).toEqual({ png: Uint8Array.of(1) });
    expect(asked).toEqual([{ record }]);
  });

  it('PX2 that could not be painted are tried again at the next request', async () => {
    const { pictures, answers } = open();
    const first = pictures.at(picturePath.board);
    await settled();
    answers[0]?.(null);
    expect(await first).toBe('busy');
    const second = pictures.at(picturePath.board);
    await settled();
    answers[1]?.(Uint8Array.of(2));
    expect(await second).toEqual({ png: Uint8Array.of(2) });
  });

  it.each([
    '/pictures/',
    '/pictures/match/.png',
    `/pictures/match/${'a'.repeat(65)}.png`,
    '/pictures/match/../../x.png',
    '/pictures/player/abc.png',
    `/pictures/match/${id}.png/more`,
    '/pictures/match/no-such-match-000.png',
    '/pictures/puzzle/2026-02-30.png',
  ])('PX3 are none elsewhere: %s', async (path) => {
    const { pictures, asked } = open();
    expect(await pictures.at(path)).toBe('not-found');
    expect(asked).toEqual([]);
  });

  it('PX5 cost no read of a record while the painter is busy', async () => {
    const { pictures, reads, answers } = open(true);
    expect(await pictures.at(picturePath.match(id))).toBe('busy');
    expect([reads, answers]).toEqual([[], []]);
    expect(await pictures.at('/pictures/none.png')).toBe('not-found');
  });

  it('PX4 of an id that no match can have costs no lookup', async () => {
    const { pictures, reads } = open();
    await pictures.at('/pictures/match/short.png');
    expect(reads).toEqual([]);
  });
});
