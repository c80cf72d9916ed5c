import { ENGINE_ID, type RollValue, rollValues } from 'bg-engine';
import type { Step } from 'bg-record';
import { type Dice, opponent, type Player, type Situation, situationOf } from 'bg-rules';

/** The luck of a roll that was played. */
export interface RollLuck {
  /** The number of the event of the play. */
  readonly n: number;
  readonly game: number;
  readonly p: Player;
  /** In points at the cube's value; normalised in a match. */
  readonly luck: number;
}

/** The luck of a match, with the engine that judged it: each roll by the net alone, with the cube. */
export interface Luck {
  readonly engine: { readonly engineId: string; readonly ply: 0 };
  readonly rolls: readonly RollLuck[];
}

/**
 * Returns the luck of every roll that was played: the value after its best play minus the mean over all rolls. The mean of a
 * first roll is over both players, because that roll also decides who begins. GNU Backgammon defines luck in the same way.
 */
export function luckOf(
  steps: readonly Step[],
  progress: (done: number, wanted: number) => void = () => undefined,
): Luck {
  const plays = steps.filter(({ action }) => action.type === 'play');
  let game = 0;
  const rolls = plays.map(({ n, before }, done): RollLuck => {
    progress(done, plays.length);
    const situation = situationOf(before);
    const isFirst = before.game !== game;
    game = before.game;
    const luck = isFirst ? luckOfFirst(situation) : luckOfOther(situation);
    return { n, game, p: situation.onRoll, luck };
  });
  progress(plays.length, plays.length);
  return { engine: { engineId: ENGINE_ID, ply: 0 }, rolls };
}

function luckOfOther(situation: Situation): number {
  const values = rollValues(situation);
  const mean = values.reduce((sum, { ways, equity }) => sum + ways * equity, 0) / 36;
  return worthOf(values, situation.dice) - mean;
}

/** A first roll is no double, and the player with the larger die begins. */
function luckOfFirst(situation: Situation): number {
  const other = opponent(situation.onRoll);
  const [own, theirs] = [situation, { ...situation, onRoll: other, toAct: other }].map((one) =>
    rollValues(one).filter(({ ways }) => ways === 2),
  ) as [RollValue[], RollValue[]];
  const sum = (values: readonly RollValue[]) => values.reduce((total, { equity }) => total + equity, 0);
  return worthOf(own, situation.dice) - (sum(own) - sum(theirs)) / (own.length + theirs.length);
}

function worthOf(values: readonly RollValue[], dice: Dice | null): number {
  const [larger, smaller] = (dice ?? []).toSorted((a, b) => b - a);
  const found = values.find((one) => one.dice[0] === larger && one.dice[1] === smaller);
  if (!found) throw new TypeError('the roll is not one of the 21');
  return found.equity;
}
