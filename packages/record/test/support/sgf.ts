import type { Hop, Player } from 'bg-rules';

/** The content of one node of a backgammon SGF. */
export type SgfMove =
  | {
      readonly type: 'play';
      readonly player: Player;
      readonly dice: readonly [number, number];
      readonly hops: readonly Hop[];
    }
  | { readonly type: 'double' | 'take' | 'drop'; readonly player: Player }
  | { readonly type: 'roll'; readonly player: Player; readonly dice: readonly [number, number] };

export interface SgfGame {
  readonly length: number;
  readonly score: readonly [number, number];
  readonly names: readonly [string, string];
  readonly crawford: boolean;
  /** For example W+2, without the suffix for a resignation. */
  readonly result: string;
  readonly moves: readonly SgfMove[];
}

/** A reader for the SGF of the exporter and of GNU Backgammon, written from the format and not from the exporter. */
export function readSgf(text: string): SgfGame[] {
  return text
    .split(/^\(/m)
    .filter((part) => part.startsWith(';FF'))
    .map(readGame);
}

function readGame(text: string): SgfGame {
  const [root = '', ...nodes] = text.split(/^;/m).filter((part) => part !== '');
  const value = (name: string) => new RegExp(`${name}\\[((?:\\\\.|[^\\]\\\\])*)\\]`).exec(root)?.[1] ?? '';
  const info = (name: string) => Number(new RegExp(`\\[${name}:(\\d+)\\]`).exec(root)?.[1]);
  return {
    length: info('length'),
    score: [info('ws'), info('bs')],
    names: [value('PW'), value('PB')],
    crawford: value('RU').includes('CrawfordGame'),
    result: value('RE').replace(/R$/, ''),
    moves: nodes.map(readNode),
  };
}

function readNode(node: string): SgfMove {
  const set = /^PL\[([WB])\]DI\[(\d)(\d)\]/.exec(node);
  if (set) return { type: 'roll', player: seat(set[1]), dice: [Number(set[2]), Number(set[3])] };
  const [, colour, value = ''] = /^([WB])\[([a-z0-9]*)\]/.exec(node) ?? [];
  const player = seat(colour);
  if (value === 'double' || value === 'take' || value === 'drop') return { type: value, player };
  const [, one, two, places = ''] = /^([1-6])([1-6])([a-z]*)$/.exec(value) ?? [];
  const hops = (places.match(/../g) ?? []).map((pair): Hop => [place(player, pair[0]), place(player, pair[1])]);
  return { type: 'play', player, dice: [Number(one), Number(two)], hops };
}

function seat(colour: string | undefined): Player {
  return colour === 'B' ? 1 : 0;
}

function place(player: Player, letter = ''): number {
  if (letter === 'y') return 25;
  if (letter === 'z') return 0;
  const point = letter.charCodeAt(0) - 96;
  return player === 0 ? point : 25 - point;
}
