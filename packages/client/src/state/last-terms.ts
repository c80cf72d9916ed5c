import { clockName } from '@anchor/wire';
import { readJson, type TextStorage } from 'bg-session';
import * as z from 'zod/mini';

/** The terms of a seek as the start page shows them. */
const playNowTerms = z.object({
  length: z.int(),
  clock: clockName,
  rated: z.boolean(),
  /** The opponent's rating may differ by at most so many points. 0: any rating. */
  within: z.int(),
});
export type PlayNowTerms = z.infer<typeof playNowTerms>;

const NAME = 'anchor.terms';
const FIRST: PlayNowTerms = { length: 5, clock: 'normal', rated: true, within: 0 };

/** The terms that this device used last to look for an opponent. */
export class LastTerms {
  readonly #storage: TextStorage;

  constructor(storage: TextStorage) {
    this.#storage = storage;
  }

  get terms(): PlayNowTerms {
    return readJson(playNowTerms, this.#storage.read(NAME)) ?? FIRST;
  }

  set terms(terms: PlayNowTerms) {
    this.#storage.write(NAME, JSON.stringify(terms));
  }
}
