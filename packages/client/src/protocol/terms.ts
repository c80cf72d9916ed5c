import { type ClockName, clockName } from '@anchor/wire';
import { clockPreset, type Header } from 'bg-record';
import { opponent, type Player } from 'bg-rules';
import type { Ask } from './match-requests.ts';

/** Returns the preset from which a header's clock comes. */
export function clockNameOf({ clock, length }: Pick<Header, 'clock' | 'length'>): ClockName {
  const fits = (name: ClockName) => JSON.stringify(clockPreset(name, length)) === JSON.stringify(clock);
  return clockName.options.find(fits) ?? 'none';
}

/** Returns the ask for another match on the same terms with the same player. */
export function rematchAsk(header: Header, seat: Player): Ask {
  const { bot, pub } = header.players[opponent(seat)];
  const { length, rated, rules } = header;
  return { length, rated, rules, clock: clockNameOf(header), opponent: bot ? 'bot' : { pub } };
}
