import { type Job, type JobRequest, toBase64Url } from '@anchor/wire';
import { canonicalJson, sha256 } from 'bg-record';
import { type Dice, type MatchState, opponent, type Player, type Position, type Rules, swapPlayers } from 'bg-rules';
import { crawfordFlags, type MatchStanding } from './crawford.ts';
import { type Decision, isForced } from './decisions.ts';
import { copyOf, type EngineName } from './report.ts';

/** The part of a match state that a decision depends on. */
export interface Situation extends MatchStanding {
  readonly position: Position;
  readonly cube: MatchState['cube'];
  readonly rules: Pick<Rules, 'crawford' | 'jacoby' | 'beavers'>;
}

const NO_DICE: Dice = [0, 0];

/** The engine job of a decision. Returns null for a forced play. */
export function jobOf(decision: Decision, engine: EngineName): Job | null {
  if (decision.kind !== 'play')
    return makeJob(requestOf(decision.doubling.state, decision.doubling.player, NO_DICE), engine);
  return isForced(decision) ? null : makeJob(requestOf(decision.state, decision.player, decision.dice), engine);
}

/** Creates a job. Its key is the hash of everything that the answer depends on, so equal questions share a key. */
export function makeJob(req: JobRequest, { engineId, ply }: EngineName): Job {
  const text = canonicalJson({ req, ply, engineId });
  const key = toBase64Url(sha256(new TextEncoder().encode(text)));
  return { key, req, ply, engineId };
}

/** The decision from the view of the player on roll, who becomes player 0. Dice of 0-0 ask for the cube decision before the roll. */
export function requestOf(state: Situation, player: Player, dice: Dice): JobRequest {
  const { position, cube, score, length, rules } = state;
  const isMoney = length === 0;
  return {
    pos: copyOf(player === 0 ? position : swapPlayers(position)),
    onRoll: 0,
    dice: dice[0] < dice[1] ? [dice[1], dice[0]] : [...dice],
    cube: { value: cube.value, owner: cube.owner === null ? null : cube.owner === player ? 0 : 1 },
    score: isMoney ? [0, 0] : [score[player], score[opponent(player)]],
    matchLength: length,
    ...crawfordFlags(state),
    jacoby: isMoney && rules.jacoby,
    beavers: isMoney && rules.beavers,
  };
}
