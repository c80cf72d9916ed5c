import type { Dice, Hop, Player, Rules } from 'bg-rules';
import { Comments, MAX_COMMENT_LENGTH } from './comments.ts';
import { cubeInSgf, statedInSgf } from './gnubg-analysis.ts';
import {
  GameReader,
  type ImportedDecision,
  type ImportedGame,
  type ImportedMatch,
  type ImportResult,
  MatchReader,
  MOST_DECISIONS,
  MOST_GAMES,
  nameOf,
  Refusal,
  refusable,
} from './imported.ts';

/** A long match with its analysis has some megabytes. */
const MAX_SGF_LENGTH = 8_000_000;

/** Programs write a node for each decision, and some for set-up and comments. */
const MOST_NODES = 2 * MOST_DECISIONS;

/** The properties that are read. All others are skipped. */
const KNOWN: ReadonlySet<string> = new Set('GM MI RU PW PB RE EV DT W B A DA C AE AW AB CV CP'.split(' '));
/** The most values of a property that are kept: an analysis has one for each legal play. */
const MOST_VALUES = 200;
/** The length of a comment before its escapes are read. */
const LONGEST_COMMENT = 4 * MAX_COMMENT_LENGTH;

/** One node: its known properties with their values, and its line. */
interface Node {
  readonly line: number;
  readonly values: Map<string, string[]>;
}

/**
 * Parses a match in the SGF that GNU Backgammon writes: one game tree for each game. Of variations the first is read. Every game is played by the rules. Never throws.
 */
export function parseSgf(text: string): ImportResult {
  return refusable(() => readSgf(text));
}

function readSgf(text: string): readonly ImportedMatch[] {
  if (text.length > MAX_SGF_LENGTH) throw new Refusal('too-long', 'The file is too long for a match.', 1);
  const matches: { readonly head: MatchHead; readonly reader: MatchReader }[] = [];
  let fault: Refusal | null = null;
  let games = 0;
  let before: Head | null = null;
  const comments = new Comments();
  for (const { root, nodes } of treesOf(text)) {
    if (++games > MOST_GAMES) throw new Refusal('too-long', 'The file has too many games.', root.line);
    const own = headOf(root);
    let match = matches.at(-1);
    if (!match || !isSameMatch(match.head, own.head) || beginsAnew(own, before)) {
      match = { head: own.head, reader: new MatchReader() };
      matches.push(match);
    }
    before = own;
    match.reader.add(readGame({ root, nodes }, own, match.reader, comments));
  }
  if (matches.length === 0) throw new Refusal('no-match', 'The file has no game.', 1);
  const read = matches.flatMap(({ head, reader }) => {
    try {
      return [reader.read(head)];
    } catch (error) {
      // a match without decisions is left out beside others
      if (!(error instanceof Refusal)) throw error;
      fault ??= error;
      return [];
    }
  });
  if (read.length === 0 && fault) throw fault;
  return read;
}

type MatchHead = Omit<ImportedMatch, 'games' | 'notes' | 'unit'>;

function isSameMatch(one: MatchHead, other: MatchHead): boolean {
  return one.length === other.length && one.names[0] === other.names[0] && one.names[1] === other.names[1];
}

/**
 * True for the first game of a second match between the same players. Some programs give every game of a money session the
 * number 0, so there the games before must have been counted.
 */
function beginsAnew({ head, score, number }: Head, before: Head | null): boolean {
  const isFirst = number === 0 && score[0] === 0 && score[1] === 0;
  return isFirst && before !== null && (head.length > 0 || (before.number ?? 0) > 0);
}

function readGame(
  { root, nodes }: Tree,
  { head, score, crawford, unknown }: Head,
  match: MatchReader,
  comments: Comments,
): ImportedGame {
  if (unknown) match.note('unknown-rule', root.line);
  const cube = first(root.values, 'CV');
  const beginning = cube !== undefined && /^\d{1,5}$/.test(cube) && Number(cube) > 1 ? Number(cube) : 1;
  if (beginning > 1 && head.length === 0) match.note('automatic-double', root.line);
  const terms = { length: head.length, rules: head.rules, score, crawford };
  const game = new GameReader(
    terms,
    root.line,
    match,
    beginning > 1 ? { cube: { value: beginning, owner: null } } : {},
  );
  const [owner] = root.values.get('CP') ?? ['c'];
  const isSetUp = SET_UP.some((name) => root.values.has(name)) || owner !== 'c' || (beginning > 1 && head.length > 0);
  if (isSetUp) game.refuse('set-up', SET_UP_FAULT, root.line);
  for (const node of nodes) game.attempt(() => takeNode(game, node, comments));
  const result = resultOf(root);
  if (result && result.points > 0) game.end(result.winner, result.points, nodes.at(-1)?.line ?? root.line, result.how);
  return game.read();
}

/** The main line of a game tree. */
interface Tree {
  readonly root: Node;
  readonly nodes: readonly Node[];
}

/** Reads the main line of each game tree. The work is linear in the length of the text, and only one main line is kept. */
function* treesOf(text: string): Generator<Tree> {
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
    else if (sign === ' ') continue;
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
      const kept = name === 'C' ? Math.min(end, at + 1 + LONGEST_COMMENT) : end;
      if (!isAside && KNOWN.has(name)) keep(nodes.at(-1) ?? root, name, text.slice(at + 1, kept));
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
  readonly head: MatchHead;
  readonly score: [number, number];
  readonly crawford: boolean;
  /** The number of the game in its match, from 0. Null if the file does not say it. */
  readonly number: number | null;
  /** True if a rule is unknown. */
  readonly unknown: boolean;
}

