import {
  type Action,
  applyAction,
  heuristicAction,
  type MatchState,
  type Play,
  type Rules,
  rankPlays,
  startMatch,
} from 'bg-rules';
import type { GnubgEngine } from '../../src/engine/gnubg.ts';
import type { EngineResult, EvaluatedPlay } from '../../src/engine/types.ts';
import type { Chance } from './chance.ts';
import { decisionOf } from './puzzle.ts';

/** A money session is one game and a match several, so this makes about a third of the games money games. */
const MONEY_SHARE = 0.75;
const LENGTHS = [3, 5, 7, 9, 11];
/** How often the heuristic chooses instead of the engine, so that positions resemble those of human games. */
const HEURISTIC_SHARE = 0.3;
/** How often one of the engine's better plays is made instead of its best. */
const SECOND_THOUGHT_SHARE = 0.15;
const SECOND_THOUGHTS = 4;

/** A roll to be played, with the engine's quick evaluation of every play. */
export interface Moment {
  readonly state: MatchState;
  readonly plays: readonly EvaluatedPlay[];
}

/** Plays matches one after another, without end. Yields every roll with at least two plays. */
export async function* selfPlay(engine: GnubgEngine, chance: Chance): AsyncGenerator<EngineResult<Moment>> {
  for (;;) yield* playMatch(engine, chance);
}

async function* playMatch(engine: GnubgEngine, chance: Chance): AsyncGenerator<EngineResult<Moment>> {
  let state = newMatch(chance);
  while (state.phase !== 'over') {
    if (state.phase !== 'play' || state.toAct === null) {
      state = advance(state, otherAction(state, chance));
      continue;
    }
    const plays = await engine.moves({ ...decisionOf(state, state.toAct), plies: 0 });
    if (!plays.ok) return yield plays;
    if (plays.value.length > 1) yield { ok: true, value: { state, plays: plays.value } };
    const hops = choose(state, plays.value, chance)?.hops ?? [];
    state = advance(state, { type: 'play', player: state.toAct, hops });
  }
}

function newMatch(chance: Chance): MatchState {
  const money = chance.next() < MONEY_SHARE;
  const length = money ? 0 : chance.pick(LENGTHS);
  const rules: Rules = { cube: true, crawford: !money, jacoby: money, beavers: money };
  return startMatch({ length, rules });
}

function otherAction(state: MatchState, chance: Chance): Action {
  if (state.phase === 'dice') return { type: 'dice', dice: [chance.die(), chance.die()] };
  return heuristicAction(state)!;
}

function choose(state: MatchState, plays: readonly EvaluatedPlay[], chance: Chance): Pick<Play, 'hops'> | undefined {
  const luck = chance.next();
  if (luck < HEURISTIC_SHARE) return rankPlays(state.position, state.toAct!, state.dice!)[0];
  if (luck < HEURISTIC_SHARE + SECOND_THOUGHT_SHARE)
    return plays[chance.below(Math.min(plays.length, SECOND_THOUGHTS))];
  return plays[0];
}

function advance(state: MatchState, action: Action): MatchState {
  const next = applyAction(state, action);
  if (!next.ok) throw new Error(`${next.code}: ${next.message}`);
  return next.value;
}
