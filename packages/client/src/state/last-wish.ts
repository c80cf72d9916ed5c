import { clockName } from '@anchor/wire';
import { readJson, type TextStorage } from 'bg-session';
import * as z from 'zod/mini';

/** The terms of a wish for an opponent as the start page shows them. */
const wishTerms = z.object({
  length: z.int(),
  clock: clockName,
  rated: z.boolean(),
  /** The opponent's rating may differ by at most so many points. 0: any rating. */
  within: z.int(),
});
export type WishTerms = z.infer<typeof wishTerms>;

const NAME = 'anchor.wish';
const FIRST: WishTerms = { length: 5, clock: 'normal', rated: true, within: 0 };

/** The terms that this device used last to look for an opponent. */
export class LastWish {
  readonly #storage: TextStorage;

  constructor(storage: TextStorage) {
    this.#storage = storage;
  }

  get terms(): WishTerms {
    return readJson(wishTerms, this.#storage.read(NAME)) ?? FIRST;
  }

  set terms(terms: WishTerms) {
    this.#storage.write(NAME, JSON.stringify(terms));
  }
}
