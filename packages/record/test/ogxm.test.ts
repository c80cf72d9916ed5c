import { crc32 as crcOfNode } from 'node:zlib';
import { legalPlays, makeXgid } from 'bg-rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closeRecord } from '../src/closing.ts';
import { gamesOf } from '../src/export/games.ts';
import { toOgxm } from '../src/export/ogxm.ts';
import { record as fields, ogxmFile, text, varint } from '../src/export/ogxm-bytes.ts';
import { toSgf } from '../src/export/sgf.ts';
import { stepsOfImport } from '../src/import/import-steps.ts';
import { IMPORT_CODES, type ImportedMatch, type ImportResult } from '../src/import/imported.ts';
import { parseOgxm } from '../src/import/ogxm.ts';
import { ByteReader } from '../src/import/ogxm-bytes.ts';
import { parseSgf } from '../src/import/sgf.ts';
import { crc32 } from '../src/ogxm/crc32.ts';
import { stepsOf } from '../src/steps.ts';
import type { Header, Transcript } from '../src/types.ts';
import { DICE, readOgxmFile, toldByGame, toldByOgxm } from './support/ogxm.ts';
import { accept, inAdvance, moneyRules, openedTable, openTable, playOn, step } from './support/table.ts';
import { validNames, validRecord } from './support/vectors.ts';

function value(result: ImportResult): ImportedMatch {
  if (!result.ok) throw new Error(`${result.unit} ${result.line}: ${result.code}: ${result.message}`);
  const [match] = result.value;
  if (!match) throw new Error('no match');
  return match;
}

/**
 * The games without the places in the file, the way they ended, which SGF cannot say completely, the order of the dice, the rules, which SGF cannot say completely, and the
 * takes of beavers, for which OGXM has no action.
 */
function bareGames({ games }: ImportedMatch) {
  return games.map(({ decisions, line: _place, ending: _ending, ...game }) => ({
    ...game,
    decisions: decisions
      .filter(({ kind, situation }) => kind !== 'take' || situation.toAct !== situation.onRoll)
      .map(({ line: _, situation, ...decision }) => {
        const { rules: _rules, dice, ...rest } = situation;
        return { ...decision, situation: { ...rest, dice: dice?.toSorted() ?? null } };
      }),
  }));
}

/** Compares a match with what the importers read from its files, and with what a reader of the tests reads. */
function agrees(transcript: Transcript): void {
  const { header } = transcript;
  const file = toOgxm(transcript);
  const match = value(parseOgxm(file));
  expect(bareGames(match)).toEqual(bareGames(value(parseSgf(toSgf(transcript)))));
  const { length, rules } = header;
  const bySeat = header.players.map(({ name }, seat) => name.trim() || `Player ${seat}`);
  const inForce = { ...rules, crawford: rules.crawford && length > 0, jacoby: rules.jacoby && length === 0 };
  expect(match).toMatchObject({ names: bySeat, length, rules: inForce });
  const told = readOgxmFile(file);
  expect(told.games.map(toldByOgxm)).toEqual(gamesOf(transcript).map(toldByGame));
  for (const { plies } of told.games)
    for (const { action, player, steps } of plies) {
      const dice = DICE[action];
      if (!dice) continue;
      const left = dice[0] === dice[1] ? [...dice, ...dice] : [...dice];
      // a checker that a larger die bears off moves as far as it is from off
      for (const [point, pips] of steps) {
        const die = left.includes(pips) ? pips : Math.max(...left);
        if (die !== pips) expect([pips, pips < die]).toEqual([own(player, point), true]);
        left.splice(left.indexOf(die), 1);
      }
    }
}

/** The point in the numbering of its player. 25 is the bar. */
const own = (player: number, point: number) => (player === 0 ? 25 - point : point);

