import { readFileSync } from 'node:fs';
import { type MatchState, opponent, type Player } from 'bg-rules';

const FILE = '/usr/share/gnubg/met/Kazaross-XG2.xml';

/** GNU Backgammon's match equity table: chances to win the match, indexed by the points that each player still needs, from 1. */
export interface EngineTable {
  readonly before: readonly (readonly number[])[];
  /** The trailing player's chances after the Crawford game. */
  readonly after: readonly number[];
}

export function readEngineTable(file = FILE): EngineTable {
  const text = readFileSync(file, 'utf8');
  const [, before = '', after = ''] =
    /<pre-crawford-table[^>]*>([\s\S]*)<\/pre-crawford-table>[\s\S]*<post-crawford-table[^>]*>([\s\S]*)<\/post-crawford-table>/.exec(
      text,
    ) ?? [];
  const rows = (part: string) =>
    [...part.matchAll(/<row>([\s\S]*?)<\/row>/g)].map(([, row = '']) =>
      [...row.matchAll(/<me>\s*([\d.]+)\s*<\/me>/g)].map(([, number]) => Number(number)),
    );
  return { before: rows(before), after: rows(after)[0] ?? [] };
}

/** A player's chance to win the match after this many points in the current game, by this table. */
export function chanceByTable(
  table: EngineTable,
  { length, score, crawford, postCrawford }: MatchState,
  player: Player,
) {
  const isOver = crawford || postCrawford;
  return (points: number): number => {
    const away = length - score[player] - Math.max(points, 0);
    const other = length - score[opponent(player)] - Math.max(-points, 0);
    if (away <= 0 || other <= 0) return away <= 0 ? 1 : 0;
    if (!isOver || (away > 1 && other > 1)) return table.before[away - 1]![other - 1]!;
    return other === 1 ? table.after[away - 1]! : 1 - table.after[other - 1]!;
  };
}
