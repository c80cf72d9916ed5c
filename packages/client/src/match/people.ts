import type { Player } from 'bg-rules';
import type { MatchView } from '../session/types.ts';
import { isolated } from '../ui/name-text.ts';
import { matchTexts as texts } from './texts.ts';

type Seated = Pick<MatchView, 'seat' | 'header'>;

/** Whose side the board is seen from: the viewer's own, for a watcher player 0's. */
export function viewerOf({ seat }: Pick<MatchView, 'seat'>): Player {
  return seat ?? 0;
}

/** A player's name as it is shown. */
export function shownName({ header }: Pick<MatchView, 'header'>, player: Player): string {
  const { name, pub } = header.players[player];
  return isolated(name, pub);
}

/** How the page speaks of a player: the viewer is "You". */
export function spokenName(view: Seated, player: Player): string {
  return view.seat === player ? texts.you : shownName(view, player);
}

export function spokenNames(view: Seated): readonly [string, string] {
  return [spokenName(view, 0), spokenName(view, 1)];
}
