import { deflateSync } from 'node:zlib';
import { type Dice, fromOwnView, ownView, type Player, type Position } from 'bg-rules';
import type { Game } from '../../src/export/games.ts';
import type { Step } from '../../src/steps.ts';

// A writer of eXtreme Gammon's files for the tests, made from the layout that its maker published and from neither the reader nor another writer.

const SIZE = 2_560;
const VERSION = 32;

/** The head of a file that is written. */
interface XgOptions {
  readonly names: readonly [string, string];
  readonly length: number;
  readonly crawford?: boolean;
  readonly jacoby?: boolean;
  readonly beaver?: boolean;
  /** The power of two that the cube may not pass. */
  readonly cubeLimit?: number;
  /** 0 for backgammon. */
  readonly variation?: number;
  readonly event?: string;
  /** Days since 30 December 1899. */
  readonly days?: number;
}

class Writer {
  readonly bytes = Buffer.alloc(SIZE);

  constructor(kind: number) {
    this.bytes[8] = kind;
  }

  int(at: number, value: number): this {
    this.bytes.writeInt32LE(value, at);
    return this;
  }

  short(at: number, value: number): this {
    this.bytes.writeInt16LE(value, at);
    return this;
  }

  float(at: number, value: number): this {
    this.bytes.writeFloatLE(value, at);
    return this;
  }

  double(at: number, value: number): this {
    this.bytes.writeDoubleLE(value, at);
    return this;
  }

  flag(at: number, value: boolean): this {
    this.bytes[at] = Number(value);
    return this;
  }

  text(at: number, value: string): this {
    this.bytes.write(value.slice(0, 128), at, 'utf16le');
    return this;
  }

  shortText(at: number, value: string, most: number): this {
    const bytes = Buffer.from(value, 'latin1').subarray(0, most);
    this.bytes[at] = bytes.length;
    bytes.copy(this.bytes, at + 1);
    return this;
  }

  /** The counts from the side of a player, from the opposing bar to the own bar. */
  position(at: number, position: Position, side: Player): this {
    for (const [n, count] of ownView(position, side).entries()) this.bytes.writeInt8(count, at + n);
    return this;
  }
}

const sign = (player: Player) => (player === 0 ? 1 : -1);

export function matchEntry(options: XgOptions): Buffer {
  const {
    names,
    length,
    crawford = length > 0,
    jacoby = false,
    beaver = false,
    cubeLimit = 10,
    variation = 0,
  } = options;
  return new Writer(0)
    .shortText(9, names[0], 40)
    .shortText(50, names[1], 40)
    .int(92, length === 0 ? 99_999 : length)
    .int(96, variation)
    .flag(100, crawford)
    .flag(101, jacoby)
    .flag(102, beaver)
    .double(128, options.days ?? 45_000)
    .int(552, VERSION)
    .int(556, 0x494c_4d44)
    .int(612, cubeLimit)
    .text(622, options.event ?? '')
    .text(880, names[0])
    .text(1_138, names[1]).bytes;
}

interface GameStart {
  readonly score: readonly [number, number];
  readonly crawford: boolean;
  readonly position: Position;
  readonly automaticDoubles?: number;
}

export function gameEntry({ score, crawford, position, automaticDoubles = 0 }: GameStart): Buffer {
  return new Writer(1)
    .int(12, score[0])
    .int(16, score[1])
    .flag(20, crawford)
    .position(21, position, 0)
    .int(64, automaticDoubles).bytes;
}

interface CubeTurn {
  readonly player: Player;
  readonly position: Position;
  readonly doubled: boolean;
  /** 0 pass, 1 take, 2 beaver, -1 none. */
  readonly answer?: number;
  /** The doubler's answer to a beaver: 0 pass, 1 take, 2 raccoon, -1 none. */
  readonly beaver?: number;
  readonly loss?: number;
  readonly equities?: readonly [number, number, number];
  /** The number of its comment, -1 for none. */
  readonly comment?: number;
}

export function cubeEntry({
  player,
  position,
  doubled,
  answer = -1,
  beaver = -1,
  loss = -1_000,
  equities = [0, 0, 0],
  comment = -1,
}: CubeTurn): Buffer {
  return new Writer(2)
    .int(12, sign(player))
    .int(16, doubled ? 1 : 0)
    .int(20, answer)
    .int(24, beaver)
    .int(28, -1)
    .position(36, position, 0)
    .float(152, equities[0])
    .float(156, equities[1])
    .float(160, equities[2])
    .double(200, loss)
    .double(216, loss)
    .int(292, comment).bytes;
}

interface MoveTurn {
  readonly player: Player;
  readonly dice: Dice;
  readonly before: Position;
  readonly after: Position;
  readonly loss?: number;
  readonly plays?: readonly { readonly position: Position; readonly equity: number; readonly level?: number }[];
  readonly comment?: number;
}

