import { readJson, type TextStorage } from 'bg-session';
import * as z from 'zod/mini';

const NAME = 'anchor.install';
/** The page offers to be installed after so many finished matches. */
const MATCHES = 2;

const kept = z.object({
  /** The first matches that ended on this device, by id. */
  finished: z.array(z.string()),
  /** True if the player has answered the offer. */
  isAnswered: z.boolean(),
});
const NONE: z.infer<typeof kept> = { finished: [], isAnswered: false };

/**
 * The offer to install the page and to allow notifications: once on a device, after the second finished match. A browser that stores
 * nothing never makes it, because it would come again and again.
 */
export class InstallOffer {
  readonly #storage: TextStorage;

  constructor(storage: TextStorage) {
    this.#storage = storage;
  }

  /** True from the second finished match until the player answers. */
  get isDue(): boolean {
    const { finished, isAnswered } = this.#kept;
    return finished.length >= MATCHES && !isAnswered;
  }

  /** A match of the player has ended while the page showed it. */
  finished(match: string): void {
    const { finished, isAnswered } = this.#kept;
    if (isAnswered || finished.length >= MATCHES || finished.includes(match)) return;
    this.#keep({ finished: [...finished, match], isAnswered });
  }

  /** The player wants no such offer again. */
  answer(): void {
    this.#keep({ finished: [], isAnswered: true });
  }

  get #kept(): z.infer<typeof kept> {
    return readJson(kept, this.#storage.read(NAME)) ?? NONE;
  }

  #keep(next: z.infer<typeof kept>): void {
    this.#storage.write(NAME, JSON.stringify(next));
  }
}
