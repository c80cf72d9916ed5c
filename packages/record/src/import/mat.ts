import { type Dice, type Player, parsePlay, type Rules } from 'bg-rules';
import {
  GameReader,
  type ImportedGame,
  type ImportedMatch,
  type ImportResult,
  isCrawford,
  Refusal,
  refusable,
  requireRoom,
} from './imported.ts';

/** A long match has some 60 kB. */
const MAX_MAT_LENGTH = 300_000;

/** A line with two plays has some 70 characters. The search for names takes time with the cube of a line's length. */
const MAX_LINE_LENGTH = 400;

const LENGTH = /^\s*(\d{1,5})\s+points?\s+match/i;
const GAME = /^\s*game\s+\d+/i;
const SCORES = /^\s*(\S.*?)\s*:\s*(\d+)\s+(\S.*?)\s*:\s*(\d+)\s*$/;
/** A long name leaves no room between the columns. */
const TIGHT_SCORES = /^\s*(\S.*?)\s*:\s*(\d+)(\D.*?)\s*:\s*(\d+)\s*$/;
const TAG = /^\s*;\s*\[([^\s"]+)\s+"([^"]*)"\]/;
const NUMBER = /^\s*\d+\)/;
const CELL = /\b[1-6][1-6]:|\b(?:Doubles|Takes|Drops|Passes|Beavers|Wins)\b/gi;
/** The column of the left player's cells. */
const LEFT = 5;

/**
 * Parses a match in the .mat format (Jellyfish) as GNU Backgammon, eXtreme Gammon and Backgammon Galaxy write it. Every
 * game is played by the rules, so that a file with an impossible move is refused with its line. Never throws.
 */
export function parseMat(text: string): ImportResult {
  return refusable(() => readMat(text));
}

interface Cell {
  readonly player: Player;
  readonly word: string;
  /** The text up to the next cell. */
  readonly rest: string;
}

function readMat(text: string): ImportedMatch {
  if (text.length > MAX_MAT_LENGTH) throw new Refusal('too-long', 'The file is too long for a match.', 1);
  const tags = new Map<string, string>();
  const games: ImportedGame[] = [];
  let names: [string, string] | null = null;
  let length: number | null = null;
  let game: GameReader | null = null;
  let middle = 0;
  let isHead = false;
  const close = () => {
    if (game) games.push(game.read());
    game = null;
  };
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const at = index + 1;
    const tag = TAG.exec(line);
    if (tag) tags.set((tag[1] ?? '').toLowerCase(), tag[2] ?? '');
    else if (line.trim() === '' || line.trim().startsWith(';')) continue;
    else if (line.length > MAX_LINE_LENGTH) throw new Refusal('too-long', 'The line is too long.', at);
    else if (length === null) length = lengthOf(line, at);
    else if (GAME.test(line)) {
      close();
      requireRoom(games, at);
      isHead = true;
    } else if (isHead) {
      const head = headOf(line, at);
      const rules = rulesOf(length, tags);
      const { score } = head;
      game = new GameReader({ length, rules, score, crawford: isCrawford({ length, rules }, score, games) }, at);
      names ??= head.names;
      middle = (LEFT + head.right) / 2;
      isHead = false;
    } else if (game === null) throw new Refusal('bad-header', 'A game begins with its number and the players.', at);
    else for (const cell of cellsOf(line, middle, at)) takeCell(game, cell, at);
  }
  close();
  if (length === null || names === null) throw new Refusal('no-match', 'The file has no game of a match.', 1);
  return { names, length, rules: rulesOf(length, tags), games };
}

function lengthOf(line: string, at: number): number {
  const found = LENGTH.exec(line);
  if (!found) throw new Refusal('no-match', 'A match begins with its length, such as "7 point match".', at);
  return Number(found[1]);
}

function rulesOf(length: number, tags: ReadonlyMap<string, string>): Rules {
  const isOn = (name: string) => tags.get(name)?.toLowerCase() === 'on';
  const money = length === 0;
  const crawford = !money && tags.get('crawford')?.toLowerCase() !== 'off';
  // most programs do not write the rule of beavers
  return { cube: true, crawford, jacoby: money && isOn('jacoby'), beavers: money };
}

interface Head {
  readonly names: [string, string];
  readonly score: [number, number];
  /** The column of the right player. */
  readonly right: number;
}

function headOf(line: string, at: number): Head {
  const found = SCORES.exec(line) ?? TIGHT_SCORES.exec(line);
  if (!found) throw new Refusal('bad-header', 'The line does not have two names with their points.', at);
  const [, left = '', leftPoints, right = '', rightPoints] = found;
  const score: [number, number] = [Number(leftPoints), Number(rightPoints)];
  return { names: [left, right], score, right: line.lastIndexOf(right) };
}

function cellsOf(line: string, middle: number, at: number): Cell[] {
  // a name may not be read as a cell, so only the part behind the number counts
  const from = NUMBER.exec(line)?.[0].length ?? 0;
  const found = [...line.slice(from).matchAll(CELL)];
  if (found.length === 0 && from > 0 && line.slice(from).trim() === '') return [];
  if (found.length === 0 || found.length > 2) throw new Refusal('bad-move', 'The line has no move of a player.', at);
  return found.map(({ 0: word, index }, n) => {
    const end = found[n + 1]?.index;
    const isRight = found.length === 2 ? n === 1 : from + index > middle;
    const rest = line.slice(from + index + word.length, end === undefined ? undefined : from + end).trim();
    return { player: isRight ? 1 : 0, word: word.toLowerCase(), rest };
  });
}

const ACTIONS: Readonly<Record<string, 'double' | 'take' | 'pass' | 'beaver'>> = {
  doubles: 'double',
  takes: 'take',
  drops: 'pass',
  passes: 'pass',
  beavers: 'beaver',
};

function takeCell(game: GameReader, { player, word, rest }: Cell, at: number): void {
  const action = ACTIONS[word];
  if (action) game.decide(player, action, [], at);
  else if (word === 'wins') game.end(player, Number(/^\d{1,6}/.exec(rest)?.[0] ?? 0), at);
  else play(game, player, [Number(word[0]), Number(word[1])], rest, at);
}

/** The words of programs for a roll without a play. */
const NO_PLAY = /^(?:cannot move|can't move|no moves?|dances?|-+)\.?$/i;

function play(game: GameReader, player: Player, dice: Dice, text: string, at: number): void {
  const { position } = game.roll(player, dice, at);
  const read = parsePlay(NO_PLAY.test(text) ? '' : text, { position, player, dice });
  // a roll after which the player resigned has no move
  if (read.ok) game.decide(player, 'play', read.value, at);
  else if (text !== '') throw new Refusal('bad-move', read.message, at);
}
