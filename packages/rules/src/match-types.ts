import type { Cube, Dice, Hop, Player, Position, Rules } from './types.ts';

/** What a match waits for. */
export type Phase =
  /** The player to act rolls, doubles or resigns; in the opening player 0 rolls for both. */
  | 'roll'
  /** The dice are in the air: chance acts. */
  | 'dice'
  /** The player to act plays the dice or resigns. */
  | 'play'
  /** The doubled player takes, passes, beavers or resigns. */
  | 'double'
  /** The doubler answers a beaver: takes, passes or resigns. */
  | 'beaver'
  /** The opponent of the resigning player accepts or declines. */
  | 'resign'
  /** The match has ended. */
  | 'over';

/** How a game ended: borne off (single, gammon, backgammon), a pass, or an accepted resignation. */
export interface GameResult {
  readonly winner: Player;
  /** Points added to the score. */
  readonly points: number;
  readonly kind: 'single' | 'gammon' | 'backgammon' | 'pass' | 'resign';
}

export type MatchEnd = 'points' | 'resign' | 'time' | 'abandonment';

export interface MatchResult {
  readonly winner: Player;
  readonly score: readonly [number, number];
  readonly reason: MatchEnd;
}

/** Everything that a match's actions so far have decided. A plain value; `applyAction` makes the next one. */
export interface MatchState {
  /** Points to play for, 1 to 25; 0 is one money game. */
  readonly length: number;
  readonly rules: Rules;
  readonly score: readonly [number, number];
  /** Number of the game in progress, from 1. */
  readonly game: number;
  /** Whether this game is the Crawford game. */
  readonly crawford: boolean;
  /** Whether the Crawford game has already been played. */
  readonly postCrawford: boolean;
  readonly position: Position;
  readonly cube: Cube;
  readonly phase: Phase;
  /** Who acts now: null when chance does (`dice`) or nobody (`over`). */
  readonly toAct: Player | null;
  /** Whose turn it is to roll and play, also while the opponent answers; null until the opening dice differ. */
  readonly turn: Player | null;
  /** The roll to be played; null before it falls and after it was played. */
  readonly dice: Dice | null;
  /** Who offered the open double; null when none is open. */
  readonly doubler: Player | null;
  /** The resignation that waits for an answer. */
  readonly resignation: { readonly by: Player; readonly points: number; readonly from: Phase } | null;
  /** The highest resignation of each player declined since the last play, 0 if none. */
  readonly declined: readonly [number, number];
  /** Results of the games that ended, in order. */
  readonly games: readonly GameResult[];
  readonly result: MatchResult | null;
}

/** Everything that can change a match. Chance is an action too: dice come from outside. */
export type Action =
  | { readonly type: 'roll'; readonly player: Player }
  | { readonly type: 'dice'; readonly dice: Dice }
  | { readonly type: 'play'; readonly player: Player; readonly hops: readonly Hop[] }
  | { readonly type: 'double'; readonly player: Player }
  | { readonly type: 'take'; readonly player: Player }
  | { readonly type: 'pass'; readonly player: Player }
  | { readonly type: 'beaver'; readonly player: Player }
  | { readonly type: 'resign'; readonly player: Player; readonly points: number }
  | { readonly type: 'accept'; readonly player: Player }
  | { readonly type: 'decline'; readonly player: Player }
  | { readonly type: 'forfeit'; readonly loser: Player; readonly reason: 'time' | 'abandonment' };

export type ActionType = Action['type'];

/** Who may act and how; `player` null and `actions` ['dice'] when chance acts, `actions` empty when the match is over. */
export interface Options {
  readonly player: Player | null;
  readonly actions: readonly ActionType[];
  /** The resignations that may be offered now (1, 2, 3), empty when none. */
  readonly resignations: readonly number[];
}
