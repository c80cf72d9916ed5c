// Whole matches with the cube against GNU Backgammon, which must be installed: each pair has the same dice for whoever sits at a seat, and
// the sides changed. Both play as they judge, with the match's score and the cube; ours is what the bot does without noise.
//   npx tsx --conditions=@anchor/source bench/engine/matches.ts PAIRS [SEED] [LENGTH] [OUR_PLY] [THEIR_PLY]
import { accelerate } from '../../packages/engine/src/index.ts';
import {
  type Action,
  applyAction,
  type Dice,
  type MatchState,
  opponent,
  options,
  type Player,
  startMatch,
} from '../../packages/rules/src/index.ts';
import { decide } from '../../packages/server/src/domain/bot/decide.ts';
import { openGnubg } from './gnubg.ts';
import { meanOf, seeded, written } from './statistics.ts';

const [pairs = '50', seedText = '1', length = '7', ourPly = '0', theirPly = '0'] = process.argv.slice(2);
const rules = { cube: true, crawford: true, jacoby: false, beavers: false };
const strength = { ply: ourPly === '1' ? 1 : 0, noise: 0 } as const;
accelerate();
const gnubg = await openGnubg();

/** What GNU Backgammon needs to know of a match, from the side of whoever is to roll or to play. */
function situation({ position, cube, score, length, crawford }: MatchState, onRoll: Player) {
  const common = { jacoby: rules.jacoby, beavers: rules.beavers, plies: Number(theirPly) };
  return { position, onRoll, cube, score, length, crawford, ...common };
}

async function cubeOf(state: MatchState, doubler: Player) {
  const answer = await gnubg.cube(situation(state, doubler));
  if (!answer.ok) throw new Error(answer.message);
  return answer.value;
}

/** What GNU Backgammon does. It offers no resignations, and accepts ours: they are offered when they are worth what playing on is. */
async function theirs(state: MatchState, player: Player): Promise<Action> {
  switch (state.phase) {
    case 'roll': {
      if (!options(state).actions.includes('double')) return { type: 'roll', player };
      const { noDouble, doubleTake, doublePass } = await cubeOf(state, player);
      return { type: Math.min(doubleTake, doublePass) > noDouble ? 'double' : 'roll', player };
    }
    case 'play': {
      const answer = await gnubg.moves({ ...situation(state, player), dice: state.dice as Dice });
      if (!answer.ok) throw new Error(answer.message);
      return { type: 'play', player, hops: answer.value[0]?.hops ?? [] };
    }
    case 'double': {
      const { doubleTake, doublePass } = await cubeOf(state, opponent(player));
      return { type: doubleTake > doublePass ? 'pass' : 'take', player };
    }
    case 'resign':
      return { type: 'accept', player };
    default:
      throw new Error(`nothing to decide in the phase ${state.phase}`);
  }
}

/** What happens next when we sit at this seat. */
function nextAction(state: MatchState, us: Player, die: () => number): Action | null | Promise<Action> {
  if (state.toAct === null) return { type: 'dice', dice: [die(), die()] };
  return state.toAct === us ? decide({ state, strength, seed: 'no noise' }) : theirs(state, state.toAct);
}

/** Whether we won the match. */
async function play(us: Player, random: () => number): Promise<boolean> {
  const die = () => 1 + Math.floor(random() * 6);
  let state = startMatch({ length: Number(length), rules });
  while (state.result === null) {
    const action = await nextAction(state, us, die);
    if (action === null) throw new Error(`nobody decides in the phase ${state.phase}`);
    const next = applyAction(state, action);
    if (!next.ok) throw new Error(next.message);
    state = next.value;
  }
  return state.result.winner === us;
}

const won: number[] = [];
const report = () =>
  `${2 * won.length} matches to ${length}, ours ${ourPly}-ply, GNU Backgammon ${theirPly}-ply, seed ${seedText}: ${written(meanOf(won), 100, 1)} % won`;
for (let pair = 0; pair < Number(pairs); pair++) {
  const seed = Number(seedText) * 1_000_003 + pair;
  const both = [await play(0, seeded(seed)), await play(1, seeded(seed))];
  won.push(both.filter(Boolean).length / 2);
  if (won.length % 10 === 0) console.error(report());
}
await gnubg.close();
console.log(report());
