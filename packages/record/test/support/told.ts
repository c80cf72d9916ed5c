import { type Action, applyPlay, type Dice, type MatchState, type Position, startPosition } from 'bg-rules';
import { gamesOf } from '../../src/export/games.ts';
import type { Step } from '../../src/steps.ts';
import type { MatchRecord } from '../../src/types.ts';
import type { SgfGame, SgfMove } from './sgf.ts';

/** The facts of a game that other programs must read correctly: score, cube actions, positions after plays, result. */
export interface ToldGame {
  readonly score: readonly [number, number];
  readonly crawford: boolean;
  readonly result: string;
  readonly moves: readonly ToldMove[];
}

type ToldMove = Omit<SgfMove, 'hops'> & { readonly dice?: Dice; readonly after?: Position };

/** Reads the facts from an SGF. Throws if a play is not legal. */
export function toldBySgf({ score, crawford, result, moves }: SgfGame): ToldGame {
  let position = startPosition();
  const told = moves.map((move): ToldMove => {
    if (move.type !== 'play') return move;
    const { hops, ...rest } = move;
    const played = applyPlay(position, move.player, move.dice, hops);
    if (!played.ok) throw new Error(`${JSON.stringify(move)}: ${played.message}`);
    position = played.value;
    return { ...rest, after: position };
  });
  return { score, crawford, result, moves: told };
}

/** Reads the facts from the record itself. */
export function toldByRecord(record: MatchRecord): ToldGame[] {
  return gamesOf(record).map(({ scoreBefore, crawford, result, steps }) => ({
    score: scoreBefore,
    crawford,
    result: result === null ? '' : `${'WB'.charAt(result.winner)}+${result.points}`,
    moves: steps.flatMap(moveOf),
  }));
}

function moveOf({ action, before }: Step): ToldMove[] {
  switch (action.type) {
    case 'play':
      return [{ type: 'play', player: action.player, dice: highFirst(before), after: afterPlay(before, action) }];
    case 'double':
    case 'beaver':
      return [{ type: 'double', player: action.player }];
    case 'take':
      return [{ type: 'take', player: action.player }];
    case 'pass':
      return [{ type: 'drop', player: action.player }];
    case 'accept':
      return before.dice && before.resignation
        ? [{ type: 'roll', player: before.resignation.by, dice: highFirst(before) }]
        : [];
    default:
      return [];
  }
}

function highFirst({ dice }: MatchState): Dice {
  const [one, two] = dice ?? [0, 0];
  return one > two ? [one, two] : [two, one];
}

/** The position after a play. The state after the action may already belong to the next game. */
function afterPlay({ position, dice }: MatchState, { player, hops }: Extract<Action, { type: 'play' }>): Position {
  const played = applyPlay(position, player, dice!, hops);
  if (!played.ok) throw new Error(played.message);
  return played.value;
}
