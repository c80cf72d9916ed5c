import type { Cube, Dice, Hop, Player, Position, Rules } from './types.ts';

/** The action that a match waits for. */
export type Phase =
  /** The player to act rolls, doubles or resigns. In the opening player 0 rolls for both. */
  | 'roll'
  /** The match waits for dice from outside. */
  | 'dice'
  /** The player to act plays the roll or resigns. */
  | 'play'
  /** The doubled player takes, passes, beavers or resigns. */
  | 'double'
  /** The doubler answers a beaver: takes, passes or resigns. */
  | 'beaver'
  /** The opponent of the resigning player accepts or declines. */
  | 'resign'
  /** The match has ended. */
  | 'over';

/** The way a game ended: borne off (single, gammon, backgammon), a pass, or an accepted resignation. */
export interface GameResult {
  readonly winner: Player;
  /** Number of points added to the score. */
  readonly points: number;
  readonly kind: 'single' | 'gammon' | 'backgammon' | 'pass' | 'resign';
}

export type MatchEnd = 'points' | 'resign' | 'time' | 'abandonment';

export interface MatchResult {
  readonly winner: Player;
  readonly score: readonly [number, number];
  readonly reason: MatchEnd;
}

/** The state of a match after its actions so far. A plain value; `applyAction` returns the next one. */
export interface MatchState {
  /** Match length in points, 1 to 25; 0 is one money game. */
  readonly length: number;
  readonly rules: Rules;
  readonly score: readonly [number, number];
  /** Number of the current game, from 1. */
  readonly game: number;
  /** True in the Crawford game. */
  readonly crawford: boolean;
  /** True after the Crawford game. */
  readonly postCrawford: boolean;
  readonly position: Position;
  readonly cube: Cube;
  readonly phase: Phase;
  /** The player who must act. Null while the match waits for dice (`dice`) and after the end (`over`). */
  readonly toAct: Player | null;
  /** The player whose turn it is, also while the opponent answers. Null until the opening is decided. */
  readonly turn: Player | null;
  /** The roll to be played. Null before the roll and after the play. */
  readonly dice: Dice | null;
  /** The player who offered the open double. Null if none is open. */
  readonly doubler: Player | null;
  /** The resignation that waits for an answer, or null. */
  readonly resignation: { readonly by: Player; readonly points: number; readonly from: Phase } | null;
  /** For each player, the highest resignation declined since the last play, 0 if none. */
  readonly declined: readonly [number, number];
  /** Results of the finished games, in order. */
  readonly games: readonly GameResult[];
  readonly result: MatchResult | null;
}

/** Every action that can change a match. Dice are an action too: they come from outside. */
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

/**
 * The player to act and the allowed actions. While the match waits for dice, `player` is null and `actions`
 * is ['dice']; after the end `actions` is empty.
 */
export interface Options {
  readonly player: Player | null;
  readonly actions: readonly ActionType[];
  /** The resignations that may be offered now (1, 2, 3). Empty if none. */
  readonly resignations: readonly number[];
}
