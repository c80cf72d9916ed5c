import { deflateSync } from 'node:zlib';
import { legalPlays, type Position, startPosition } from 'bg-rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stepsOfImport } from '../src/import/import-steps.ts';
import type { ImportedMatch } from '../src/import/imported.ts';
import { textOfComment } from '../src/import/rtf.ts';
import { parseXg } from '../src/import/xg.ts';
import { commentsPart, cubeEntry, gameEndEntry, gameEntry, matchEntry, moveEntry, xgFile } from './support/xg.ts';

const rtf = (text: string) =>
  String.raw`{\rtf1\ansi\ansicpg1252\uc1\deff0\deflang1033{\fonttbl{\f0\fnil\fcharset0 Arial;}{\f1\fnil\fcharset204 Arial;}}` +
  '\r\n{\\colortbl ;\\red0\\green0\\blue255;}\r\n' +
  String.raw`{\*\generator Riched20 10.0.19041}\viewkind4 ` +
  `\r\n\\pard\\sl-240\\slmult1 \\lang1033\\fs20\\f0 ${text}\\par\r\n}\r\n`;

const START = startPosition();
const reached = (position: Position, player: 0 | 1, dice: readonly [number, number]) =>
  legalPlays(position, player, dice)[0]?.position ?? position;
const AFTER_1 = reached(START, 0, [3, 1]);
const AFTER_2 = reached(AFTER_1, 1, [6, 5]);

/** The opening, a turn of the other player without a double, and a double that is passed. */
const records = ([opening, first, roll, second, double]: readonly number[]) => [
  matchEntry({ names: ['Ann', 'Ben'], length: 5 }),
  gameEntry({ score: [0, 0], crawford: false, position: START }),
  cubeEntry({ player: 0, position: START, doubled: false, comment: opening ?? -1 }),
  moveEntry({ player: 0, dice: [3, 1], before: START, after: AFTER_1, comment: first ?? -1 }),
  cubeEntry({ player: 1, position: AFTER_1, doubled: false, comment: roll ?? -1 }),
  moveEntry({ player: 1, dice: [6, 5], before: AFTER_1, after: AFTER_2, comment: second ?? -1 }),
  cubeEntry({ player: 0, position: AFTER_2, doubled: true, answer: 0, comment: double ?? -1 }),
  gameEndEntry(0, 1, 0),
];

async function read(bytes: Uint8Array): Promise<ImportedMatch> {
  const found = await parseXg(bytes);
  if (!found.ok || !found.value[0]) throw new Error('no match');
  return found.value[0];
}

const saidIn = (match: ImportedMatch) =>
  stepsOfImport(match).flatMap(({ action, comment }) => (comment === undefined ? [] : [[action.type, comment]]));
const inFile = async (places: readonly number[], comments: Buffer | null) =>
  saidIn(await read(xgFile(records(places), { comments })));

describe('comments of eXtreme Gammon', () => {
  test('IM120 are those of their records: a roll that was a choice has its own', async () => {
    const part = commentsPart(['the opening', rtf('a "split"'), '', 'why not double?', rtf('a blot'), 'too good']);
    expect(await inFile([0, 1, 3, 4, 5], part)).toEqual([
      ['play', 'the opening\n\na "split"'],
      ['roll', 'why not double?'],
      ['play', 'a blot'],
      ['double', 'too good'],
    ]);
  });

  test('IM120a are none for numbers that name none, for an empty line, and in a file without them', async () => {
    const part = commentsPart(['one', '', 'three']);
    expect(await inFile([3, 1, -2, 2_147_483_647, 2], part)).toEqual([['double', 'three']]);
    expect(await inFile([0, 0, 0, 0, 0], null)).toEqual([]);
    expect(await inFile([0, 1, 2, 3, 4], Buffer.alloc(0))).toEqual([]);
  });

  test('IM120b stay with a resignation that follows', async () => {
    const [head, game, , first] = records([-1, 0]);
    const unplayed = moveEntry({ player: 1, dice: [6, 5], before: AFTER_1, after: AFTER_1, comment: 2 });
    const cube = cubeEntry({ player: 1, position: AFTER_1, doubled: false, comment: 1 });
    const ended = [head, game, first, cube, unplayed, gameEndEntry(0, 1, 101)].map((one) => one ?? Buffer.alloc(0));
    const comments = commentsPart(['a', 'too weak', 'and unlucky']);
    expect(saidIn(await read(xgFile(ended, { comments })))).toEqual([
      ['play', 'a'],
      ['resign', 'too weak\n\nand unlucky'],
    ]);
  });

  test('IM121 that are damaged or too long are left out with a remark, and the match is read', async () => {
    const part = commentsPart(['one']);
    const whole = xgFile(records([0]), { comments: part });
    const at = Buffer.from(whole).indexOf(deflateSync(part));
    expect(at).toBeGreaterThan(0);
    const damaged = whole.slice();
    damaged[at + 3] = (damaged[at + 3] ?? 0) ^ 0xff;
    const bomb = xgFile(records([0]), { comments: Buffer.alloc(4_000_001, 0x20) });
    for (const bytes of [damaged, bomb]) {
      const match = await read(bytes);
      expect(saidIn(match)).toEqual([]);
      expect(match.notes.map(({ code, game }) => [code, game])).toEqual([['comments-unread', null]]);
      expect(match.games[0]?.decisions).toHaveLength(4);
    }
    expect((await read(whole)).notes).toEqual([]);
  });

  test('IM122 cost no more if thousands of records have the same one, and are bounded', async () => {
    const comment = `${' '.repeat(7_000)}${'\u0001'.repeat(1_000)}`;
    const many = ['', comment, rtf(`{\\pict ${'0'.repeat(1_000_000)}}${'a'.repeat(5_000)}`)];
    const [head, game] = records([]);
    const file = (which: number) =>
      xgFile(
        [
          head ?? Buffer.alloc(0),
          game ?? Buffer.alloc(0),
          ...Array.from({ length: 20_000 }, () =>
            cubeEntry({ player: 0, position: START, doubled: false, comment: which }),
          ),
          moveEntry({ player: 0, dice: [3, 1], before: START, after: AFTER_1 }),
        ],
        { comments: commentsPart(many) },
      );
    const began = process.cpuUsage().user;
    expect(saidIn(await read(file(1)))).toEqual([]);
    const [said] = saidIn(await read(file(2)));
    // the first 100 records took all the room
    expect(said).toBeUndefined();
    expect((process.cpuUsage().user - began) / 1_000).toBeLessThan(5_000);
  });

  test('IM123 of any bytes, at any place, never throw', async () => {
    const part = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc.array(fc.constantFrom('\r\n', '{\\rtf', '{', '}', '\\', "\\'e", '\\u-3', '\\bin9', '\x01\x02', 'a'), {
        maxLength: 60,
      }),
    );
    await fc.assert(
      fc.asyncProperty(part, fc.array(fc.integer({ min: -3, max: 30 })), async (bytes, places) => {
        const comments = Array.isArray(bytes) ? Buffer.from(bytes.join(''), 'latin1') : Buffer.from(bytes);
        for (const [, comment] of await inFile(places, comments)) expect(comment?.length).toBeLessThan(4_003);
      }),
      { numRuns: 200 },
    );
  });
});

