import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SeededRandom } from '../../testkit/src/random.ts';
import type { Diagram, GameStatus, Situation } from '../src/diagram.ts';
import { makeMatchId, parseMatchId } from '../src/match-id.ts';
import { checkPosition, startPosition, swapPlayers } from '../src/position.ts';
import { makePositionId, parsePositionId } from '../src/position-id.ts';
import { type Dice, opponent, type Player, type Position } from '../src/types.ts';
import { makeXgid, parseXgid } from '../src/xgid.ts';
import { randomView, seenBy } from './support/views.ts';

function readRows<Row>(name: string): Row[] {
  const file = new URL(`../../../vectors/gnubg/${name}`, import.meta.url);
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

interface EquityRow {
  readonly points: readonly number[];
  readonly dice?: Dice;
  readonly matchTo: number;
  /** The points of the player on roll and of the opponent. */
  readonly score: readonly [number, number];
  readonly crawford?: boolean;
  readonly jacoby?: boolean;
  readonly beavers?: boolean;
  readonly cube: number;
  readonly owner: 'me' | 'opp' | null;
  readonly positionId: string;
  readonly matchId?: string;
  readonly xgid: string;
}

const equities = readRows<EquityRow>('equities.jsonl.gz');
const plays = readRows<{ points: number[]; positionId: string; results: string[] }>('plays.jsonl.gz');

/** Returns the diagram of a row of the vectors, with the player on roll in `seat`. */
function diagramOfRow(row: EquityRow, seat: Player): Diagram {
  const owner = row.owner === null ? null : row.owner === 'me' ? seat : opponent(seat);
  return {
    position: seenBy(row.points, seat),
    cube: { value: row.cube, owner },
    onRoll: seat,
    toAct: seat,
    dice: row.dice ? [Math.max(...row.dice), Math.min(...row.dice)] : null,
    doubled: false,
    resigned: 0,
    score: seat === 0 ? row.score : [row.score[1], row.score[0]],
    length: row.matchTo,
    crawford: row.crawford ?? false,
    jacoby: row.jacoby ?? false,
    beavers: row.beavers ?? false,
    status: 'playing',
  };
}

function situationOf({ position: _position, beavers: _beavers, ...situation }: Diagram): Situation {
  return situation;
}

describe('position ID', () => {
  test('the start', () => {
    expect(makePositionId(startPosition())).toBe('4HPwATDgc/ABMA');
    expect(parsePositionId('4HPwATDgc/ABMA', 1)).toEqual({ ok: true, value: startPosition() });
  });

  test.each([0, 1] as const)('is GNU Backgammon’s for every position in the vectors, player %i on roll', (player) => {
    for (const { points, positionId } of [...plays, ...equities]) {
      const position = seenBy(points, player);
      expect(makePositionId(position, player)).toBe(positionId);
      expect(parsePositionId(positionId, player)).toEqual({ ok: true, value: position });
    }
  });

  test('survives a round trip for every position after a play in the vectors', () => {
    const ids = plays.flatMap(({ results }) => results);
    expect(ids.length).toBeGreaterThan(20_000);
    const wrong = ids.filter((id) => {
      const read = parsePositionId(id, 1);
      return !read.ok || makePositionId(read.value, 1) !== id || makePositionId(swapPlayers(read.value), 0) !== id;
    });
    expect(wrong).toEqual([]);
  });

  test.each([
    ['too short', '4HPwATDgc/ABM'],
    ['too long', '4HPwATDgc/ABMAA'],
    ['another alphabet', '4HPwATDgc_ABMA'],
    ['bits after the last', '4HPwATDgc/ABMB'],
    ['too many checkers', '//////////////'],
    ['sixteen checkers', '//8AAAAAAAAAAA'],
    ['both on one point', 'AQAAAAAAAgAAAA'],
    ['both players off', 'AAAAAAAAAAAAAA'],
    ['nothing', ''],
  ])('refuses %s', (_what, id) => {
    expect(parsePositionId(id)).toMatchObject({ ok: false, code: 'bad-position-id' });
  });
});

describe('match ID', () => {
  const money: Situation = {
    cube: { value: 1, owner: null },
    onRoll: 1,
    toAct: 1,
    dice: [3, 1],
    doubled: false,
    resigned: 0,
    score: [0, 0],
    length: 0,
    crawford: false,
    jacoby: false,
    status: 'playing',
  };
  const examples: [id: string, situation: Situation][] = [
    ['cIkFAAAAAAAE', money],
    ['cIkKAAAAAAAA', { ...money, dice: [5, 2], jacoby: true }],
    ['QglvAUAAGAAE', { ...money, cube: { value: 4, owner: 0 }, dice: [6, 3], length: 11, score: [4, 3] }],
    ['8AmuACAAIAAE', { ...money, dice: [4, 3], length: 5, score: [2, 4], crawford: true }],
    ['MABvABAAAAAE', { ...money, onRoll: 0, toAct: 0, dice: [6, 3], length: 3, score: [1, 0], status: 'not-started' }],
    // From GNU Backgammon's manual, which predates the bit for the Jacoby rule.
    ['QYkqASAAIAAA', { ...money, cube: { value: 2, owner: 0 }, dice: [5, 2], length: 9, score: [2, 4], jacoby: true }],
  ];
  test.each(examples)('%s', (id, situation) => {
    expect(parseMatchId(id)).toEqual({ ok: true, value: situation });
    expect(makeMatchId(situation)).toBe(id);
  });

  test('is GNU Backgammon’s for every match in the vectors, with its player 1 on roll', () => {
    const rows = equities.filter(({ matchId }) => matchId !== undefined);
    expect(rows.length).toBeGreaterThan(100);
    for (const row of rows) {
      const situation = situationOf(diagramOfRow(row, 1));
      expect(makeMatchId(situation)).toBe(row.matchId);
      expect(parseMatchId(row.matchId ?? '')).toEqual({ ok: true, value: situation });
    }
  });

  test.each([
    ['too short', 'cIkFAAAAAAA'],
    ['owner 2', 'YIkFAAAAAAAE'],
    ['die 7', 'cIkHAAAAAAAE'],
    ['one die', 'cAkBAAAAAAAE'],
    ['status 7', 'cI8FAAAAAAAE'],
    ['bits after the last', 'cIkFAAAAAAAI'],
    ['another alphabet', 'cIkF-AAAAAAE'],
  ])('refuses %s', (_what, id) => {
    expect(parseMatchId(id)).toMatchObject({ ok: false, code: 'bad-match-id' });
  });
});

describe('XGID', () => {
  test.each([
    ['XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10', '4HPwATDgc/ABMA'],
    ['XGID=aB-BBCB----aB-----bcbbb--A:2:-1:1:63:3:4:0:11:10', 'bLsBAdBsNzAACA'],
    ['XGID=-b----E-C---eE---c-e----B-:0:0:1:43:4:2:1:5:10', '4HPwATDgc/ABMA'],
  ])('%s', (xgid, positionId) => {
    const read = parseXgid(xgid);
    if (!read.ok) throw new Error(xgid);
    expect(makePositionId(read.value.position, read.value.onRoll)).toBe(positionId);
    expect(makeXgid(read.value)).toBe(xgid);
  });

  test('parses those of the vectors, which GNU Backgammon accepted', () => {
    for (const row of equities) {
      const diagram = diagramOfRow(row, 0);
      expect(makeXgid(diagram)).toBe(row.xgid);
      expect(parseXgid(row.xgid)).toEqual({ ok: true, value: diagram });
    }
  });

  test('with player 1 on roll keeps player 0’s view of the position, and the turn is −1', () => {
    for (const row of equities.slice(0, 40)) {
      const diagram = diagramOfRow(row, 1);
      expect(makeXgid(diagram).split(':').slice(3, 4)).toEqual(['-1']);
      expect(parseXgid(makeXgid(diagram))).toEqual({ ok: true, value: diagram });
    }
  });

  test('is accepted without prefix and largest cube', () => {
    const short = parseXgid(' -b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7 ');
    expect(short).toMatchObject({ ok: true, value: { position: startPosition(), length: 7, dice: null, onRoll: 0 } });
  });

  const good = '-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10';
  test.each([
    ['nothing', ''],
    ['fifteen and one checkers', good.replace('b', 'c')],
    ['a letter too many', `-${good}`],
    ['another letter', good.replace('E', 'P')],
    ['player O on X’s bar', good.replace('B-', '-b')],
    ['a cube of 65536', good.replace(':0:0:1', ':16:0:1')],
    ['an owner 2', good.replace(':0:0:1', ':0:2:1')],
    ['a turn 0', good.replace(':0:0:1', ':0:0:0')],
    ['a die 7', good.replace(':52:', ':72:')],
    ['a score below 0', good.replace(':0:0:3', ':-1:0:3')],
    ['Jacoby in a match', good.replace(':3:0:10', ':3:7:10')],
    ['too many fields', `${good}:1`],
    ['very much text', `${good}${' '.repeat(1000)}`],
  ])('refuses %s', (_what, text) => {
    expect(parseXgid(text)).toMatchObject({ ok: false, code: 'bad-xgid' });
  });
});

const seats = fc.constantFrom<Player>(0, 1);
const positions = fc
  .integer({ min: 1, max: 0x7fffffff })
  .map((seed): Position => seenBy(randomView(new SeededRandom(seed)), 0))
  .filter((position) => checkPosition(position).ok);
const dice = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }))
  .map(([a, b]): Dice => [Math.max(a, b), Math.min(a, b)]);