const RULES: readonly string[] = [
  'Crawford',
  'CrawfordGame',
  'Jacoby',
  'NoCube',
  'Beaver',
  'Beavers',
  'Backgammon',
  'Standard',
  '',
];

function headOf({ values, line }: Node): Head {
  if (first(values, 'GM') !== '6') throw new Refusal('no-match', 'The game is not backgammon.', line);
  const terms = new Map((values.get('MI') ?? []).map((value) => value.split(':', 2) as [string, string]));
  const numberOf = (name: string) => {
    const text = terms.get(name) ?? '0';
    if (!/^\d{1,5}$/.test(text)) throw new Refusal('bad-header', `The match has no valid ${name}.`, line);
    return Number(text);
  };
  const length = numberOf('length');
  const said = (first(values, 'RU') ?? '').split(':').map((rule) => rule.trim());
  // one of another game changes every position
  if (said.some((rule) => /gammon/i.test(rule) && !/^backgammon$/i.test(rule)) || terms.has('variation'))
    throw new Refusal('variation', 'The game is a variant of backgammon.', line);
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
  const event = first(values, 'EV');
  const date = /^\d{4}-\d\d-\d\d/.exec(first(values, 'DT') ?? '');
  const facts = { event: event ? unescaped(event).slice(0, 200) : null, date: date?.[0] ?? null };
  const unknown = said.some((rule) => !RULES.includes(rule));
  const score: [number, number] = [numberOf('ws'), numberOf('bs')];
  const number = terms.has('game') ? numberOf('game') : null;
  return { head: { names, length, rules, facts }, score, crawford, number, unknown };
}

function first(values: Node['values'], name: string): string | undefined {
  return values.get(name)?.[0];
}

/** A line that ends with a backslash goes on in the next one. */
function unescaped(text: string): string {
  return text.replace(/\\(?:\r?\n|([\s\S]))/g, '$1');
}

/** White is player 0. */
const COLOURS = ['W', 'B'] as const;
const RESULT = /^([WB])\+(\d{0,6})([A-Z]?)/;
const HOW = { T: 'time', F: 'forfeit' } as const;

function resultOf({
  values,
}: Node): (NonNullable<ImportedGame['result']> & { readonly how: 'resignation' | 'time' | 'forfeit' }) | null {
  const found = RESULT.exec(first(values, 'RE') ?? '');
  if (!found) return null;
  const how = found[3] === 'T' || found[3] === 'F' ? HOW[found[3]] : 'resignation';
  return { winner: found[1] === 'W' ? 0 : 1, points: Number(found[2]), how };
}

/** The properties that set up a position. */
const SET_UP = ['AE', 'AW', 'AB'] as const;

const SET_UP_FAULT = 'The game goes on from a position that is set up here.';

function takeNode(game: GameReader, node: Node, comments: Comments): void {
  const { values, line } = node;
  if ([...SET_UP, 'CV', 'CP'].some((name) => values.has(name))) throw new Refusal('set-up', SET_UP_FAULT, line);
  for (const player of [0, 1] as const) {
    const value = first(values, COLOURS[player]);
    if (value === undefined) continue;
    act(game, player, value, node, comments.keep(unescaped(first(values, 'C') ?? '')));
  }
}

const ACTIONS: Readonly<Record<string, 'double' | 'take' | 'pass' | 'beaver'>> = {
  double: 'double',
  take: 'take',
  drop: 'pass',
  beaver: 'beaver',
};
const PLAY = /^([1-6])([1-6])((?:[a-y][a-z]){0,4})$/;

function act(
  game: GameReader,
  player: Player,
  value: string,
  { values, line }: Node,
  comment: Pick<ImportedDecision, 'comment'>,
): void {
  const action = ACTIONS[value];
  const found = PLAY.exec(value);
  const cube = (kind: Parameters<typeof cubeInSgf>[1]) =>
    game.length === 0 ? cubeInSgf(first(values, 'DA') ?? '', kind) : {};
  if (action) game.decide(player, action, [], line, { ...cube(action), ...comment });
  else if (found) {
    const hopsOf = (letters: string) =>
      (letters.match(/../g) ?? []).map(([from = '', to = '']): Hop => [placeOf(player, from), placeOf(player, to)]);
    const dice: Dice = [Number(found[1]), Number(found[2])];
    const { position } = game.roll(player, dice, line);
    const hops = hopsOf(found[3] ?? '');
    const stated = statedInSgf(values.get('A') ?? [], { position, player, dice, hops }, hopsOf);
    game.decide(player, 'play', hops, line, { ...cube('play'), ...stated, ...comment });
  } else throw new Refusal('bad-move', 'The line has no move of a player.', line);
}

/** SGF points: a … x are player 0's points, y is the bar, z is off. */
function placeOf(player: Player, letter: string): number {
  if (letter === 'y') return 25;
  if (letter === 'z') return 0;
  const point = letter.charCodeAt(0) - 96;
  return player === 0 ? point : 25 - point;
}
