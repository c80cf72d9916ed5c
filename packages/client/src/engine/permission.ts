import type { Header } from 'bg-record';
import { opponent, type Player } from 'bg-rules';

/** Who asks: a player's seat, null for a watcher. */
type Seat = Player | null;
type Seated = Pick<Header, 'players'>;

/** Only who plays against the bot is helped, and nobody else is harmed by it: bot matches are never rated. The header says it, which both sides signed on. */
export function mayBeAdvised({ players }: Seated, seat: Seat): boolean {
  return seat !== null && players[opponent(seat)].bot && !players[seat].bot;
}

/** What the engine thinks of a running match is for those who do not play it. */
export function maySeeChance(seat: Seat): boolean {
  return seat === null;
}
