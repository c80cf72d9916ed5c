import type { Hop, Player, Rules } from 'bg-rules';
import {
  GameReader,
  type ImportedGame,
  type ImportedMatch,
  type ImportResult,
  MOST_DECISIONS,
  nameOf,
  Refusal,
  refusable,
  requireRoom,
} from './imported.ts';

/** A long match with its analysis has some megabytes. */
const MAX_SGF_LENGTH = 8_000_000;

/** Programs write a node for each decision, and some for set-up and comments. */
const MOST_NODES = 2 * MOST_DECISIONS;

/** The properties that are read. All others are skipped. */
const KNOWN: ReadonlySet<string> = new Set('GM MI RU PW PB RE W B AE AW AB CV CP'.split(' '));
/** The most values of a property that are kept. */
const MOST_VALUES = 16;

/** One node: its known properties with their values, and its line. */
interface Node {
  readonly line: number;
  readonly values: Map<string, string[]>;
}

/**
 * Parses a match in the SGF that GNU Backgammon writes: one game tree for each game. Analyses and comments are skipped, and
 * of variations the first is read. Every game is played by the rules. Never throws.
 */
export function parseSgf(text: string): ImportResult {
  return refusable(() => readSgf(text));
}

function readSgf(text: string): ImportedMatch {
  if (text.length > MAX_SGF_LENGTH) throw new Refusal('too-long', 'The file is too long for a match.', 1);
  const games: ImportedGame[] = [];
  let head: Omit<ImportedMatch, 'games'> | null = null;
  for (const { root, nodes } of treesOf(text)) {
    requireRoom(games, root.line);
    const own = headOf(root);
    head ??= own.head;
    if (own.head.length !== head.length) throw new Refusal('bad-header', 'The games are of two matches.', root.line);
    const game = new GameReader({ ...own.head, score: own.score, crawford: own.crawford }, root.line);
    for (const node of nodes) takeNode(game, node);
    const result = resultOf(root);
    if (result) game.end(result.winner, result.points, nodes.at(-1)?.line ?? root.line);
    games.push(game.read());
  }
  if (head === null) throw new Refusal('no-match', 'The file has no game.', 1);
  return { ...head, games };
}

/** Reads the main line of each game tree. The work is linear in the length of the text, and only one main line is kept. */
function* treesOf(text: string): Generator<{ readonly root: Node; readonly nodes: readonly Node[] }> {
  let root: Node | null = null;
  let nodes: Node[] = [];
  let name = '';
  let line = 1;
  let depth = 0;
  /** True behind the end of the first variation: what follows up to the end of the tree are others. */
  let isAside = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (sign === '\n') line++;
    else if (sign === '(') depth++;
    else if (sign === ')') {
      if (depth === 0) throw new Refusal('no-match', 'A bracket closes nothing.', line);
      depth--;
      isAside = depth > 0;
      if (isAside) continue;
      if (!root) throw new Refusal('no-match', 'A game has no node.', line);
      yield { root, nodes };
      root = null;
      nodes = [];
    } else if (depth === 0) {
      if (sign.trim() !== '') throw new Refusal('no-match', 'This is not an SGF file.', line);
    } else if (sign === ';') {
      name = '';
      if (isAside) continue;
      if (nodes.length === MOST_NODES) throw new Refusal('too-long', 'The game has too many nodes.', line);
      const node = { line, values: new Map() };
      if (root) nodes.push(node);
      else root = node;
    } else if (sign === '[') {
      const end = endOfValue(text, at + 1, line);
      if (!isAside && KNOWN.has(name)) keep(nodes.at(-1) ?? root, name, text.slice(at + 1, end));
      line += linesIn(text, at, end);
      at = end;
    } else if (isCapital(sign)) {
      // No known name has three letters.
      name = isCapital(text[at - 1] ?? '') ? name.slice(0, 2) + sign : sign;
    }
  }
  if (depth > 0) throw new Refusal('no-match', 'The file ends within a game.', line);
}

