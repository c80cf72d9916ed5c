import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { borneOff, type View } from './positions.ts';

export const peersFolder = fileURLToPath(new URL('./peers/', import.meta.url));
const require = createRequire(`${peersFolder}package.json`);

/** A peer prepared for one position: returns the number of distinct plays that it finds for a roll. */
export type Counter = (larger: number, smaller: number) => number;

/** tsgammon-core builds a tree of all hops. Its leaves are distinguished by their points. */
export function tsgammon(): (view: View) => Counter {
  const core = require('tsgammon-core');
  const { collectNodes } = require('tsgammon-core/utils/collectNodes');
  return (view) => {
    const points = view.toReversed();
    const off = borneOff(view);
    return (larger, smaller) => {
      const root = core.boardStateNodeFromArray(points, larger, smaller, off);
      const leaves: { board: { points: number[] } }[] = collectNodes(root);
      const keys = new Set(leaves.map((leaf) => leaf.board.points.join()));
      keys.delete(root.board.points.join());
      return keys.size;
    };
  };
}

/** The part of @nodots-llc/backgammon-core's board that is needed here. */
interface NodotsBoard {
  readonly points: readonly { position: { clockwise: number }; checkers: readonly { color: string }[] }[];
  readonly bar: Readonly<Record<'clockwise' | 'counterclockwise', { checkers: readonly unknown[] }>>;
}

/**
 * @nodots-llc/backgammon-core lists the moves of one die. The plays of a roll are composed here with its own
 * functions, following each order of the dice to its end.
 */
export function nodots(): (view: View) => Counter {
  const core = require('@nodots-llc/backgammon-core');
  core.setLogLevel('error');
  core.setConsoleEnabled(false);
  const { Board } = core;

  function follow(board: NodotsBoard, player: object, dice: readonly number[]): NodotsBoard[][] {
    const byLength: NodotsBoard[][] = [[board]];
    const [die, ...rest] = dice;
    if (die === undefined) return byLength;
    for (const { origin, destination } of Board.getPossibleMoves(board, player, die)) {
      const moved = Board.moveChecker(board, origin, destination, 'clockwise');
      follow(moved, player, rest).forEach((boards, length) => {
        byLength[length + 1] = [...(byLength[length + 1] ?? []), ...boards];
      });
    }
    return byLength;
  }

  return (view) => {
    const root: NodotsBoard = Board.buildBoard(nodotsImport(view));
    return (larger, smaller) => {
      const player = nodotsPlayer(larger, smaller);
      const orders =
        larger === smaller
          ? [Array(4).fill(larger)]
          : [
              [larger, smaller],
              [smaller, larger],
            ];
      const found = orders.map((dice) => follow(root, player, dice));
      const longest = Math.max(...found.map((byLength) => byLength.length - 1));
      const kept = found.filter((byLength) => byLength.length - 1 === longest);
      const boards = longest === 1 ? kept[0]![1]! : longest === 0 ? [] : kept.flatMap((byLength) => byLength[longest]!);
      return new Set(boards.map(nodotsKey)).size;
    };
  };
}

function nodotsPlayer(larger: number, smaller: number): object {
  const dice = {
    id: 'd',
    color: 'white',
    stateKind: 'rolled',
    currentRoll: [larger, smaller],
    total: larger + smaller,
  };
  return { id: 'p', userId: 'u', color: 'white', direction: 'clockwise', stateKind: 'moving', isRobot: false, dice };
}

function nodotsImport(view: View): object[] {
  const [mineOff, theirsOff] = borneOff(view);
  const own = (position: object | 'bar' | 'off', qty: number) => ({
    position,
    direction: 'clockwise',
    checkers: { qty, color: 'white' },
  });
  const other = (position: object | 'bar' | 'off', qty: number) => ({
    position,
    direction: 'counterclockwise',
    checkers: { qty, color: 'black' },
  });
  const points = view.slice(1, 25).map((count, index) => {
    const position = { clockwise: index + 1, counterclockwise: 24 - index };
    return count > 0 ? own(position, count) : other(position, -count);
  });
  const rest = [own('bar', view[25]!), other('bar', -view[0]!), own('off', mineOff), other('off', theirsOff)];
  return [...points, ...rest].filter(({ checkers }) => checkers.qty > 0);
}

function nodotsKey({ points, bar }: NodotsBoard): string {
  const held = points.map(({ position, checkers }) => `${position.clockwise}${checkers[0]?.color}${checkers.length}`);
  return [...held.sort(), bar.clockwise.checkers.length, bar.counterclockwise.checkers.length].join();
}
