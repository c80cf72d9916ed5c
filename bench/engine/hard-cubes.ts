// Close cube decisions of the level that decides by rollouts: money positions of mixed players in which our search finds doubling and not
// doubling, or taking and passing, less than a tenth of a point apart. Both engines roll out each side of the double where the actions of the
// level, of our search and of GNU Backgammon at 2 plies (which must be installed) differ.
//   npx tsx --conditions=@anchor/source bench/engine/hard-cubes.ts make DECISIONS SEED FILE
//     appends to the file, and goes on where it was ended
//   npx tsx --conditions=@anchor/source bench/engine/hard-cubes.ts judge FILE...
// Nothing is chosen by these decisions.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { decideDoubleByRollouts } from '../../packages/engine/src/decide-by-rollouts.ts';
import { decideDouble } from '../../packages/engine/src/judge.ts';
import { accelerate } from '../../packages/engine/src/look-ahead.ts';
import { rollout } from '../../packages/engine/src/rollout.ts';
import { fromOwnView, makePositionId, makeSituation, ownView, type Situation } from '../../packages/rules/src/index.ts';
import { openGnubg } from './gnubg.ts';
import { gnubgCubeRollout } from './gnubg-rollout.ts';
import { mixedGame } from './mixed-players.ts';
import { meanOf, seeded, written } from './statistics.ts';

/** The rollouts of the judges have other dice than the level's, and more games. GNU Backgammon's go to the end. */
const OUR_TRIALS = 1296;
const OUR_TRUNCATION = 14;
const THEIR_TRIALS = 1296;
const ENGINES = ['rollouts', 'ours 2-ply', 'GNU Backgammon 2-ply'] as const;
const JUDGES = ['our rollouts', "GNU Backgammon's rollouts"] as const;
const RULES = { cube: true, crawford: false, jacoby: false, beavers: false };
/** The level rolls out what is closer than this. */
const CLOSE = 0.1;

/** The equities of a double, for the player on roll in points of the cube before it: of not doubling, and of the double taken. */
interface Double {
  readonly noDouble: number;
  readonly doubleTake: number;
}

interface Row {
  readonly position: string;
  /** True if the player on roll owns the cube. */
  readonly isRedouble: boolean;
  /** The equities that each engine finds. */
  readonly found: Readonly<Record<string, Double>>;
  /** By judge. Null if all engines act alike. */
  readonly judged: readonly Double[] | null;
  /** The larger standard error of each judge's two equities. */
  readonly errors: readonly number[];
}

const isClose = ({ noDouble, doubleTake }: Double) =>
  Math.abs(Math.min(doubleTake, 1) - noDouble) < CLOSE || Math.abs(doubleTake - 1) < CLOSE;
const doubles = ({ noDouble, doubleTake }: Double) => Math.min(doubleTake, 1) > noDouble;
const takes = ({ doubleTake }: Double) => doubleTake <= 1;
const actionOf = (found: Double) => `${doubles(found)} ${takes(found)}`;

/** The value of the decision whether to double, and of the answer to it, for the one who decides and against the best action. */
function lossOf(found: Double, truth: Double): number {
  const best = Math.min(truth.doubleTake, 1);
  const doubling = Math.max(best, truth.noDouble) - (doubles(found) ? best : truth.noDouble);
  const answering = (takes(found) ? truth.doubleTake : 1) - best;
  return doubling + answering;
}

function* closeSituations(seed: number): Generator<Situation> {
  const random = seeded(seed);
  for (;;) {
    const close: Situation[] = [];
    for (const { position, player } of mixedGame(random)) {
      const cube = random() < 0.3 ? ({ value: 2, owner: 0 } as const) : ({ value: 1, owner: null } as const);
      const own = fromOwnView(ownView(position, player), 0);
      const situation = makeSituation({ position: own, onRoll: 0, cube, rules: RULES });
      const searched = decideDouble(situation, { ply: 2 });
      if (searched && isClose(searched)) close.push(situation);
    }
    const one = close[Math.floor(random() * close.length)];
    if (one) yield one;
  }
}

async function make(decisions: number, seed: number, file: string): Promise<void> {
  accelerate();
  const gnubg = await openGnubg();
  const done = existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
  let index = -1;
  for (const situation of closeSituations(seed)) {
    if (++index >= decisions) break;
    if (index < done) continue;
    const { position, cube } = situation;
    const asked = { position, onRoll: 0, cube, score: [0, 0], length: 0, crawford: false, jacoby: false } as const;
    const answer = await gnubg.cube({ ...asked, beavers: false, plies: 2 });
    if (!answer.ok) throw new Error(answer.message);
    const byRollouts = await decideDoubleByRollouts(situation, { seed: seed + index });
    const searched = decideDouble(situation, { ply: 2 });
    if (!byRollouts || !searched) throw new Error('no double');
    const sides = [byRollouts, searched, answer.value].map(({ noDouble, doubleTake }) => ({ noDouble, doubleTake }));
    const isDisputed = new Set(sides.map(actionOf)).size > 1;
    const found = Object.fromEntries(ENGINES.map((name, n) => [name, sides[n]!]));
    const { judged, errors } = isDisputed ? await judgedBy(situation, seed + index) : { judged: null, errors: [] };
    const row: Row = {
      position: makePositionId(position, 0),
      isRedouble: cube.owner !== null,
      found,
      judged,
      errors,
    };
    appendFileSync(file, `${JSON.stringify(row)}\n`);
  }
  await gnubg.close();
}

async function judgedBy(situation: Situation, seed: number): Promise<Pick<Row, 'judged' | 'errors'>> {
  const size = { trials: OUR_TRIALS, truncation: OUR_TRUNCATION, seed: 1_000_000 + seed };
  const roll = await rollout(situation, { ...size, first: 'roll' });
  const double = await rollout(situation, { ...size, first: 'double' });
  const ours = { noDouble: roll.equity, doubleTake: double.equity };
  const theirs = await gnubgCubeRollout(situation, { trials: THEIR_TRIALS, seed });
  return { judged: [ours, theirs], errors: [Math.max(roll.equityError, double.equityError), theirs.error] };
}

function judge(files: readonly string[]): void {
  const rows = files.flatMap((file): Row[] => {
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line));
  });
  const disputed = rows.filter(({ judged }) => judged !== null);
  console.log(
    `${rows.length} close decisions, ${disputed.length} disputed, ${rows.filter((r) => r.isRedouble).length} redoubles`,
  );
  for (const [at, judgeName] of JUDGES.entries()) {
    const lossesOf = (name: string) =>
      rows.map(({ found, judged }) => (judged ? lossOf(found[name]!, judged[at]!) : 0));
    for (const name of ENGINES) console.log(`${name}, by ${judgeName}: ${written(meanOf(lossesOf(name)), 1000)} mp`);
    for (const name of ENGINES.slice(1)) {
      const [level, other] = [lossesOf('rollouts'), lossesOf(name)];
      console.log(`  rollouts minus ${name}: ${written(meanOf(level.map((loss, n) => loss - other[n]!)), 1000)} mp`);
    }
    const errors = meanOf(disputed.map((row) => row.errors[at]!));
    console.log(`  standard error of a judged equity ${(errors.mean * 1000).toFixed(1)} mp on average`);
  }
}

const [command, ...rest] = process.argv.slice(2);
if (command === 'make' && rest.length === 3) await make(Number(rest[0]), Number(rest[1]), rest[2] ?? '');
else if (command === 'judge' && rest.length > 0) judge(rest);
else throw new Error('usage: hard-cubes.ts make DECISIONS SEED FILE, or hard-cubes.ts judge FILE...');
