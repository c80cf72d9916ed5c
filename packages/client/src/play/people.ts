import type { Player } from 'bg-rules';
import type { MatchView } from 'bg-session';
import { matchTexts as texts } from '../strings/match.ts';
import { isolated } from '../strings/name-text.ts';

type Seated = Pick<MatchView, 'seat' | 'header'>;

/** Returns the player from whose side the board is seen: the viewer, or player 0 for a watcher. */
export function viewerOf({ seat }: Pick<MatchView, 'seat'>): Player {
  return seat ?? 0;
}

/** Returns a player's name for display. */
export function shownName({ header }: Pick<MatchView, 'header'>, player: Player): string {
  const { name, pub } = header.players[player];
  return isolated(name, pub);
}

/** Returns the name for texts about a player: the viewer is "You". */
export function spokenName(view: Seated, player: Player): string {
  return view.seat === player ? texts.you : shownName(view, player);
}

export function spokenNames(view: Seated): readonly [string, string] {
  return [spokenName(view, 0), spokenName(view, 1)];
}
