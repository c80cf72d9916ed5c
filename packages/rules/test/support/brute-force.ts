/**
 * An independent implementation of the rules. Boards are 26 counts from the mover's view (the mover's
 * positive; 25 the mover's bar, 0 the opponent's). It tries every order of the dice and every sequence of
 * hops, and keeps the longest.
 */
export type View = readonly number[];

export interface Sequence {
  readonly hops: readonly (readonly [number, number])[];
  readonly dice: readonly number[];
  readonly view: View;
}

function mayLeave(view: View, from: number, die: number): boolean {
  if (view[from]! <= 0) return false;
  if (view[25]! > 0 && from !== 25) return false;
  if (from - die >= 1) return view[from - die]! >= -1;
  for (let p = 7; p <= 25; p++) if (view[p]! > 0) return false;
  if (from === die) return true;
  for (let p = from + 1; p <= 6; p++) if (view[p]! > 0) return false;
  return true;
}

function move(view: View, from: number, die: number): View {
  const next = [...view];
  next[from]!--;
  const to = from - die;
  if (to >= 1) {
    if (next[to] === -1) {
      next[to] = 0;
      next[0]!--;
    }
    next[to]!++;
  }
  return next;
}

function* sequences(soFar: Sequence, dice: readonly number[]): Generator<Sequence> {
  yield soFar;
  const [die, ...rest] = dice;
  if (die === undefined) return;
  for (let from = 25; from >= 1; from--) {
    if (!mayLeave(soFar.view, from, die)) continue;
    const hop = [from, Math.max(from - die, 0)] as const;
    const longer = { hops: [...soFar.hops, hop], dice: [...soFar.dice, die], view: move(soFar.view, from, die) };
    yield* sequences(longer, rest);
  }
}

/** Returns every legal way to play the roll. Empty if the mover cannot move. */
export function bruteForce(view: View, [a, b]: readonly [number, number]): Sequence[] {
  const orders =
    a === b
      ? [[a, a, a, a]]
      : [
          [a, b],
          [b, a],
        ];
  const all = orders.flatMap((dice) => [...sequences({ hops: [], dice: [], view }, dice)]);
  const most = Math.max(...all.map(({ dice }) => dice.length));
  const longest = all.filter(({ dice }) => dice.length === most && most > 0);
  if (most !== 1 || a === b) return longest;
  const larger = longest.filter(({ dice }) => dice[0] === Math.max(a, b));
  return larger.length > 0 ? larger : longest;
}
