import { type MatchWish, matchTerms, type SocketCode } from '@anchor/wire';
import type { Result } from 'bg-rules';
import * as z from 'zod/mini';
import type { Person, Players } from '../players/players.ts';
import type { InviteStore, StoredInvite } from '../ports/players.ts';
import type { Alarms, World } from '../ports/world.ts';
import { refuse } from '../refusal.ts';
import { type Terms, termsOf } from '../table/terms.ts';
import type { Matchmaker } from './matchmaker.ts';
import { makeHandle } from './seeks.ts';

export const INVITE_LASTS_MS = 7 * 24 * 3_600_000;
export const INVITES_A_KEY = 20;
const SWEEP_MS = 3_600_000;
/** The alarm that removes expired invitations. */
const INVITES_ALARM = 'invites';

interface InvitationsParts {
  readonly store: InviteStore;
  readonly players: Players;
  readonly matchmaker: Matchmaker;
  readonly alarms: Alarms;
  readonly world: World;
}

interface InvitationView {
  readonly terms: Terms;
  readonly from: Person;
}

/** Invitation links, each good for one match within a week. The inviter must be online when the friend comes, and sits at seat 0. */
export class Invitations {
  readonly #store: InviteStore;
  readonly #players: Players;
  readonly #matchmaker: Matchmaker;
  readonly #alarms: Alarms;
  readonly #world: World;

  constructor(parts: InvitationsParts) {
    this.#store = parts.store;
    this.#players = parts.players;
    this.#matchmaker = parts.matchmaker;
    this.#alarms = parts.alarms;
    this.#world = parts.world;
  }

  /** Returns the code of the link. Refuses with `too-many` when the key has too many open invitations. */
  async invite(pub: string, wish: MatchWish): Promise<Result<string, SocketCode>> {
    const terms = termsOf(wish);
    if (!terms.ok) return terms;
    const fault = await this.#matchmaker.fault(pub);
    if (fault) return fault;
    if ((await this.#store.countBy(pub, this.#oldest())) >= INVITES_A_KEY) return refuse('too-many');
    const code = makeHandle(this.#world);
    await this.#store.put({ code, by: pub, terms: makeTerms(terms.value), created: this.#world.now() });
    return { ok: true, value: code };
  }

  async info(code: string): Promise<Result<InvitationView, SocketCode>> {
    const open = await this.#open(code);
    if (!open) return refuse('not-found');
    return { ok: true, value: { terms: open.terms, from: await this.#players.person(open.invite.by) } };
  }

  /** Returns the id of the match. Exactly one of several concurrent callers plays. If the match cannot begin, the invitation stays open. */
  async join(pub: string, code: string): Promise<Result<string, SocketCode>> {
    const open = await this.#open(code);
    if (!open) return refuse('not-found');
    const { invite, terms } = open;
    if (invite.by === pub) return refuse('own-offer');
    const seats = [
      { pub: invite.by, bot: false },
      { pub, bot: false },
    ] as const;
    const claim = () => this.#store.take(code);
    return this.#matchmaker.pair({ terms, seats, askedBy: pub, claim, unclaim: () => this.#store.put(invite) });
  }

  /** Removes expired invitations and sets the alarm for the next time. */
  async sweep(): Promise<void> {
    this.#alarms.set(INVITES_ALARM, this.#world.now() + SWEEP_MS, () => this.sweep());
    await this.#store.expire(this.#oldest());
  }

  /** Returns the time of the oldest invitations that have not expired. */
  #oldest(): number {
    return this.#world.now() - INVITE_LASTS_MS;
  }

  async #open(code: string): Promise<{ readonly invite: StoredInvite; readonly terms: Terms } | null> {
    const invite = await this.#store.get(code);
    if (!invite || invite.created < this.#oldest()) return null;
    const terms = parseTerms(invite.terms);
    return terms && { invite, terms };
  }
}

/** Terms as stored text; see `parseTerms`. */
function makeTerms({ length, rated, clock, rules }: Terms): string {
  return JSON.stringify({ length, rated, clock, rules });
}

/** Returns null when the text is not a stored form of terms. */
export function parseTerms(text: string): Terms | null {
  try {
    const stored = z.safeParse(matchTerms, JSON.parse(text));
    return stored.success ? stored.data : null;
  } catch {
    return null;
  }
}
