import { networkHash } from '../mailing/address.ts';
import type { MailRequester } from '../mailing/mail-limit.ts';
import type { MailTokenStore } from '../ports/accounts.ts';
import type { World } from '../ports/world.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** Tries of a key while a code is valid, so that each code gets at most so many. */
const TRIES = 5;
const WITHIN_MS = 30 * 60_000;
/** Tries of a network in 24 hours. */
const NETWORK_TRIES = 100;
/** Tries of all players together in 24 hours. */
const ALL_TRIES = 1000;
const DAY_MS = 24 * 3_600_000;

interface CodeLimitParts {
  readonly store: Pick<MailTokenStore, 'mayAsk'>;
  readonly world: World;
}

/**
 * Limits the tries of the codes in mails. Keys and networks are free, so all tries of a day are limited too: with 1000 of them the chance to
 * guess one code of a million is one in a thousand. The links in the mails always work, so the tries of others lock nobody out. The refusal
 * depends only on the number of tries, so it reveals nothing about accounts.
 */
export class CodeLimit {
  readonly #store: CodeLimitParts['store'];
  readonly #world: World;

  constructor({ store, world }: CodeLimitParts) {
    this.#store = store;
    this.#world = world;
  }

  /** Counts a try. Returns `too-many-codes` when it must be refused. */
  async refusal({ pub, network }: MailRequester): Promise<Refusal | null> {
    const now = this.#world.now();
    const inDay = now - DAY_MS;
    const limits = [
      { name: `code/${pub}`, limit: TRIES, since: now - WITHIN_MS },
      { name: `codes/${networkHash(network)}`, limit: NETWORK_TRIES, since: inDay },
      { name: 'codes', limit: ALL_TRIES, since: inDay },
    ];
    return (await this.#store.mayAsk(limits, inDay, now)) ? null : refuse('too-many-codes');
  }
}
