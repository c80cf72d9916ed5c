import { type ClockName, clockName, type WantedTerms } from '@anchor/wire';
import { canonicalJson, rulesFor } from 'bg-record';
import type { Rules } from 'bg-rules';
import * as z from 'zod/mini';
import { readJson } from '../platform/get-json.ts';
import type { TextStorage } from '../platform/ports.ts';

/**
 * A match that the player has requested or agreed to. It is kept until a match begins, whose header must fit one of the
 * requests.
 */
export interface MatchRequest {
  readonly length: number;
  readonly rated: boolean;
  readonly clock: ClockName;
  readonly rules: Rules;
  /** The required opponent: the bot, the holder of a key, or anyone. */
  readonly opponent: 'bot' | 'anyone' | { readonly pub: string };
  /**
   * The money session that the match continues, as `placeText` of header-check.ts writes it. A request without it is for a match that
   * continues none.
   */
  readonly session?: string | undefined;
  /** The match that this device has agreed to begin for the request. It fits no other. */
  readonly match?: string | undefined;
}

/**
 * Returns what a client agrees to play: the terms of the message that asks for the match, with the rules that the message leaves out, and the
 * opponent.
 *
 * @param opponent `'bot'` for `play-bot`; `'anyone'` for `seek` and `invite`; `{ pub }`, the key of the opponent, for `accept-seek`,
 * `challenge`, `join` and `rematch`
 */
export function matchRequestOf(wanted: WantedTerms, opponent: MatchRequest['opponent']): MatchRequest {
  const { length, clock } = wanted;
  return { length, clock, rated: wanted.rated, rules: rulesFor(length, wanted.rules), opponent };
}

const rules = z.object({ cube: z.boolean(), crawford: z.boolean(), jacoby: z.boolean(), beavers: z.boolean() });
const storedRequest = z.object({
  length: z.int(),
  rated: z.boolean(),
  clock: clockName,
  rules,
  opponent: z.union([z.literal('bot'), z.literal('anyone'), z.object({ pub: z.string() })]),
  session: z.optional(z.string()),
  match: z.optional(z.string()),
});
const storedRequests = z.array(storedRequest);

/** True if this is a request for a match as `matchRequestOf` makes it. */
export function isMatchRequest(request: unknown): request is MatchRequest {
  return storedRequest.safeParse(request).success;
}

const NAME = 'anchor.asks';
const KEPT = 48;

/**
 * The requests for matches. They survive a reload, because a match may begin after it. The request that a match has begun for is kept
 * until the server is known to have the player’s `commit`: a page that is closed before begins the same match when it is opened again.
 */
export class MatchRequests {
  readonly #storage: TextStorage;

  constructor(storage: TextStorage) {
    this.#storage = storage;
  }

  all(): readonly MatchRequest[] {
    return readJson(storedRequests, this.#storage.read(NAME)) ?? [];
  }

  /** Returns the requests that a new match may fit: those that no match has begun for, and this match’s own. */
  openFor(match: string): readonly MatchRequest[] {
    return this.all().filter((request) => request.match === undefined || request.match === match);
  }

  /** Notes that a match begins for a request. */
  begin(request: MatchRequest, match: string): void {
    this.removeOne(request);
    this.add({ ...request, match });
  }

  /** Removes the request that a match has begun for, because the server has the player’s `commit` or the match has ended. */
  end(match: string): void {
    this.#write(this.all().filter((request) => request.match !== match));
  }

  add(request: MatchRequest): void {
    this.#write([...this.all(), request].slice(-KEPT));
  }

  /** Removes one of the requests that are equal to this one: each of the others is of an offer of its own. */
  removeOne(request: MatchRequest): void {
    const all = this.all();
    const text = canonicalJson(request);
    const place = all.findLastIndex((other) => canonicalJson(other) === text);
    this.#write(all.filter((_, index) => index !== place));
  }

  /** Removes all requests that are equal to this one, because no offer with its terms is open. */
  remove(request: MatchRequest): void {
    const text = canonicalJson(request);
    this.#write(this.all().filter((other) => canonicalJson(other) !== text));
  }

  #write(requests: readonly MatchRequest[]): void {
    this.#storage.write(NAME, requests.length > 0 ? JSON.stringify(requests) : null);
  }
}