function keep(node: Node | null, name: string, value: string): void {
  const known = node?.values.get(name);
  if (!known) node?.values.set(name, [value]);
  else if (known.length < MOST_VALUES) known.push(value);
}

function linesIn(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = from; at < to; at++) if (text[at] === '\n') lines++;
  return lines;
}

function isCapital(sign: string): boolean {
  return sign >= 'A' && sign <= 'Z';
}

/** Returns the place of the bracket that closes a value. A backslash makes the next character literal. */
function endOfValue(text: string, from: number, line: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === ']') return at;
  }
  throw new Refusal('no-match', 'The file ends within a value.', line);
}

interface Head {
  readonly head: Omit<ImportedMatch, 'games'>;
  readonly score: [number, number];
  readonly crawford: boolean;
}

function headOf({ values, line }: Node): Head {
  if (first(values, 'GM') !== '6') throw new Refusal('no-match', 'The game is not backgammon.', line);
  const terms = new Map((values.get('MI') ?? []).map((value) => value.split(':', 2) as [string, string]));
  const numberOf = (name: string) => {
    const text = terms.get(name) ?? '0';
    if (!/^\d{1,5}$/.test(text)) throw new Refusal('bad-header', `The match has no valid ${name}.`, line);
    return Number(text);
  };
  const length = numberOf('length');
  const said = (first(values, 'RU') ?? '').split(':');
  const rules: Rules = {
    cube: !said.includes('NoCube'),
    crawford: length > 0 && said.includes('Crawford'),
    jacoby: length === 0 && said.includes('Jacoby'),
    // GNU Backgammon does not write this rule
    beavers: length === 0,
  };
  const names: [string, string] = [
    nameOf(unescaped(first(values, 'PW') ?? ''), line),
    nameOf(unescaped(first(values, 'PB') ?? ''), line),
  ];
  const crawford = length > 1 && said.includes('CrawfordGame');
  return { head: { names, length, rules }, score: [numberOf('ws'), numberOf('bs')], crawford };
}

function first(values: Node['values'], name: string): string | undefined {
  return values.get(name)?.[0];
}

function unescaped(text: string): string {
  return text.replace(/\\([\s\S])/g, '$1');
}

/** White is player 0. */
const COLOURS = ['W', 'B'] as const;
const RESULT = /^([WB])\+(\d{1,6})/;

function resultOf({ values }: Node): ImportedGame['result'] {
  const found = RESULT.exec(first(values, 'RE') ?? '');
  return found && { winner: found[1] === 'W' ? 0 : 1, points: Number(found[2]) };
}

function takeNode(game: GameReader, { values, line }: Node): void {
  if (['AE', 'AW', 'AB', 'CV', 'CP'].some((name) => values.has(name)))
    throw new Refusal('bad-move', 'A position that was set up within a game cannot be imported.', line);
  for (const player of [0, 1] as const) {
    const value = first(values, COLOURS[player]);
    if (value !== undefined) act(game, player, value, line);
  }
}

const ACTIONS: Readonly<Record<string, 'double' | 'take' | 'pass' | 'beaver'>> = {
  double: 'double',
  take: 'take',
  drop: 'pass',
  beaver: 'beaver',
};
const PLAY = /^([1-6])([1-6])((?:[a-y][a-z]){0,4})$/;

function act(game: GameReader, player: Player, value: string, line: number): void {
  const action = ACTIONS[value];
  const found = PLAY.exec(value);
  if (action) game.decide(player, action, [], line);
  else if (found) {
    const hops = (found[3]?.match(/../g) ?? []).map(
      ([from = '', to = '']): Hop => [placeOf(player, from), placeOf(player, to)],
    );
    game.roll(player, [Number(found[1]), Number(found[2])], line);
    game.decide(player, 'play', hops, line);
  } else throw new Refusal('bad-move', 'The line has no move of a player.', line);
}

/** SGF points: a … x are player 0's points, y is the bar, z is off. */
function placeOf(player: Player, letter: string): number {
  if (letter === 'y') return 25;
  if (letter === 'z') return 0;
  const point = letter.charCodeAt(0) - 96;
  return player === 0 ? point : 25 - point;
}
