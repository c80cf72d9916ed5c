import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SeededRandom } from '../../testkit/src/random.ts';
import { makeGnuId, makeMatchId, parseGnuId, parseMatchId } from '../src/match-id.ts';
import { checkPosition, startPosition, swapPlayers } from '../src/position.ts';
import { makePositionId, parsePositionId } from '../src/position-id.ts';
import {
  checkSituation,
  type GameStatus,
  isPostCrawford,
  makeSituation,
  type Situation,
  type Standing,
} from '../src/situation.ts';
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

/** Returns the situation of a row of the vectors, with the player on roll in `seat`. */
function situationOfRow(row: EquityRow, seat: Player): Situation {
  const { jacoby = false, beavers = false, crawford = false, matchTo } = row;
  const owner = row.owner === null ? null : row.owner === 'me' ? seat : opponent(seat);
  return makeSituation({
    position: seenBy(row.points, seat),
    cube: { value: row.cube, owner },
    onRoll: seat,
    dice: row.dice ? [Math.max(...row.dice), Math.min(...row.dice)] : null,
    score: seat === 0 ? row.score : [row.score[1], row.score[0]],
    length: matchTo,
    rules: { cube: true, crawford: matchTo > 0, jacoby, beavers },
    crawford,
  });
}

/** Returns the part of a situation that a match ID contains. */
function standingOf({ position: _position, rules, ...standing }: Situation): Standing {
  return { ...standing, rules: { ...rules, beavers: false } };
}

