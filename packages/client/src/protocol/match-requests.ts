import { type ClockName, clockName, type MatchWish } from '@anchor/wire';
import { canonicalJson, clockNameOf, type Header, rulesFor } from 'bg-record';
import { opponent, type Player, type Rules } from 'bg-rules';
import * as z from 'zod/mini';
import type { Shelf } from '../platform/ports.ts';
import { readJson } from '../platform/read-json.ts';

/**
 * A match that the player has requested or agreed to. It is kept until a match begins, whose header must fit one of the
 * asks.
 */
export interface Ask {
  readonly length: number;
  readonly rated: boolean;
  readonly clock: ClockName;
  readonly rules: Rules;
  /** The required opponent: the bot, the holder of a key, or anyone. */
  readonly opponent: 'bot' | 'anyone' | { readonly pub: string };
}

export function askOf(wish: MatchWish, opponent: Ask['opponent']): Ask {
  const { length, clock } = wish;
  return { length, clock, rated: wish.rated, rules: rulesFor(length, wish.rules), opponent };
}

/** Returns the ask for another match on the same terms with the same player. */
export function rematchAsk(header: Header, seat: Player): Ask {
  const { bot, pub } = header.players[opponent(seat)];
  const { length, rated, rules } = header;
  return { length, rated, rules, clock: clockNameOf(header) ?? 'none', opponent: bot ? 'bot' : { pub } };
}

const rules = z.object({ cube: z.boolean(), crawford: z.boolean(), jacoby: z.boolean(), beavers: z.boolean() });
const ask = z.object({
  length: z.int(),
  rated: z.boolean(),
  clock: clockName,
  rules,
  opponent: z.union([z.literal('bot'), z.literal('anyone'), z.object({ pub: z.string() })]),
});
const asks = z.array(ask);

const NAME = 'anchor.asks';
const KEPT = 12;

/** The open asks. They survive a reload, because the match may begin after it. */
export class Asks {
  readonly #shelf: Shelf;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  all(): readonly Ask[] {
    return readJson(asks, this.#shelf.read(NAME)) ?? [];
  }

  add(ask: Ask): void {
    this.#write([...this.all(), ask].slice(-KEPT));
  }

  /** Removes an ask that was withdrawn or refused, or whose match began. */
  remove(ask: Ask): void {
    const text = canonicalJson(ask);
    this.#write(this.all().filter((other) => canonicalJson(other) !== text));
  }

  #write(asks: readonly Ask[]): void {
    this.#shelf.write(NAME, asks.length > 0 ? JSON.stringify(asks) : null);
  }
}