export function moveEntry({ player, dice, before, after, loss = -1_000, plays = [], comment = -1 }: MoveTurn): Buffer {
  const writer = new Writer(3)
    .position(9, before, 0)
    .position(35, after, player)
    .int(64, sign(player))
    .int(100, dice[0])
    .int(104, dice[1])
    .int(120, plays.length)
    .int(188, plays.length)
    .double(2_312, loss)
    .int(2_524, comment);
  for (const [n, play] of plays.entries())
    writer
      .position(192 + n * 26, play.position, player)
      .short(1_280 + n * 4, play.level ?? 0)
      .float(1_408 + n * 28 + 24, play.equity);
  return writer.bytes;
}

export function gameEndEntry(winner: Player, points: number, how: number): Buffer {
  return new Writer(4).int(24, sign(winner)).int(28, points).int(32, how).bytes;
}

/** Returns the part with the comments, each in one line, as the program writes them. */
export function commentsPart(comments: readonly string[]): Buffer {
  return Buffer.from(comments.map((text) => `${text.replaceAll('\r\n', '\u0001\u0002')}\r\n`).join(''), 'latin1');
}

interface FileForm {
  readonly isPacked?: boolean;
  readonly thumbnail?: number;
  /** The part with the comments. */
  readonly comments?: Buffer | null;
}

/** Returns the file with these records. */
export function xgFile(
  records: readonly Buffer[],
  { isPacked = true, thumbnail = 0, comments = null }: FileForm = {},
): Uint8Array {
  const header = Buffer.alloc(8_232 + thumbnail);
  header.write('RGMH', 'latin1');
  header.writeInt32LE(1, 4);
  header.writeInt32LE(8_232, 8);
  header.writeUInt32LE(thumbnail, 20);
  const parts = [
    ['temp.xgr', Buffer.alloc(100)],
    ['temp.xg', Buffer.concat(records)],
    ['temp.xgi', Buffer.alloc(SIZE)],
    ...(comments ? ([['temp.xgc', comments]] as const) : []),
  ] as const;
  const packed = parts.map(([name, bytes]) => ({
    name,
    size: bytes.length,
    bytes: isPacked ? deflateSync(bytes) : bytes,
  }));
  let start = 0;
  const entries = packed.map(({ name, size, bytes }) => {
    const entry = Buffer.alloc(532);
    entry[0] = name.length;
    entry.write(name, 1, 'latin1');
    entry.writeInt32LE(size, 512);
    entry.writeInt32LE(bytes.length, 516);
    entry.writeInt32LE(start, 520);
    entry[528] = isPacked ? 0 : 1;
    start += bytes.length;
    return entry;
  });
  const index = deflateSync(Buffer.concat(entries));
  const end = Buffer.alloc(36);
  for (const [n, value] of [0, parts.length, 1, index.length, start, 1].entries()) end.writeInt32LE(value, n * 4);
  return new Uint8Array(Buffer.concat([header, ...packed.map(({ bytes }) => bytes), index, end]));
}

/** Returns the records of games of a match, with a record of the cube before each roll. */
export function xgRecordsOf(options: XgOptions, games: readonly Game[]): Buffer[] {
  const records = [matchEntry(options)];
  for (const { scoreBefore, crawford, steps, result } of games) {
    const start = steps[0]?.before;
    if (!start) continue;
    records.push(gameEntry({ score: scoreBefore, crawford, position: start.position }));
    for (const [n, step] of steps.entries()) records.push(...turnOf(step, steps.slice(n + 1)));
    if (result)
      records.push(
        gameEndEntry(result.winner, result.points, result.kind === 'resign' ? 101 : result.kind === 'pass' ? 0 : 1),
      );
  }
  return records;
}

function turnOf({ action, before }: Step, next: readonly Step[]): Buffer[] {
  const { position, dice } = before;
  if (action.type === 'roll')
    return before.turn === null ? [] : [cubeEntry({ player: action.player, position, doubled: false })];
  if (action.type === 'play' && dice) {
    const reached = playedFrom(position, action.player, action.hops);
    return [moveEntry({ player: action.player, dice, before: position, after: reached })];
  }
  if (action.type === 'double') {
    const answers = next.filter((step) => ['take', 'pass', 'beaver'].includes(step.action.type)).slice(0, 2);
    const [first, second] = answers.map((step) => step.action.type);
    const answer = first === 'take' ? 1 : first === 'pass' ? 0 : first === 'beaver' ? 2 : -1;
    const beaver = first !== 'beaver' ? -1 : second === 'pass' ? 0 : 1;
    return [cubeEntry({ player: action.player, position, doubled: true, answer, beaver })];
  }
  // a roll before a resignation is a move that leads nowhere
  if (action.type === 'accept' && before.resignation && dice && before.turn === before.resignation.by)
    return [moveEntry({ player: before.resignation.by, dice, before: position, after: position })];
  return [];
}

function playedFrom(position: Position, player: Player, hops: readonly (readonly [number, number])[]): Position {
  const view = ownView(position, player);
  for (const [from, to] of hops) {
    view[from] = (view[from] ?? 0) - 1;
    if (to === 0) continue;
    if (view[to] === -1) {
      view[to] = 0;
      view[0] = (view[0] ?? 0) - 1;
    }
    view[to] = (view[to] ?? 0) + 1;
  }
  return fromOwnView(view, player);
}
