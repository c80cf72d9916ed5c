import { type Dice, type MatchState, opponent, type Player, type Position } from 'bg-rules';
import { type Arrow, arrowsOf } from '../board/arrows.ts';
import type { ShownCube } from '../board/cube.tsx';
import type { ShownDice } from '../board/dice.tsx';
import { frames, type TurnView } from '../board/turn.ts';
import type { History, LatestRoll, Step } from './history.ts';

/** The state of the board at one moment. */
export interface Scene {
  readonly position: Position;
  readonly cube: ShownCube | null;
  readonly dice: readonly ShownDice[];
  readonly lastPlay: { readonly player: Player; readonly arrows: readonly Arrow[] } | null;
}

/** Returns the present state, with the viewer's unfinished play. The last roll can make room for a button. */
export function liveScene(
  match: MatchState,
  { steps, latest }: History,
  turn: TurnView | null,
  makeRoom: boolean,
): Scene {
  const last = steps.at(-1);
  const untouched = !turn || turn.hops.length === 0;
  return {
    position: turn?.position ?? match.position,
    cube: shownCube(match),
    dice: liveDice(match, latest, turn).map((dice) => (makeRoom ? { ...dice, aside: true } : dice)),
    lastPlay: untouched && last?.game === match.game ? playArrows(lastPlayOf(steps)) : null,
  };
}

/** Returns the state after an earlier step, with its roll. */
export function pastScene(match: MatchState, step: Step): Scene {
  const { value, owner } = step.cube;
  const isOffer = step.type === 'double' || step.type === 'beaver';
  const cube = isOffer
    ? { value: value * 2, owner, offeredTo: opponent(step.player) }
    : { value, owner, offeredTo: null };
  return {
    position: step.after,
    cube: hasCube(match) ? cube : null,
    dice: step.dice ? [lying(step.dice, step.player, step.roll, false)] : [],
    lastPlay: playArrows(step),
  };
}

function lastPlayOf(steps: readonly Step[]): Step | undefined {
  return steps.findLast(({ type }) => type === 'play');
}

function playArrows(step: Step | undefined): Scene['lastPlay'] {
  return step?.type === 'play' ? { player: step.player, arrows: arrowsOf(step.hops) } : null;
}

function hasCube({ rules, length }: MatchState): boolean {
  return rules.cube && length !== 1;
}

/** Returns the cube. While a double is open, the cube is at the receiver and shows the offered value. */
export function shownCube(match: MatchState): ShownCube | null {
  if (!hasCube(match) || match.crawford) return null;
  const { cube, phase, doubler } = match;
  if (doubler === null) return { ...cube, offeredTo: null };
  const beavered = phase === 'beaver' || (phase === 'resign' && match.resignation?.from === 'beaver');
  return { value: cube.value * 2, owner: cube.owner, offeredTo: beavered ? doubler : opponent(doubler) };
}

function liveDice(match: MatchState, latest: LatestRoll | null, turn: TurnView | null): ShownDice[] {
  if (!latest || latest.game !== match.game || match.doubler !== null) return [];
  if (latest.player === null) return tiedDice(latest);
  if (turn) return [{ owner: latest.player, dice: turn.dice, roll: latest.roll, aside: turn.complete }];
  return [lying(latest.dice, latest.player, latest.roll, match.dice === null)];
}

/** Returns the dice of a tied opening roll, each in its player's half. */
function tiedDice({ dice, roll }: LatestRoll): ShownDice[] {
  const owners: readonly Player[] = [0, 1];
  return owners.map((owner) => ({ owner, dice: [{ value: dice[owner], used: false }], roll, aside: false }));
}

function lying(dice: Dice, owner: Player, roll: number, used: boolean): ShownDice {
  const values = dice[0] === dice[1] ? [...dice, ...dice] : dice;
  return { owner, dice: values.map((value) => ({ value, used })), roll, aside: false };
}

/** A state that is shown for a while before the present one. */
export interface Replay {
  /** The number of the event that is shown. */
  readonly n: number;
  readonly positions: readonly Position[];
  /** The step, if it ended a game. Its last position is shown for a while. */
  readonly ended: Step | null;
}

/** Returns the states that show a new step: the opponent's play hop by hop, and the end of a game. */
export function replayOf(step: Step, seat: Player | null, animated: boolean): Replay {
  const { before, player, dice, hops, after } = step;
  const walked = animated && dice && player !== seat ? frames(before, player, dice, hops) : [];
  const positions = walked.length > 0 || !step.ended ? walked : [after];
  return { n: step.n, positions, ended: step.ended ? step : null };
}