describe('position ID', () => {
  test('the start', () => {
    expect(makePositionId(startPosition())).toBe('4HPwATDgc/ABMA');
    expect(parsePositionId('4HPwATDgc/ABMA', 1)).toEqual({ ok: true, value: makeSituation({ onRoll: 1 }) });
  });

  test.each([0, 1] as const)('is GNU Backgammon’s for every position in the vectors, player %i on roll', (player) => {
    for (const { points, positionId } of [...plays, ...equities]) {
      const position = seenBy(points, player);
      expect(makePositionId(position, player)).toBe(positionId);
      expect(parsePositionId(positionId, player)).toMatchObject({ ok: true, value: { position, onRoll: player } });
    }
  });

  test('survives a round trip for every position after a play in the vectors', () => {
    const ids = plays.flatMap(({ results }) => results);
    expect(ids.length).toBeGreaterThan(20_000);
    const wrong = ids.filter((id) => {
      const read = parsePositionId(id, 1);
      if (!read.ok) return true;
      const { position } = read.value;
      return makePositionId(position, 1) !== id || makePositionId(swapPlayers(position), 0) !== id;
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
  const given = (members: Partial<Situation>) => standingOf(makeSituation(members));
  const money: Partial<Situation> = { onRoll: 1, dice: [3, 1] };
  const jacoby = { cube: true, crawford: false, jacoby: true, beavers: false };
  const examples: [id: string, standing: Standing][] = [
    ['cIkFAAAAAAAE', given(money)],
    ['cIkKAAAAAAAA', given({ ...money, dice: [5, 2], rules: jacoby })],
    ['QglvAUAAGAAE', given({ ...money, cube: { value: 4, owner: 0 }, dice: [6, 3], length: 11, score: [4, 3] })],
    ['8AmuACAAIAAE', given({ ...money, dice: [4, 3], length: 5, score: [2, 4], crawford: true })],
    ['MABvABAAAAAE', given({ onRoll: 0, dice: [6, 3], length: 3, score: [1, 0], status: 'not-started' })],
  ];

  test('from GNU Backgammon’s manual, which predates the bit for the Jacoby rule', () => {
    const standing = given({ ...money, cube: { value: 2, owner: 0 }, dice: [5, 2], length: 9, score: [2, 4] });
    expect(parseMatchId('QYkqASAAIAAA')).toEqual({ ok: true, value: standing });
  });

  test.each(examples)('%s', (id, standing) => {
    expect(parseMatchId(id)).toEqual({ ok: true, value: standing });
    expect(makeMatchId(standing)).toBe(id);
  });

  test('is GNU Backgammon’s for every match in the vectors, with its player 1 on roll', () => {
    const rows = equities.filter(({ matchId }) => matchId !== undefined);
    expect(rows.length).toBeGreaterThan(100);
    for (const row of rows) {
      const situation = situationOfRow(row, 1);
      expect(makeMatchId(situation)).toBe(row.matchId);
      expect(parseMatchId(row.matchId ?? '')).toEqual({ ok: true, value: standingOf(situation) });
      const read = parseGnuId(`${row.positionId}:${row.matchId}`);
      expect(read).toEqual({ ok: true, value: { ...situation, rules: { ...situation.rules, beavers: false } } });
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
      const situation = situationOfRow(row, 0);
      expect(makeXgid(situation)).toBe(row.xgid);
      expect(parseXgid(row.xgid)).toEqual({ ok: true, value: situation });
    }
  });

  test('with player 1 on roll keeps player 0’s view of the position, and the turn is −1', () => {
    for (const row of equities.slice(0, 40)) {
      const situation = situationOfRow(row, 1);
      expect(makeXgid(situation).split(':').slice(3, 4)).toEqual(['-1']);
      expect(parseXgid(makeXgid(situation))).toEqual({ ok: true, value: situation });
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
    ['a score at the length', '-b----E-C---eE---c-e----B-:0:0:1:52:7:0:0:7:10'],
    ['a Crawford game of nobody', '-b----E-C---eE---c-e----B-:0:0:1:52:0:0:1:7:10'],
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
const flags = fc.boolean();
const situations = fc
  .record({
    position: positions,
    cube: fc.record({ value: fc.integer({ min: 0, max: 12 }).map((log2) => 2 ** log2), owner: fc.option(seats) }),
    onRoll: seats,
    toAct: seats,
    dice: fc.option(dice),
    doubled: flags,
    resigned: fc.constantFrom<0 | 1 | 2 | 3>(0, 1, 2, 3),
    score: fc.tuple(fc.nat(32767), fc.nat(32767)),
    length: fc.oneof(fc.constant(0), fc.nat(25), fc.nat(32767)),
    first: flags,
    jacoby: flags,
    beavers: flags,
    status: fc.constantFrom<GameStatus>('not-started', 'playing'),
  })
  .map(({ first, jacoby, beavers, ...members }): Situation => {
    const { length } = members;
    const match = length > 0;
    const score = members.score.map((points) => (match ? points % length : points)) as [number, number];
    const rules = { cube: true, crawford: match, jacoby: jacoby && !match, beavers: beavers && !match };
    const crawford = match && first && score.includes(length - 1);
    const postCrawford = isPostCrawford({ length, score, rules, crawford });
    return { ...members, dice: members.doubled ? null : members.dice, score, rules, crawford, postCrawford };
  });

/** The situation reduced to what an XGID contains. */
function shownByXgid(situation: Situation): Situation {
  const { onRoll, doubled, toAct } = situation;
  return { ...situation, toAct: doubled ? toAct : onRoll, resigned: 0, status: 'playing' };
}

describe('a written id can be parsed', () => {
  test('position ID', () => {
    fc.assert(
      fc.property(positions, seats, (position, onRoll) => {
        const read = parsePositionId(makePositionId(position, onRoll), onRoll);
        expect(read).toEqual({ ok: true, value: makeSituation({ position, onRoll }) });
      }),
    );
  });

  test('match ID and GNU ID', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        expect(checkSituation(situation).ok).toBe(true);
        expect(parseMatchId(makeMatchId(situation))).toEqual({ ok: true, value: standingOf(situation) });
        const withoutBeavers = { ...situation, rules: { ...situation.rules, beavers: false } };
        expect(parseGnuId(makeGnuId(situation))).toEqual({ ok: true, value: withoutBeavers });
      }),
    );
  });

  test('XGID', () => {
    fc.assert(
      fc.property(situations, (any) => {
        const situation = shownByXgid(any);
        expect(parseXgid(makeXgid(situation))).toEqual({ ok: true, value: situation });
      }),
    );
  });

  test('any other text fails, and whatever is parsed can be written again', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'ABcdz019+/=-:'), maxLength: 14, minLength: 10 });
    fc.assert(
      fc.property(fc.oneof(fc.string(), letters), (text) => {
        const [position, match, xgid] = [parsePositionId(text), parseMatchId(text), parseXgid(text)];
        if (position.ok) expect(makePositionId(position.value.position)).toBe(text);
        if (match.ok && match.value.dice === null) expect(makeMatchId(match.value)).toBe(text);
        expect(xgid.ok).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
});
