import type { Header } from 'bg-record';
import { opponent, type Player } from 'bg-rules';

/** The seat of the caller, or null for a watcher. */
type Seat = Player | null;
type Seated = Pick<Header, 'players'>;

/**
 * Only players against the bot get help, which harms no other player because bot matches are never rated. The header,
 * which both sides signed, shows the bot.
 */
export function mayBeAdvised({ players }: Seated, seat: Seat): boolean {
  return seat !== null && players[opponent(seat)].bot && !players[seat].bot;
}

/** Only watchers see the engine's evaluation of a match in progress. */
export function maySeeChance(seat: Seat): boolean {
  return seat === null;
}