const CHANGES: readonly Partial<Header>[] = [
  { length: 5 },
  { length: 0, rated: false, rules: moneyRules },
  { length: 3, ...inAdvance, chain: 200 },
  { length: 7, rules: { cube: false, crawford: false, jacoby: false, beavers: false } },
  { length: 1 },
  { length: 0, rated: false, rules: { ...moneyRules, jacoby: false } },
];

async function randomMatch(seed: number) {
  const { ledger, keys } = await playOn(await openTable(seed, CHANGES[seed % CHANGES.length]));
  return closeRecord(ledger, keys.server);
}

const SEEDS = Array.from({ length: 18 }, (_, index) => 300 + index);

describe('a match as OGXM', () => {
  test.each(validNames)('IM11 is imported like its record and like its SGF: %s', (name) => agrees(validRecord(name)));

  test.each(SEEDS)('IM11a of random plays is imported like its record and like its SGF (seed %i)', async (seed) => {
    agrees(await randomMatch(seed));
  });

  test('IM11b has all kinds of actions among the matches of IM11 and IM11a', async () => {
    const records = [...validNames.map(validRecord), ...(await Promise.all(SEEDS.map(randomMatch)))];
    const files = records.map((one) => readOgxmFile(toOgxm(one)));
    const plies = files.flatMap(({ games }) => games.flatMap((game) => game.plies));
    const actions = new Set(plies.map(({ action }) => action));
    for (const action of [...DICE.keys(), 21, 22, 23, 27, 29, 32])
      expect(actions, `action ${action}`).toContain(action);
    const steps = plies.flatMap(({ action, player, steps: all }) =>
      all.map(([point, pips]) => ({ dice: [...(DICE[action] ?? [])], point: own(player, point), pips })),
    );
    expect(steps.some(({ dice, pips }) => !dice.includes(pips))).toBe(true);
    expect(steps.some(({ point }) => point === 25)).toBe(true);
    expect(records.some((one) => stepsOf(one).some(({ before }) => before.crawford && before.length > 1))).toBe(true);
    expect(new Set(files.map(({ length }) => length))).toContain(0);
    expect(new Set(files.map(({ cubeLimit }) => cubeLimit))).toEqual(new Set([0, 1]));
  });

  test('IM11c of an unfinished match ends where the match stands', async () => {
    const table = await playOn(await openTable(41, { length: 5 }), ({ ledger }) => ledger.events.length > 150);
    const { header, ledger } = table;
    agrees({ header, events: ledger.events });
    expect(readOgxmFile(toOgxm({ header, events: ledger.events })).games.some(({ isLast }) => isLast)).toBe(false);
  });

  test('IM12 has the same bytes each time, down to the last', () => {
    const file = toOgxm(validRecord('match-3-crawford'));
    expect(toOgxm(structuredClone(validRecord('match-3-crawford')))).toEqual(file);
    expect(
      Buffer.from(file)
        .toString('hex')
        .match(/.{1,64}/g),
    ).toMatchInlineSnapshot(`
      [
        "4f47584d0200010002000000950000004d544348160000000115878280100300",
        "03416e6e03426f620180d0eab6b73347414d450a000000010303010202009b02",
        "020247414d450b00000001030300010dac6cdb02020147414d45090000000103",
        "0300014dad6d155747414d450f0000000103070002026c2f55164c00db020201",
        "4353554d0800000001070000043d2f8998454e4421",
      ]
    `);
  });

  test('IM12a marks the last game, and names the winner if the score does not', () => {
    const crawford = readOgxmFile(toOgxm(validRecord('match-3-crawford')));
    expect(crawford.games.map(({ isLast }) => isLast)).toEqual([false, false, false, true]);
    expect(crawford.result).toBe(0);
    for (const name of validNames) {
      const { result, ...one } = validRecord(name);
      const { length } = one.header;
      const shows = length > 0 && result.score[result.winner] >= length;
      expect(readOgxmFile(toOgxm({ ...one })).result, name).toBe(shows ? 0 : result.winner + 1);
    }
  });

  test('IM12b asks for a reader that knows what the file has', async () => {
    const rated = await openTable(5, { length: 3 });
    const file = (one: Transcript) => readOgxmFile(toOgxm(one)).versions;
    const opened = await playOn(rated, ({ ledger }) => ledger.state.match.phase === 'play');
    await step(opened, 'play', 'double');
    const { header, ledger, keys } = opened;
    expect(file({ header, events: ledger.events })).toEqual([2, 1, 2, 0]);
    await step(opened, 'resign', 'accept');
    await playOn(opened);
    const closed = await closeRecord(ledger, keys.server);
    agrees(closed);
    expect(file(closed)).toEqual([2, 2, 2, 2]);
    expect(file({ ...closed, header: { ...header, rated: false } })).toEqual([2, 2, 2, 2]);
    const unrated = await playOn(await openTable(6, { rated: false, length: 1 }));
    expect(file({ header: unrated.header, events: unrated.ledger.events })).toEqual([2, 0, 2, 0]);
  });

  test.each([1, 2, 3])(
    'IM11d keeps the value of a resignation around a beaver, taken or not (factor %i)',
    async (factor) => {
      for (const types of [
        ['double', 'beaver'],
        ['double', 'beaver', 'take'],
        ['double', 'beaver', 'take', 'roll'],
      ] as const) {
        const table = await openTable(70, { length: 0, rated: false, rules: moneyRules });
        await playOn(table, ({ ledger }) => ledger.state.match.phase === 'play');
        await step(table, 'play', ...types);
        if (types.length === 4) await playOn(table, ({ ledger }) => ledger.state.match.phase === 'play');
        const { ledger, seats, header } = table;
        await accept(table, await seats[ledger.state.match.toAct!].resign(ledger, factor));
        await step(table, 'accept');
        const { games } = value(parseOgxm(toOgxm({ header, events: ledger.events })));
        expect(games[0]?.result).toMatchObject({ points: factor * (types.length === 2 ? 2 : 4) });
        agrees({ header, events: ledger.events });
      }
    },
  );

  test('IM12d has no roll of a player who leaves instead of answering the resignation of one who had rolled', async () => {
    const table = await step(await openedTable(8, { length: 3 }), 'resign');
    await accept(table, await table.server.forfeit(table.ledger, table.ledger.state.match.toAct ?? 0, 'abandonment'));
    const { header, ledger } = table;
    agrees({ header, events: ledger.events });
  });

  test('IM12c of a player who leaves while a double waits asks for such a reader, too', async () => {
    const table = await playOn(await openTable(7, { length: 3 }), ({ ledger }) => ledger.state.match.phase === 'play');
    await step(table, 'play', 'double');
    await accept(table, await table.server.forfeit(table.ledger, table.ledger.state.match.toAct ?? 0, 'abandonment'));
    const { header, ledger } = table;
    expect(readOgxmFile(toOgxm({ header, events: ledger.events })).versions).toEqual([2, 2, 2, 2]);
    agrees({ header, events: ledger.events });
  });
});

