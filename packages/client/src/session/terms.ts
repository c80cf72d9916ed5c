import { type ClockName, clockName } from '@anchor/wire';
import { clockPreset, type Header } from 'bg-record';
import { opponent, type Player } from 'bg-rules';
import type { Ask } from './asks.ts';

/** The preset that a header's clock comes from. */
export function clockNameOf({ clock, length }: Pick<Header, 'clock' | 'length'>): ClockName {
  const fits = (name: ClockName) => JSON.stringify(clockPreset(name, length)) === JSON.stringify(clock);
  return clockName.options.find(fits) ?? 'none';
}

/** Another match on the same terms against the same player. */
export function rematchAsk(header: Header, seat: Player): Ask {
  const { bot, pub } = header.players[opponent(seat)];
  const { length, rated, rules } = header;
  return { length, rated, rules, clock: clockNameOf(header), opponent: bot ? 'bot' : { pub } };
}
