import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gamesOf } from '../src/export/games.ts';
import { toMat } from '../src/export/mat.ts';
import { toOgxm } from '../src/export/ogxm.ts';
import { toSgf } from '../src/export/sgf.ts';
import { stepsOfImport } from '../src/import/import-steps.ts';
import { IMPORT_CODES, type ImportedMatch, NOTE_CODES } from '../src/import/imported.ts';
import { type Imported, readImport } from '../src/import/read.ts';
import { validRecord } from './support/vectors.ts';
import { xgFile, xgRecordsOf } from './support/xg.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Expects a reading that can be stepped through, or a refusal with a known code. */
function sound(read: Imported): void {
  if (!read.ok) expect(IMPORT_CODES).toContain(read.code);
  else if (read.kind === 'matches')
    for (const match of read.matches) {
      expect(() => stepsOfImport(match)).not.toThrow();
      for (const { code } of match.notes) expect(NOTE_CODES).toContain(code);
    }
}

const record = validRecord('match-7');
const { length, players } = record.header;
const FILES = {
  mat: bytesOf(toMat(record)),
  sgf: bytesOf(toSgf(record)),
  ogxm: toOgxm(record),
  xg: xgFile(xgRecordsOf({ names: [players[0].name, players[1].name], length }, gamesOf(record))),
} as const;

describe('bytes of any kind', () => {
  test('IM90 are read or refused, and never throw', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 400 }),
        fc.constantFrom('', '(;', 'RGMH', 'OGXM', ' 7 point match\n Game 1\n', 'XGID='),
        async (bytes, head) => sound(await readImport(Buffer.concat([bytesOf(head), bytes]))),
      ),
      { numRuns: 1_000 },
    );
  });

  test.each(Object.entries(FILES))('IM91 of a file that is damaged anywhere are, too: %s', async (_, file) => {
    const change = fc.record({ at: fc.nat(), gone: fc.nat(12), put: fc.uint8Array({ maxLength: 12 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
        let bytes = Buffer.from(file);
        for (const { at, gone, put } of changes) {
          const place = at % bytes.length;
          bytes = Buffer.concat([bytes.subarray(0, place), put, bytes.subarray(place + gone)]);
        }
        sound(await readImport(bytes));
      }),
      { numRuns: 200 },
    );
  });

  const repeated = (unit: string, size: number, head = '') =>
    bytesOf(head + unit.repeat(Math.ceil(size / unit.length)));
  const MAT_HEAD = ' 7 point match\n\n Game 1\n Ann : 0                        Ben : 0\n';
  const SGF_HEAD = '(;GM[6]MI[length:5]';
  const MB = 1_000_000;
  test.each([
    ['semicolons in SGF', repeated(';', 8 * MB, SGF_HEAD)],
    ['brackets in SGF', repeated('(', 8 * MB, SGF_HEAD)],
    ['values in SGF', repeated('[a]', 8 * MB, SGF_HEAD)],
    ['backslashes in SGF', repeated('\\', 8 * MB, `${SGF_HEAD}C[`)],
    ['letters in SGF', repeated('W', 8 * MB, SGF_HEAD)],
    ['games in SGF', repeated('(;GM[6]MI[length:5];W[31hefe])', 8 * MB)],
    ['comments of blanks', repeated(`(;GM[6]MI[length:5];W[31hefe]C[${' '.repeat(7_990)}x])`, 3.9 * MB)],
    ['comments of lines', repeated(`(;GM[6]MI[length:5];W[31hefe]C[${'\n'.repeat(7_990)}x])`, 3.9 * MB)],
    ['plays in .mat', repeated('  1) 31: 8/5 6/5                42: 8/4 6/4\n', 1.9 * MB, MAT_HEAD)],
    ['games in .mat', repeated(' Game 1\n Ann : 0      Ben : 0\n  1) 31: 8/5 6/5\n', 1.9 * MB, ' 7 point match\n')],
    ['matches in .mat', repeated(MAT_HEAD, 1.9 * MB)],
    ['heads in .mat', repeated(` Game 1\n ${'a: 1 '.repeat(78)}\n`, 1.9 * MB, ' 7 point match\n')],
    ['colons in .mat', repeated(` Game 1\n ${':'.repeat(390)}\n`, 1.9 * MB, ' 7 point match\n')],
    ['tabs in .mat', repeated(`;a${'\t'.repeat(390)}b\n`, 1.9 * MB, ' 7 point match\n\n Game 1\n')],
    ['rolls in .mat', repeated(`${' 31'.repeat(130)}\n`, 1.9 * MB, MAT_HEAD)],
    ['blanks in .mat', repeated(`${' '.repeat(399)}\n`, 1.9 * MB, MAT_HEAD)],
    ['tags', repeated('; [Player 1 "x"]\n', 1.9 * MB)],
    ['an id of dashes', repeated('\u2013', 19_000, 'XGID=')],
    ['percent signs', repeated('%2D', 19_000)],
    ['letters of an id', repeated('Aa', 19_000)],
    ['digits and colons', repeated('1:', 19_000)],
    ['fields of Snowie', repeated('1;', 19_000)],
    ['one long line', repeated('x', 15.9 * MB)],
    [
      'lines of a text export',
      repeated(
        '* a moves 8/5\n',
        15.9 * MB,
        'The score (after 0 games) is: a 0, b 0 (match to 3 points)\nMove number 1: x\n',
      ),
    ],
    ['zeros', new Uint8Array(15.9 * MB)],
    ['a packed text', new Uint8Array(gzipSync(Buffer.alloc(15.9 * MB, ' ')))],
    ['a bomb', new Uint8Array(gzipSync(Buffer.alloc(200 * MB)))],
    ['a bomb of records', xgFile([Buffer.alloc(190 * MB)])],
    ['packed rubbish', new Uint8Array(Buffer.concat([Buffer.from([0x1f, 0x8b]), deflateSync(Buffer.alloc(MB))]))],
  ])('IM92 cost less than three seconds and 300 MB, whatever they are full of: %s', async (_, bytes) => {
    const before = process.memoryUsage().rss;
    const start = process.cpuUsage();
    sound(await readImport(bytes));
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1_000).toBeLessThan(3_000);
    expect((process.memoryUsage().rss - before) / 1_000_000).toBeLessThan(300);
  });
});