type Game = Parameters<typeof ogxmFile>[1][number];
type Optional = Parameters<typeof fields>[1];

const UNLIMITED: Optional = [
  [0, text('Ann')],
  [1, text('Bob')],
];
const mtch = (length: number, optional: Optional = UNLIMITED, variant = 0): Game => ({
  name: 'MTCH',
  content: fields([...varint(length), ...varint(variant)], optional),
});
const game = (plies: readonly number[], optional: Optional = []): Game => ({
  name: 'GAME',
  content: [...fields([], optional), ...plies],
});
const file = (...sections: readonly Game[]) => ogxmFile({ minor: 2, readerMinor: 2 }, sections);
const won = (winner: number, points: number): Optional => [
  [0, varint(winner)],
  [1, varint(points)],
];

/** The actions of White; those of Black have 64 more. The plays are 31: 8/5 6/5 of White and 42: 8/4 6/4 of Black. */
const W31 = [2, (3 << 5) | 17, (1 << 5) | 19];
const B42 = [64 + 8, (4 << 5) | 8, (2 << 5) | 6];
const ROLL = 2;

/** Length of the section of a checksum. */
const SUM_BYTES = 17;

/** Puts length and checksum of a file right after its bytes were changed. */
function sealed(bytes: Uint8Array): Uint8Array {
  const again = Buffer.from(bytes);
  again.writeUInt32LE(again.length, 12);
  const at = again.length - SUM_BYTES - 4;
  if (again.toString('latin1', at, at + 4) === 'CSUM') again.writeUInt32LE(crcOfNode(again.subarray(0, at)), at + 13);
  return new Uint8Array(again);
}