const situations = fc.record({
  cube: fc.record({ value: fc.integer({ min: 0, max: 12 }).map((log2) => 2 ** log2), owner: fc.option(seats) }),
  onRoll: seats,
  toAct: seats,
  dice: fc.option(dice),
  doubled: fc.boolean(),
  resigned: fc.constantFrom<0 | 1 | 2 | 3>(0, 1, 2, 3),
  score: fc.tuple(fc.nat(32767), fc.nat(32767)),
  length: fc.oneof(fc.nat(25), fc.nat(32767)),
  crawford: fc.boolean(),
  jacoby: fc.boolean(),
  status: fc.constantFrom<GameStatus>('not-started', 'playing', 'over', 'resigned', 'dropped'),
});

/** The diagram reduced to what an XGID contains. */
function shownByXgid(situation: Situation, position: Position, beavers: boolean): Diagram {
  const { onRoll, doubled, length, crawford, jacoby } = situation;
  return {
    ...situation,
    position,
    toAct: doubled ? situation.toAct : onRoll,
    dice: doubled ? null : situation.dice,
    resigned: 0,
    crawford: length > 0 && crawford,
    jacoby: length === 0 && jacoby,
    beavers: length === 0 && beavers,
    status: 'playing',
  };
}

describe('a written id can be parsed', () => {
  test('position ID', () => {
    fc.assert(
      fc.property(positions, seats, (position, onRoll) => {
        expect(parsePositionId(makePositionId(position, onRoll), onRoll)).toEqual({ ok: true, value: position });
      }),
    );
  });

  test('match ID', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        expect(parseMatchId(makeMatchId(situation))).toEqual({ ok: true, value: situation });
      }),
    );
  });

  test('XGID', () => {
    fc.assert(
      fc.property(situations, positions, fc.boolean(), (situation, position, beavers) => {
        const diagram = shownByXgid(situation, position, beavers);
        expect(parseXgid(makeXgid(diagram))).toEqual({ ok: true, value: diagram });
      }),
    );
  });

  test('any other text fails, and whatever is parsed can be written again', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'ABcdz019+/=-:'), maxLength: 14, minLength: 10 });
    fc.assert(
      fc.property(fc.oneof(fc.string(), letters), (text) => {
        const [position, match, xgid] = [parsePositionId(text), parseMatchId(text), parseXgid(text)];
        if (position.ok) expect(makePositionId(position.value)).toBe(text);
        if (match.ok && match.value.dice === null) expect(makeMatchId(match.value)).toBe(text);
        expect(xgid.ok).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
});