/** A text of GNU Backgammon up to its first action, which follows. */
const GNUBG_HEAD = `The score (after 0 games) is: Ann 0, Ben 0 (match to 3 points)

Move number 1:  Ann to play 21

 GNU Backgammon  Position ID: 4HPwATDgc/ABMA
                 Match ID   : MABlAAAAAAAE

`;

test.each([
  ['scores without an end', `${GNUBG_HEAD}The score (after 0 games) is: ${'a 1, '.repeat(200_000)}`],
  [
    'many scores without an end',
    `${GNUBG_HEAD}${`The score (after 0 games) is: ${'a 1, '.repeat(190)}\n`.repeat(1_000)}`,
  ],
  [
    'scores with many ends',
    `${GNUBG_HEAD}${`The score (after 0 games) is: ${'a 1, (unlimited'.repeat(60)}\n`.repeat(1_000)}`,
  ],
  ['an action with other ends of lines', `${GNUBG_HEAD}* ${'Ann moves '.repeat(10_000)}\u2028x\u2028y\n`],
  ['an action of blanks', `${GNUBG_HEAD}* Ann moves ${' '.repeat(200_000)}\u2028x\u2028y\n`],
  ['empty lines', `${GNUBG_HEAD}${'\n'.repeat(2_000_000)}`],
])('IM98 a text of GNU Backgammon takes time in proportion to its length: %s', { timeout: 20_000 }, async (_, text) => {
  const before = process.cpuUsage();
  sound(await readImport(bytesOf(text)));
  const { user, system } = process.cpuUsage(before);
  expect(user + system).toBeLessThan(1_500_000);
});

test.each(['xgid', 'position id', 'AAAAAAAAAAAAAA match id'])(
  'IM94 an id in a text is searched in less than 300 milliseconds, whatever blanks follow its name: %s',
  async (name) => {
    const text = name + ' '.repeat(19_900);
    const start = process.cpuUsage();
    sound(await readImport(text));
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1_000).toBeLessThan(300);
  },
);