/** A file with a second right checksum. A reader that checked each one would read a file of many again and again. */
function twiceSummed(): Uint8Array {
  const once = file(mtch(3), game(W31));
  const sum = once.subarray(-SUM_BYTES - 4, -4);
  const twice = Buffer.concat([once.subarray(0, -4), sum, Buffer.from('END!')]);
  twice.writeUInt32LE(twice.length, 12);
  const first = once.length - SUM_BYTES - 4;
  twice.writeUInt32LE(crcOfNode(twice.subarray(0, first)), first + 13);
  return sealed(twice);
}

describe('an OGXM file of another program', () => {
  test('IM13 may have marks, analyses, unknown fields, no checksum and an unknown part', () => {
    const plain = file(mtch(3), game([...W31, ...B42, 21, 64 + 23, 24], won(0, 1)));
    const other = (name: string): Game => ({ name, content: [5, 1, 2, 3] });
    const marked = game(
      [30, ...W31, 30, ...B42, 21, 64 + 23 + 128, 2, 0, 9, 24, 25],
      [...won(0, 1), [2, []], [60, [9]]],
    );
    const sections = [mtch(3, [...UNLIMITED, [40, [7, 7]]]), marked, other('ANAL'), other('DECS'), other('MSIG')];
    const full = file(...sections);
    const bare = sealed(Buffer.concat([full.subarray(0, -21), full.subarray(-4)]));
    const marks = Buffer.from(full);
    marks.set(Buffer.from('ZZZZ'), marks.indexOf('MSIG'));
    marks[marks.indexOf('ZZZZ') + 8] = 0;
    for (const one of [full, bare, sealed(marks)])
      expect(bareGames(value(parseOgxm(one)))).toEqual(bareGames(value(parseOgxm(plain))));
    expect(value(parseOgxm(plain)).games[0]?.decisions.map(({ kind }) => kind)).toEqual([
      'play',
      'play',
      'double',
      'pass',
    ]);
  });

  test('IM13a begins at its score, and after the Crawford game if it says so', () => {
    const started: Optional = [...UNLIMITED, [2, varint(1)], [4, [2, 1]]];
    const twice = [game([...W31], won(1, 1)), game([...W31, ...B42, 21, 64 + 22])];
    const { games } = value(parseOgxm(file(mtch(3, started), ...twice)));
    expect(games.map(({ score, crawford }) => ({ score, crawford }))).toEqual([
      { score: [2, 1], crawford: true },
      { score: [2, 2], crawford: false },
    ]);
    const after = value(parseOgxm(file(mtch(3, [...started, [11, []]]), ...twice)));
    expect(after.games.map(({ crawford }) => crawford)).toEqual([false, false]);
    expect(after.games[0]?.decisions[0]?.situation.postCrawford).toBe(true);
  });

  test('IM13b has no game after the match, and without a stated winner the result that the rules say', () => {
    const sections = [mtch(5, [...UNLIMITED, [4, [4, 0]]]), game([...W31], won(0, 3)), game([...W31])];
    const after = value(parseOgxm(file(...sections)));
    expect(after.games.map(({ decisions }) => decisions.length)).toEqual([2, 0]);
    expect(after.notes.at(-1)).toMatchObject({ code: 'bad-score', game: 2 });
    const dropped = [game([...W31, ...B42, 21, 64 + 23]), game([...W31])];
    expect(value(parseOgxm(file(mtch(5), ...dropped))).games.map(({ score }) => score)).toEqual([
      [0, 0],
      [1, 0],
    ]);
  });

  test('IM13c may end with a roll that was not played', () => {
    const resigned = value(parseOgxm(file(mtch(3), game([...W31, 64 + ROLL, 0, 64 + 27], won(0, 1)))));
    expect(resigned.games[0]?.decisions.map(({ kind, player }) => [kind, player])).toEqual([
      ['play', 0],
      ['resign', 1],
    ]);
    for (const end of [[], [64 + 29], [64 + 28]]) {
      const { games } = value(parseOgxm(file(mtch(3), game([...W31, 64 + ROLL, 0, ...end]))));
      expect(games.map(({ decisions, result }) => [decisions.length, result])).toEqual([[1, null]]);
    }
    const twice = value(parseOgxm(file(mtch(3), game([...W31, 64 + ROLL, 0, ...W31]))));
    expect(twice.notes.map(({ code }) => code)).toEqual(['bad-move']);
  });

  test('IM13e may bear a checker off by its die or by its distance', async () => {
    let borneOff = 0;
    for (const bytes of (await Promise.all(SEEDS.map(randomMatch))).map(toOgxm)) {
      const other = Buffer.from(bytes);
      for (const { plies } of readOgxmFile(bytes).games)
        for (const { action, player, steps } of plies) {
          const dice = DICE[action];
          const short = steps.findIndex(([, pips]) => !dice?.includes(pips));
          if (!dice || short < 0) continue;
          const ply = Buffer.from([action + 64 * player, ...steps.map(([point, pips]) => pips * 32 + point)]);
          other[other.indexOf(ply) + 1 + short] = dice[1] * 32 + (steps[short]?.[0] ?? 0);
          borneOff++;
        }
      expect(value(parseOgxm(sealed(other)))).toEqual(value(parseOgxm(bytes)));
    }
    expect(borneOff).toBeGreaterThan(5);
  });

  test('IM13f may have a mask of more bits than a number holds exactly', () => {
    // the bits 0, 1 and 60
    const mask = [0x83, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10];
    const content = [mask.length + 3, ...mask, 1, 2, 9, ...W31];
    const { games } = value(parseOgxm(file(mtch(3), { name: 'GAME', content })));
    expect(games[0]?.result).toEqual({ winner: 1, points: 2 });
  });

  test('IM13d has the rule of beavers if one is in it, and none otherwise', () => {
    const beaver = [...W31, 64 + 21, 32, ...B42];
    const { rules, games } = value(parseOgxm(file(mtch(0), game(beaver))));
    expect(rules).toEqual({ cube: true, crawford: false, jacoby: false, beavers: true });
    expect(games[0]?.decisions.map(({ kind }) => kind)).toEqual(['play', 'double', 'beaver', 'play']);
    expect(games[0]?.decisions.at(-1)?.situation.cube).toEqual({ value: 4, owner: 0 });
    expect(value(parseOgxm(file(mtch(0), game(W31)))).rules.beavers).toBe(false);
    const inMatch = value(parseOgxm(file(mtch(3), game(beaver))));
    expect(inMatch.games[0]?.decisions.map(({ kind }) => kind)).toEqual(['play', 'double']);
    expect(inMatch.notes.map(({ code }) => code)).toEqual(['illegal-action']);
  });
});

