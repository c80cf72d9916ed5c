import { columnName } from '../export/mat.ts';
import { nameOf, Refusal } from './imported.ts';

/** The tags of a match by their name in lower case. */
export type Tags = Map<string, { readonly value: string; readonly line: number }>;

/** The tags of a file stand in comments, as those of chess files do. Other programs write a hash, or nothing. */
const TAG = /^\s*[;#]?\s*\[([^\]\s"][^\]"]*?)\s+"(.*)"\]\s*$/;

/** Returns the name and the value of a line without blanks around it that is a tag, or null. */
export function tagIn(line: string, at = 0): [string, { value: string; line: number }] | null {
  if (line.length > 1_000) return null;
  const [, name, value] = TAG.exec(line) ?? [];
  return name === undefined || value === undefined ? null : [name.toLowerCase(), { value, line: at }];
}

/** The points of the left player, from the most usual form to the least: the right name follows behind one space or more. */
const FORMS: readonly { readonly end: RegExp; readonly left: RegExp }[] = [
  { end: /:\s*(\d+)$/, left: /:\s*(\d+)\s+(?=\S)/g },
  // a long name leaves no room between the columns
  { end: /:\s*(\d+)$/, left: /:\s*(\d+)(?=\D)/g },
  // some sites write no colon
  { end: /\s(\d+)$/, left: /\s(\d+)\s{2,}(?=\S)/g },
];

/** Two names with their points, and the column of the right name, from 0. */
type Scores = readonly [left: string, leftPoints: string, right: string, rightPoints: string, column: number];

/** Returns the names and the points in a line, or null. The work is linear in the length of the line. */
function scoresIn(line: string): Scores | null {
  const bare = line.trim();
  for (const { end, left } of FORMS) {
    const last = end.exec(bare);
    if (!last) continue;
    const rest = bare.slice(0, last.index);
    const points = [...rest.matchAll(left)].find(({ index }) => index > 0);
    if (!points) continue;
    const right = rest.slice(points.index + points[0].length).trimStart();
    const column = line.length - line.trimStart().length + rest.length - right.length;
    return [rest.slice(0, points.index).trimEnd(), points[1] ?? '', right.trimEnd(), last[1] ?? '', column];
  }
  return null;
}

/** The players of a game and their points before it. */
export interface Head {
  readonly line: number;
  readonly names: readonly [string, string];
  readonly score: readonly [number, number];
  /** The column of the right player. */
  readonly right: number;
}

/** Returns true for a line of two names with their points. A name may look like anything. */
export function isHead(line: string): boolean {
  return scoresIn(line) !== null;
}

/** Reads the line of the players. Refuses another line. */
export function headOf(line: string, at: number, tags: Tags): Head {
  const found = scoresIn(line);
  if (!found) throw new Refusal('bad-header', 'The line does not have two names with their points.', at);
  const [left, leftPoints, right, rightPoints, column] = found;
  const score: [number, number] = [Number(leftPoints), Number(rightPoints)];
  const names = [nameOf(left, at), nameOf(right, at)] as const;
  return { line: at, names: namesIn(names, tags), score, right: column };
}

/** GamesGrid writes a rating behind each name, and others write it in brackets. */
const RATINGS = [/,\s*\d{3,4}(?:\.\d+)?$/, /\s+\(\d{3,4}(?:\.\d+)?\)$/, /\s+\[\d{3,4}(?:\.\d+)?\]$/];

/**
 * Returns the names without their ratings. A name that a tag has is taken from there: in its column some signs are replaced.
 * The tags may be in the other order.
 */
function namesIn(names: readonly [string, string], tags: Tags): readonly [string, string] {
  const stated = ['player 1', 'player 2'].map((tag) => tags.get(tag)?.value ?? '');
  const known = names.map((name) => stated.find((tag) => tag !== '' && columnName(tag) === name));
  if (known.some((tag) => tag !== undefined)) return [known[0] ?? names[0], known[1] ?? names[1]];
  const rating = RATINGS.find((pattern) =>
    names.every((name) => pattern.test(name) && name.replace(pattern, '') !== ''),
  );
  return rating ? [names[0].replace(rating, ''), names[1].replace(rating, '')] : names;
}

/** Tells if the players of a later game have changed their columns. */
export function orderOf(names: readonly [string, string], first: readonly [string, string]): 'same' | 'swapped' {
  return names[0] !== first[0] && names[0] === first[1] && names[1] === first[0] ? 'swapped' : 'same';
}
