import { botLevel, clockName, USUAL_BOT_LEVEL } from '@anchor/wire';
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
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

/** The terms of a match against the bot, which is never rated. */
const botTerms = z.object({ length: z.int(), clock: clockName, level: botLevel });
export type BotTerms = z.infer<typeof botTerms>;

const NAME = 'anchor.terms';
const FIRST: PlayNowTerms = { length: 5, clock: 'normal', rated: true, within: 0 };
const BOT_NAME = 'anchor.bot-terms';
const FIRST_BOT: BotTerms = { length: 3, clock: 'none', level: USUAL_BOT_LEVEL };

/** The terms that this device used last to look for an opponent, and against the bot. */
export class LastTerms {
  readonly #storage: TextStorage;
  readonly #bot: Signal<BotTerms>;

  constructor(storage: TextStorage) {
    this.#storage = storage;
    this.#bot = signal(readJson(botTerms, storage.read(BOT_NAME)) ?? FIRST_BOT);
  }

  get terms(): PlayNowTerms {
    return readJson(playNowTerms, this.#storage.read(NAME)) ?? FIRST;
  }

  set terms(terms: PlayNowTerms) {
    this.#storage.write(NAME, JSON.stringify(terms));
  }

  get bot(): ReadonlySignal<BotTerms> {
    return this.#bot;
  }

  setBot(terms: BotTerms): void {
    this.#bot.value = terms;
    this.#storage.write(BOT_NAME, JSON.stringify(terms));
  }
}