const CUBE_TURNED: Optional = [[4, [2]]];
const place = (bytes: Uint8Array, name: string) => Buffer.from(bytes).lastIndexOf(name) + 1;
const versioned = (at: number, version: number) => {
  const bytes = Buffer.from(file(mtch(3), game(W31)));
  bytes[at] = version;
  return sealed(bytes);
};
const critical = () => {
  const bytes = Buffer.from(file(mtch(3), game(W31), { name: 'ZZZZ', content: [] }));
  return { bytes, line: place(bytes, 'ZZZZ') };
};

describe('a bad OGXM file', () => {
  test.each([
    ['nothing', new Uint8Array(), 'no-match', 1],
    ['another file', new TextEncoder().encode('(;GM[6]MI[length:3])'), 'no-match', 1],
    ['only the name', new TextEncoder().encode('OGXM'), 'damaged', 5],
    ['version 1', versioned(4, 1), 'other-version', 5],
    ['a newer reader', versioned(10, 3), 'other-version', 9],
    ['a much newer reader', versioned(8, 3), 'other-version', 9],
    ['a critical part that is unknown', critical().bytes, 'other-version', critical().line],
    ['another length', Buffer.concat([file(mtch(3), game(W31)), Buffer.from('\n')]), 'damaged', 13],
    ['no match', file(game(W31)), 'no-match', 1],
    ['no game', file(mtch(3)), 'no-match', 1],
    ['two matches', file(mtch(3), mtch(3), game(W31)), 'bad-header', 16 + 9 + mtch(3).content.length + 1],
    ['hypergammon', file(mtch(3, UNLIMITED, 2), game(W31)), 'variation', 26],
    ['a length beyond all', file(mtch(32_768), game(W31)), 'bad-header', 26],
    ['a number of more than 32 bits', file(mtch(2 ** 32), game(W31)), 'damaged', 28],
    ['a name that is no text', file(mtch(3, [[0, [1, 255]]]), game(W31)), 'damaged', 30],
    ['a score beyond the length', file(mtch(3, [[4, [3, 0]]]), game(W31)), 'bad-score', 41],
    ['a third winner', file(mtch(3, []), game(W31, won(2, 1))), 'bad-result', 41],
    ['a board', file(mtch(3, []), game(W31, [[3, new Array(26).fill(0)]])), 'set-up', 39],
    ['a turned cube', file(mtch(3, []), game(W31, CUBE_TURNED)), 'set-up', 39],
    ['an owned cube', file(mtch(3, []), game(W31, [[5, [1]]])), 'set-up', 39],
    ['automatic doubles', file(mtch(3, []), game(W31, [[6, [1]]])), 'set-up', 39],
    ['a step of no die', file(mtch(3, []), game([2, 17, 0])), 'bad-move', 42],
    ['a step of 7', file(mtch(3, []), game([2, (7 << 5) | 17, 0])), 'bad-move', 42],
    ['a step from nowhere', file(mtch(3, []), game([2, (3 << 5) | 26, 0])), 'bad-move', 42],
    ['a step that is not legal', file(mtch(3, []), game([2, (3 << 5) | 18, 0])), 'bad-move', 41],
    ['a step from the other bar', file(mtch(3, []), game([2, (3 << 5) | 25, 0])), 'bad-move', 41],
    ['a dance where there are plays', file(mtch(3, []), game([2, 0, ...B42])), 'bad-move', 41],
    ['a set position', file(mtch(3, []), game([31 + 128, 1, 0])), 'set-up', 41],
    ['a roll cut off', file(mtch(3, []), game([2])), 'damaged', 42],
    ['501 games', file(mtch(3, []), ...new Array(501).fill(game([]))), 'too-long', 16 + 9 + 4 + 500 * 11 + 10],
    ['two checksums', twiceSummed(), 'damaged', twiceSummed().length - SUM_BYTES - 4 + 1],
    ['a file of 9 MB', new Uint8Array(9_000_000), 'too-long', 1],
  ] as const)('IM14 is refused with a code and the number of the byte: %s', (_, bytes, code, line) => {
    expect(parseOgxm(bytes)).toEqual({ ok: false, code, line, unit: 'byte', message: expect.stringMatching(/\.$/) });
  });

  test.each([
    ['an illegal play', file(mtch(3, []), game([...W31, 95 + 128, 1, 0])), 'set-up', 44],
    ['a raccoon without a beaver', file(mtch(0, []), game([...W31, 33])), 'illegal-action', 44],
    ['a settlement', file(mtch(0, []), game([...W31, 34])), 'bad-move', 44],
    ['the reserved action', file(mtch(0, []), game([...W31, 35])), 'bad-move', 44],
    ['a set cube', file(mtch(0, []), game([...W31, 36])), 'set-up', 44],
    ['an unknown roll', file(mtch(0, []), game([...W31, 64 + 37])), 'bad-move', 44],
    ['an unknown action', file(mtch(0, []), game([...W31, 62])), 'bad-move', 44],
    ['a take without a double', file(mtch(3, []), game([...W31, 64 + 22])), 'illegal-action', 44],
    [
      'an action after a resignation',
      file(mtch(3, []), game([...W31, 64 + 27, ...B42], won(0, 1))),
      'illegal-action',
      47,
    ],
    ['a resignation of the winner', file(mtch(3, []), game([...W31, 64 + 27], won(1, 1))), 'illegal-action', 46],
    ['a resignation of 4', file(mtch(3, []), game([...W31, 64 + 27], won(0, 4))), 'forfeit', 46],
    ['a result that does not follow', file(mtch(3, []), game([...W31, 64 + 21, 23], won(1, 2))), 'result-differs', 47],
  ] as const)(
    'IM14a is read up to the fault, which is noted with the number of the byte: %s',
    (_, bytes, code, line) => {
      const { notes, games } = value(parseOgxm(bytes));
      expect(notes).toEqual([{ code, game: 1, line }]);
      expect(games[0]?.decisions[0]).toMatchObject({ kind: 'play', player: 0 });
    },
  );

  test('IM14b begins with the cube of automatic doubles', () => {
    for (const cube of [CUBE_TURNED, [[6, [1]]] as Optional]) {
      const { games, notes } = value(
        parseOgxm(file(mtch(0, []), game([...W31, 64 + 21, 23], [...won(1, 2), ...cube]))),
      );
      expect(games).toMatchObject([{ result: { winner: 1, points: 2 }, ending: 'rules' }]);
      expect(notes.map(({ code }) => code)).toEqual(['automatic-double']);
    }
  });

  const small = toOgxm(validRecord('match-3-crawford'));

  test('IM15 that ends anywhere too early is refused', () => {
    for (let size = 0; size < small.length; size++) {
      const read = parseOgxm(small.subarray(0, size));
      expect(read.ok, `${size} bytes`).toBe(false);
      expect(parseOgxm(sealed(Buffer.concat([small.subarray(0, size), new Uint8Array(40)]))).ok, `${size} bytes`).toBe(
        false,
      );
    }
  });

  test('IM15a with any bit changed is refused, except in the flags and the mask of the checksum itself', () => {
    const [flags, mask] = [small.length - 13, small.length - 11];
    for (let bit = 0; bit < small.length * 8; bit++) {
      const bytes = small.slice();
      bytes[bit >> 3]! ^= 1 << (bit & 7);
      const read = parseOgxm(bytes);
      if (read.ok && [flags, mask].includes(bit >> 3)) expect(read).toEqual(parseOgxm(small));
      else
        expect(read, `bit ${bit}`).toMatchObject({
          ok: false,
          code: expect.stringMatching(/^(damaged|no-match|other-version)$/),
        });
    }
  });

  test('IM15b with any bit changed and a right checksum is read or refused, and never throws', () => {
    for (const name of ['match-3-crawford', 'money-beaver', 'shortest']) {
      const whole = toOgxm(validRecord(name));
      for (let bit = 0; bit < (whole.length - 21) * 8; bit++) {
        const bytes = whole.slice();
        bytes[bit >> 3]! ^= 1 << (bit & 7);
        sound(sealed(bytes));
      }
    }
  });

  test('IM15c that is damaged at random, with a right checksum, is read or refused, and never throws', () => {
    const files = ['match-7', 'money-beaver', 'dance'].map((name) => toOgxm(validRecord(name)));
    const damage = [fc.constantFrom(...files), fc.nat(), fc.nat(8), fc.uint8Array({ maxLength: 6 })] as const;
    fc.assert(
      fc.property(...damage, (whole, where, gone, added) => {
        const at = 16 + (where % (whole.length - 36));
        sound(
          sealed(Buffer.concat([whole.subarray(0, at), added, whole.subarray(Math.min(at + gone, whole.length - 21))])),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  test('IM15d of 8 MB is read or refused in one pass, whatever it is full of', () => {
    const size = 7_900_000;
    /** A file with one long part. The writer of the tests is for short ones. */
    const long = (name: string, fill: number) => {
      const head = file(mtch(3)).subarray(0, -21);
      const part = Buffer.alloc(9 + size, fill);
      part.write(name, 'latin1');
      part.writeUInt32LE(size, 4);
      part[8] = 1;
      // a record without fields
      part.set([1, 0], 9);
      return sealed(Buffer.concat([head, part, Buffer.from('END!')]));
    };
    const marks = parseOgxm(long('GAME', 24));
    expect(marks).toMatchObject({ ok: true, value: [{ games: [{ decisions: [], result: null }] }] });
    expect(value(parseOgxm(long('GAME', 21))).notes).toMatchObject([{ code: 'illegal-action' }]);
    for (const [fill, code] of [
      [0, 'bad-move'],
      [255, 'damaged'],
      [29, 'illegal-action'],
    ] as const)
      expect(parseOgxm(long('GAME', fill))).toMatchObject({ ok: false, code });
    expect(parseOgxm(long('ANAL', 7))).toMatchObject({ ok: false, code: 'no-match' });
    const parts = Buffer.alloc(size);
    for (let at = 0; at + 9 <= size; at += 9) parts.write('VIDO', at, 'latin1');
    const whole = parts.subarray(0, size - (size % 9));
    const many = Buffer.concat([file(mtch(3)).subarray(0, -21), whole, Buffer.from('END!')]);
    expect(parseOgxm(sealed(many))).toMatchObject({ ok: false, code: 'no-match' });
  });
});

/** Expects a match that can be stepped through, or a refusal at a byte of the file. */
function sound(bytes: Uint8Array): void {
  const read = parseOgxm(bytes);
  if (read.ok) {
    for (const { decisions } of read.value.flatMap(({ games }) => games))
      for (const { situation, kind, hops, player } of decisions) {
        makeXgid(situation);
        if (kind === 'play' && situation.dice && hops.length === 0)
          expect(legalPlays(situation.position, player, situation.dice)).toEqual([]);
      }
    for (const match of read.value) stepsOfImport(match);
  } else {
    expect(IMPORT_CODES).toContain(read.code);
    expect(read.line).toBeGreaterThan(0);
    expect(read.line).toBeLessThanOrEqual(bytes.length + 1);
  }
}

test('IM16 the checksum is that of zlib', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => crc32(bytes) === crcOfNode(bytes)));
});

test('IM16a a number is read as it was written', () => {
  const edges = [0, 1, 127, 128, 129, 16_383, 16_384, 2 ** 32 - 1];
  const read = (bytes: readonly number[]) => new ByteReader(Uint8Array.from(bytes), 0, bytes.length).varint();
  for (const edge of edges) expect(read(varint(edge))).toBe(edge);
  expect(varint(128)).toEqual([128, 1]);
  fc.assert(fc.property(fc.nat(2 ** 32 - 1), (number) => read(varint(number)) === number));
});
