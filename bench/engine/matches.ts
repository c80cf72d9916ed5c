// Plays whole matches with the cube against GNU Backgammon, which must be installed. Each pair of matches has
// the same dice for each seat, with the players exchanged. Both sides use the match score and the cube; our
// side plays like the bot without noise.
//   npx tsx --conditions=@anchor/source bench/engine/matches.ts PAIRS [SEED] [LENGTH] [OUR_PLY] [THEIR_PLY]
import { accelerate, type Ply } from '../../packages/engine/src/look-ahead.ts';
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
import type { Strength } from '../../packages/server/src/domain/bot/server-bots.ts';
import { openGnubg } from './gnubg.ts';
import { meanOf, seeded, written } from './statistics.ts';

const [pairs = '50', seedText = '1', length = '7', ourPly = '0', theirPly = '0'] = process.argv.slice(2);
const rules = { cube: true, crawford: true, jacoby: false, beavers: false };
const strength: Strength = { ply: Number(ourPly) as Ply, noise: 0 };
accelerate();
const gnubg = await openGnubg();

/** Returns the decision for GNU Backgammon, from the view of the player who must roll or play. */
function situation({ position, cube, score, length, crawford }: MatchState, onRoll: Player) {
  const common = { jacoby: rules.jacoby, beavers: rules.beavers, plies: Number(theirPly) };
  return { position, onRoll, cube, score, length, crawford, ...common };
}

async function cubeOf(state: MatchState, doubler: Player) {
  const answer = await gnubg.cube(situation(state, doubler));
  if (!answer.ok) throw new Error(answer.message);
  return answer.value;
}

/**
 * Returns GNU Backgammon's action. It never resigns, and accepts our resignations, which we offer only if
 * they equal the value of the game.
 */
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
      throw new Error(`no decision in phase ${state.phase}`);
  }
}

/** Returns the next action if we sit at this seat. */
function nextAction(state: MatchState, us: Player, die: () => number): Action | null | Promise<Action> {
  if (state.toAct === null) return { type: 'dice', dice: [die(), die()] };
  return state.toAct === us ? decide({ state, strength, seed: 'no noise' }) : theirs(state, state.toAct);
}

/** Plays a match. Returns true if we won. */
async function play(us: Player, random: () => number): Promise<boolean> {
  const die = () => 1 + Math.floor(random() * 6);
  let state = startMatch({ length: Number(length), rules });
  while (state.result === null) {
    const action = await nextAction(state, us, die);
    if (action === null) throw new Error(`no player must act in phase ${state.phase}`);
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