describe('a comment in RTF', () => {
  const text = (source: string, most = 8_000) => textOfComment(Buffer.from(source, 'latin1'), most);
  const body = (source: string) => text(rtf(source)).trim();

  test.each([
    ['one\\par two\\line three\\tab four', 'one\ntwo\nthree\tfour'],
    ["caf\\'e9 \\'80 5", 'café € 5'],
    ['\\u9654?\\u-10179?\\u-8704? \\uc0\\u233 t\\uc2\\u233 ??', '▶😀 été'],
    ['{\\u233 }e\\u233 \\par e', 'éeé\ne'],
    ["\\f1\\'cf\\'f0\\'e8\\'e2\\'e5\\'f2\\f0 caf\\'e9", 'Приветcafé'],
    ["{\\f1\\'cf}\\'cf {\\b bold {\\i both}}", 'ПÏ bold both'],
    ['a \\{b\\} \\\\c \\~ \\_ \\- d', 'a {b} \\c \u00a0 \u2011  d'],
    ['\\ldblquote x\\rdblquote\\emdash y\\rquote s', '“x”—y’s'],
    ['{\\*\\unknown hidden {deep}}shown', 'shown'],
    ['{\\pict\\wmetafile8 0102}{\\object x}{\\info{\\author me}}a', 'a'],
    ['{\\field{\\*\\fldinst HYPERLINK "http://x"}{\\fldrslt a link}}', 'a link'],
    ['{\\pict\\bin5 }}}}}}a', 'a'],
    ['one\\\r\ntwo', 'one\ntwo'],
    ['a\\pardb\\parx', 'a'],
    ["a\\'zz b", 'azz b'],
    ['a\\constructor b', 'ab'],
  ])('IM124 is plain text: %j', (source, plain) => {
    expect(body(source)).toBe(plain);
  });

  test('IM124a has the encoding of its code page, also of two bytes', () => {
    expect(text("{\\rtf1\\ansi\\ansicpg1251 \\'cf\\'f0}")).toBe('Пр');
    expect(text("{\\rtf1\\ansi\\ansicpg932{\\fonttbl{\\f0\\fcharset128 M;}}\\f0 \\'83\\'5c\\'83A}")).toBe('ソア');
    expect(text("{\\rtf1\\ansi\\ansicpg4711 \\'e9}")).toBe('é');
    expect(text('{\\rtf1 \xe9}')).toBe('é');
    expect(
      text(
        "{\\rtf1\\ansicpg1252\\deff1{\\fonttbl{\\f0\\fcharset0 A;}{\\f1\\fcharset238 B;}}\\'b3{\\f0\\'b3\\plain\\'b3}}",
      ),
    ).toBe('ł³ł');
  });

  test('IM124b that is no document is a text in UTF-8, or else in Windows-1252', () => {
    expect(textOfComment(new TextEncoder().encode('{a} \\b é ▶'), 10)).toBe('{a} \\b é ▶');
    expect(text('caf\xe9 \x80')).toBe('café €');
  });

  test('IM125 is read as far as it goes if it is damaged, and in linear time whatever it has', () => {
    expect(text('{\\rtf1 one {two')).toBe('one two');
    expect(text('{\\rtf1 one}} two\\')).toBe('one two');
    expect(text('{\\rtf1 a\\bin99999999 b')).toBe('a');
    expect(text(`{\\rtf1 ${'a'.repeat(9_000)}`, 100).length).toBeLessThan(202);
    const began = process.cpuUsage().user;
    const parts = [
      '{',
      '}',
      '\\',
      "\\'",
      "\\'41",
      '\\u1',
      '\\f1',
      '\\par',
      '{\\*',
      '{\\fonttbl',
      '{\\f1\\fcharset204',
      ' ',
      '\\a1',
    ];
    for (const part of parts) text(`{\\rtf1 ${part.repeat(3_000_000 / part.length)}`);
    for (const part of parts) text(`{\\rtf1{\\*\\x ${part.repeat(3_000_000 / part.length)}`);
    expect((process.cpuUsage().user - began) / 1_000).toBeLessThan(10_000);
  });
});