describe('a right file with another rule, tag or variant', () => {
  /** Everything that may be different in a match that is read. */
  const told = ({ rules, length: points, games }: ImportedMatch) =>
    JSON.stringify([
      rules,
      points,
      games.map(({ decisions, score, crawford, result }) => [
        score,
        crawford,
        result,
        decisions.map(({ situation, ...one }) => [one.kind, one.player, one.hops, situation.position, situation.cube]),
      ]),
    ]);
  const TAGS = [
    'Variation',
    'Crawford',
    'Jacoby',
    'Beaver',
    'CubeLimit',
    'Variant',
    'AutoDouble',
    'Site',
    'Event',
  ] as const;
  const VALUES = [
    'On',
    'Off',
    '1',
    '2',
    '4',
    '8',
    '64',
    '1024',
    'Backgammon',
    'NackGammon',
    'Hypergammon',
    'x',
    '',
  ] as const;
  const RULES = ['Crawford', 'Jacoby', 'NoCube', 'Nackgammon', 'Hypergammon1', 'CrawfordGame', 'Beaver', 'x'] as const;

  test('IM93 is read by it, refused with its code, or said to be unknown, and never read as if it were not there', async () => {
    const plain = await readImport(FILES.mat);
    if (!plain.ok || plain.kind !== 'matches') throw new Error('not read');
    const [base] = plain.matches;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...TAGS), fc.constantFrom(...VALUES), async (tag, value) => {
        const read = await readImport(Buffer.concat([bytesOf(`; [${tag} "${value}"]\n`), FILES.mat]));
        const said = value.toLowerCase();
        if (tag === 'Variation' || tag === 'Variant') {
          if (said === 'backgammon' || said === '') expect(read.ok).toBe(true);
          else expect(read).toMatchObject({ ok: false, code: 'variation', line: 1 });
          return;
        }
        if (tag === 'CubeLimit' && ['2', '4'].includes(value)) {
          expect(read).toMatchObject({ ok: false, code: 'cube-limit' });
          return;
        }
        if (!read.ok || read.kind !== 'matches') throw new Error('not read');
        const [match] = read.matches;
        if (!match || !base) throw new Error('no match');
        const isRule = ['Crawford', 'Jacoby', 'Beaver'].includes(tag);
        const isUnknown = match.notes.some(({ code }) => code === 'unknown-rule');
        expect(isUnknown).toBe(
          (isRule && said !== 'on' && said !== 'off') ||
            (tag === 'AutoDouble' && said !== 'off') ||
            (tag === 'CubeLimit' && !/^\d+$/.test(said)),
        );
        if (tag === 'Crawford' && said === 'off') expect(match.rules.crawford).toBe(false);
        else if (tag === 'CubeLimit' && said === '1') expect(match.rules.cube).toBe(false);
        else expect(told(match)).toBe(told(base));
      }),
      { numRuns: 300, seed: 20_261_128 },
    );
  });

  test('IM93a in SGF is, too', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray([...RULES], { minLength: 1 }), fc.constantFrom(0, 7), async (rules, points) => {
        const text = `(;FF[4]GM[6]MI[length:${points}]RU[${rules.join(':')}]\n;W[31hefe]\n;B[42qusu])`;
        const read = await readImport(text);
        if (rules.some((rule) => /gammon/i.test(rule))) {
          expect(read).toMatchObject({ ok: false, code: 'variation', line: 1 });
          return;
        }
        // the score of a Crawford game is another one
        if (rules.includes('CrawfordGame') && points > 0) {
          expect(read).toMatchObject({ ok: false, code: 'bad-score' });
          return;
        }
        if (!read.ok || read.kind !== 'matches') throw new Error('not read');
        const [match] = read.matches;
        const has = (rule: (typeof RULES)[number]) => rules.includes(rule);
        expect(match?.rules).toMatchObject({
          cube: !has('NoCube'),
          crawford: points > 0 && has('Crawford'),
          jacoby: points === 0 && has('Jacoby'),
        });
        expect(match?.notes.some(({ code }) => code === 'unknown-rule')).toBe(has('x'));
      }),
      { numRuns: 300, seed: 20_261_129 },
    );
  });
});
