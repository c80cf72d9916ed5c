import {
  chainNonce,
  hash,
  matchId,
  matchTerms,
  type PostedSeek,
  type ReceivedOffer,
  type SentOffer,
  type SocketCode,
  type WantedTerms,
} from '@anchor/wire';
import type { FirstChain } from 'bg-record';
import type { Result } from 'bg-rules';
import * as z from 'zod/mini';
import type { Bus } from '../bus.ts';
import type { Notices } from '../notices/notices.ts';
import type { Person, Players } from '../players/players.ts';
import type { Relations } from '../players/relations.ts';
import type { InviteStore, StoredInvite } from '../ports/players.ts';
import type { Alarms, World } from '../ports/world.ts';
import { refuse } from '../refusal.ts';
import { CHAIN, isCorrespondence, type Terms, termsOf } from '../table/terms.ts';
import { type Matchmaker, makeMatchId } from './matchmaker.ts';
import { makeHandle } from './seek.ts';

export const INVITE_LASTS_MS = 7 * 24 * 3_600_000;
/** An open game by correspondence stays so long. */
export const POSTED_LASTS_MS = 14 * 24 * 3_600_000;
/** Open games of a key. They count as invitations too. */
export const POSTED_A_KEY = 5;
/** Open games that the lobby shows, the newest first. */
const POSTED_SHOWN = 100;
/** Requests for the open games within this time share one answer. */
const POSTED_FRESH_MS = 1_000;
/** Open and accepted invitations of a key, links and challenges together. */
export const INVITES_A_KEY = 20;
/** Limits on the challenges of an hour, whatever became of them: those of a key, and those of a key to one player. */
export const CHALLENGES_AN_HOUR = { ofKey: 20, ofPair: 3 } as const;
/** Limit on the push messages about challenges that a player gets in an hour. A person can make many keys, and each key has a limit of its own. */
export const CHALLENGES_TOLD_AN_HOUR = 3;
/** Challenges that may wait for one player, together with the invitations that the player has accepted for later. */
export const OFFERS_RECEIVED = 20;
const HOUR_MS = 3_600_000;
const SWEEP_MS = 3_600_000;
/** Length of each list that a player sees: the limit of the received ones, and of the sent ones with some declined challenges. */
const LISTED = 40;
/** The alarm that removes expired invitations. */
const INVITES_ALARM = 'invites';

interface InvitationsParts {
  readonly store: InviteStore;
  readonly players: Players;
  readonly relations: Pick<Relations, 'mayMeet' | 'knows'>;
  readonly matchmaker: Matchmaker;
  readonly bus: Bus;
  readonly alarms: Alarms;
  readonly world: World;
  readonly isOnline: (pub: string) => boolean;
  /** True for the keys of the service's bots. */
  readonly isBot: (pub: string) => boolean;
  readonly notices: Pick<Notices, 'challenged'>;
}

interface InvitationView {
  readonly terms: Terms;
  readonly from: Person;
}

/** The invitations of a player. */
interface Offered {
  readonly sent: SentOffer[];
  readonly received: ReceivedOffer[];
}

/** The players who may accept an invitation: one player, every other one, or by default the holder of its link. */
interface Addressed {
  readonly to?: string | null;
  readonly isPosted?: boolean;
}

interface OpenInvite {
  readonly invite: StoredInvite;
  readonly terms: Terms;
  readonly coming: Coming | null;
}

/** The correspondence match that an invitation will begin. */
interface Coming {
  /** Id of the match. */
  readonly match: string;
  /** The author’s first commitment for it. Missing before the author has prepared it. */
  readonly firstChain?: FirstChain | undefined;
}

/**
 * Invitations, each good for one match: links for any friend and challenges of one player for a week, and open games by correspondence, which
 * everybody sees in the lobby, for two weeks. The inviter sits at seat 0, except in a correspondence match that the other player begins. If the
 * inviter cannot play when the friend comes, the friend accepts a link or challenge in advance, and either of the two begins the match later.
 * Both players are told of every change of their invitations.
 */
export class Invitations {
  readonly #parts: InvitationsParts;
  /** The last answer of `posted`. */
  #posted: { readonly at: number; readonly answer: Promise<readonly PostedSeek[]> } | null = null;

  constructor(parts: InvitationsParts) {
    this.#parts = parts;
  }

  /** Returns the code of the link. Refuses with `too-many` when the key has too many open invitations. */
  async invite(pub: string, wanted: WantedTerms): Promise<Result<string, SocketCode>> {
    const terms = termsOf(wanted);
    if (!terms.ok) return terms;
    const fault = await this.#parts.matchmaker.fault(pub, terms.value);
    return fault ?? this.#put(pub, terms.value);
  }

  /** Returns the code of an open game by correspondence. Refuses with `too-many` when the key has too many of them. */
  async post(pub: string, wanted: WantedTerms): Promise<Result<string, SocketCode>> {
    const terms = termsOf(wanted);
    if (!terms.ok) return terms;
    if (!isCorrespondence(terms.value))
      return refuse('bad-terms', 'Only a correspondence match waits for days: seek one with a clock.');
    const fault = await this.#parts.matchmaker.fault(pub, terms.value);
    if (fault) return fault;
    if ((await this.#parts.store.countPosted(pub, this.#parts.world.now())) >= POSTED_A_KEY) return refuse('too-many');
    return this.#put(pub, terms.value, { isPosted: true });
  }

  /** The open games by correspondence, the newest first. An answer may be a second old. */
  posted(): Promise<readonly PostedSeek[]> {
    const now = this.#parts.world.now();
    if (this.#posted && now - this.#posted.at < POSTED_FRESH_MS) return this.#posted.answer;
    const posted = { at: now, answer: this.#listPosted(now) };
    this.#posted = posted;
    posted.answer.catch(() => {
      if (this.#posted === posted) this.#posted = null;
    });
    return posted.answer;
  }

  async #listPosted(now: number): Promise<readonly PostedSeek[]> {
    const open = (await this.#parts.store.posted(now, POSTED_SHOWN)).flatMap(withTerms);
    const people = await this.#parts.players.people(open.map(({ invite }) => invite.by));
    return open.flatMap(({ invite, terms }) => {
      const from = people.get(invite.by);
      return from ? [{ ...shown(invite, terms), from }] : [];
    });
  }

  /** Returns the code of the challenge. Refuses with `not-free` when the player cannot be challenged. */
  async challenge(pub: string, to: string, wanted: WantedTerms): Promise<Result<string, SocketCode>> {
    const terms = termsOf(wanted);
    if (!terms.ok) return terms;
    if (to === pub) return refuse('own-offer');
    if (this.#parts.isBot(to) || !(await this.#parts.relations.mayMeet(pub, to))) return refuse('not-free');
    if (!this.#parts.isOnline(to) && !(await this.#parts.players.isStored(to))) return refuse('not-found');
    const fault = await this.#parts.matchmaker.waitingFault(pub, terms.value);
    if (fault) return fault;
    const since = this.#parts.world.now() - HOUR_MS;
    const { ofKey, ofPair } = CHALLENGES_AN_HOUR;
    if ((await this.#parts.store.countChallenges({ by: pub, since })) >= ofKey) return refuse('too-many');
    if ((await this.#parts.store.countChallenges({ by: pub, since, to })) >= ofPair) return refuse('too-many');
    if ((await this.#parts.store.countReceived(to, this.#parts.world.now())) >= OFFERS_RECEIVED)
      return refuse('not-free');
    const made = await this.#put(pub, terms.value, { to });
    // The other player may have blocked this one since the first look.
    if (made.ok && !(await this.#parts.relations.mayMeet(pub, to))) await this.part(to, pub);
    else if (made.ok && (await this.#parts.store.countChallenges({ since, to })) <= CHALLENGES_TOLD_AN_HOUR) {
      this.#parts.notices.challenged({ code: made.value, to, name: () => this.#challenger(made.value, to) });
    }
    return made;
  }

  async #challenger(code: string, to: string): Promise<string | null> {
    const { invite } = (await this.#open(code)) ?? {};
    if (invite?.state !== 'open') return null;
    return (await this.#parts.relations.knows(to, invite.by)) ? (await this.#parts.players.person(invite.by)).name : '';
  }

  /** The invitation as the holder of its code sees it. Null for `pub` is a reader without a key. */
  async info(code: string, pub: string | null = null): Promise<Result<InvitationView, SocketCode>> {
    const open = await this.#open(code);
    if (!open || !mayRead(open.invite, pub)) return refuse('not-found');
    return { ok: true, value: { terms: open.terms, from: await this.#parts.players.person(open.invite.by) } };
  }

  /**
   * Returns the id of the match. Exactly one of several concurrent callers plays. If the match cannot begin, the invitation stays as it
   * is. The author may begin a match that a friend has accepted before.
   */
  async join(pub: string, code: string): Promise<Result<string, SocketCode>> {
    const open = await this.#open(code);
    if (!open) return refuse('not-found');
    const { invite, terms } = open;
    const friend = pub === invite.by ? invite.friend : pub;
    if (friend === null) return refuse('own-offer');
    if (!mayAccept(invite, friend)) return refuse('not-found');
    // In a correspondence match the player who is here sits at seat 0, because that seat begins.
    const order =
      isCorrespondence(terms) && pub !== invite.by ? ([friend, invite.by] as const) : ([invite.by, friend] as const);
    const seats = [
      { pub: order[0], bot: false },
      { pub: order[1], bot: false },
    ] as const;
    const { coming } = open;
    const isPrepared = coming?.firstChain !== undefined && order[1] === invite.by;
    const prepared = isPrepared ? { match: coming.match, firstChain: coming.firstChain } : null;
    const paired = await this.#parts.matchmaker.pair({ terms, seats, askedBy: pub, prepared, invite });
    if (paired.ok) this.#publishChange({ ...invite, friend });
    const isOwnFault = paired.ok || paired.code !== 'busy' || (await this.#parts.matchmaker.fault(pub, terms)) !== null;
    return isOwnFault ? paired : refuse('not-free');
  }

  /** Stores what the author of an invitation commits to for its match. The first commitment counts. */
  async prepare(pub: string, code: string, firstChain: FirstChain): Promise<Result<null, SocketCode>> {
    const open = await this.#open(code);
    if (open?.invite.by !== pub || !open.coming) return refuse('not-found');
    const { invite, terms, coming } = open;
    if (coming.firstChain) return { ok: true, value: null };
    const prepared = makeTerms(terms, { ...coming, firstChain });
    return this.#change(invite, { state: invite.state, friend: invite.friend, terms: prepared });
  }

  /** Accepts for later, because the author is away or in another match. From now on no other player can accept. */
  async acceptLater(pub: string, code: string): Promise<Result<null, SocketCode>> {
    const open = await this.#open(code);
    if (!open || !mayAccept(open.invite, pub)) return refuse('not-found');
    if (open.invite.by === pub) return refuse('own-offer');
    if (open.invite.friend === pub) return { ok: true, value: null };
    // Players could hide the open games of all others in this way, and a match can begin at once.
    if (open.invite.isPosted) return refuse('not-free');
    if (!(await this.#parts.relations.mayMeet(open.invite.by, pub))) return refuse('not-free');
    const others =
      (await this.#parts.store.countReceived(pub, this.#parts.world.now())) - (open.invite.to === pub ? 1 : 0);
    if (others >= OFFERS_RECEIVED) return refuse('too-many');
    return this.#change(open.invite, { state: 'accepted', friend: pub });
  }

  /** Declines a challenge, or takes back an acceptance. A link is open again after that. */
  async decline(pub: string, code: string): Promise<Result<null, SocketCode>> {
    const { invite } = (await this.#open(code)) ?? {};
    if (!invite || (invite.to !== pub && invite.friend !== pub)) return refuse('not-found');
    return this.#change(invite, { state: invite.to === null ? 'open' : 'declined', friend: null });
  }

  /** Withdraws an own invitation, or removes a declined challenge from the own list. */
  async withdraw(pub: string, code: string): Promise<Result<null, SocketCode>> {
    const invite = await this.#parts.store.get(code);
    if (invite?.by !== pub || invite.state === 'withdrawn') return refuse('not-found');
    if (invite.to !== null) return this.#change(invite, { state: 'withdrawn', friend: null });
    if (!(await this.#parts.store.remove(invite))) return refuse('not-found');
    this.#publishChange(invite);
    return { ok: true, value: null };
  }

  /** Ends the invitations between two players, because the first one blocks the second. The second one sees a challenge as declined. */
  async part(pub: string, other: string): Promise<void> {
    for (const invite of await this.#parts.store.sentBy(pub, this.#parts.world.now(), LISTED)) {
      if (invite.to === other) await this.#change(invite, { state: 'withdrawn', friend: null });
      else if (invite.friend === other) await this.#change(invite, { state: 'open', friend: null });
    }
    for (const invite of await this.#parts.store.receivedBy(pub, this.#parts.world.now(), LISTED)) {
      if (invite.by !== other) continue;
      await this.#change(invite, { state: invite.to === null ? 'open' : 'declined', friend: null });
    }
  }

  /** The invitations that this player has sent and received. */
  async of(pub: string): Promise<Offered> {
    const sent = (await this.#parts.store.sentBy(pub, this.#parts.world.now(), LISTED)).flatMap(withTerms);
    const received = (await this.#parts.store.receivedBy(pub, this.#parts.world.now(), LISTED)).flatMap(withTerms);
    const invites = [...sent, ...received].map(({ invite }) => invite);
    const others = invites.flatMap(({ by, to, friend }) => [by, to, friend]).filter((key) => key !== null);
    const people = await this.#parts.players.people(others);
    const person = (key: string | null) => (key === null ? null : (people.get(key) ?? null));
    return {
      sent: sent.flatMap(({ invite, terms, coming }) => {
        const { state, isPosted } = invite;
        const isDue = coming !== null && coming.firstChain === undefined && state !== 'declined';
        const unprepared = isDue ? { unprepared: { match: coming.match, chain: CHAIN } } : {};
        const [to, friend] = [person(invite.to), person(invite.friend)];
        return state === 'withdrawn' ? [] : [{ ...shown(invite, terms), isPosted, to, friend, state, ...unprepared }];
      }),
      received: received.flatMap(({ invite, terms }) => {
        const { state, to } = invite;
        const from = person(invite.by);
        if (!from || (state !== 'open' && state !== 'accepted')) return [];
        return [{ ...shown(invite, terms), from, isChallenge: to !== null, state }];
      }),
    };
  }

  /** Removes expired invitations and sets the alarm for the next time. */
  async sweep(): Promise<void> {
    this.#parts.alarms.set(INVITES_ALARM, this.#parts.world.now() + SWEEP_MS, () => this.sweep());
    await this.#parts.store.expire(this.#parts.world.now());
  }

  async #put(
    by: string,
    terms: Terms,
    { to = null, isPosted = false }: Addressed = {},
  ): Promise<Result<string, SocketCode>> {
    const created = this.#parts.world.now();
    if ((await this.#parts.store.countBy(by, created)) >= INVITES_A_KEY) return refuse('too-many');
    const code = makeHandle(this.#parts.world);
    const until = created + (isPosted ? POSTED_LASTS_MS : INVITE_LASTS_MS);
    const content = { code, by, terms: this.#storedTerms(terms), created, until, isPosted };
    const invite = { ...content, to, friend: null, state: 'open' } as const;
    await this.#parts.store.put(invite);
    this.#publishChange(invite);
    return { ok: true, value: code };
  }

  /** The terms with the id of the match that they will begin, which the author can prepare in a correspondence match. */
  #storedTerms(terms: Terms): string {
    return makeTerms(terms, isCorrespondence(terms) ? { match: makeMatchId(this.#parts.world) } : null);
  }

  async #change(
    invite: StoredInvite,
    after: Pick<StoredInvite, 'state' | 'friend'> & Partial<Pick<StoredInvite, 'terms'>>,
  ): Promise<Result<null, SocketCode>> {
    if (!(await this.#parts.store.change(invite, after))) return refuse('not-found');
    this.#publishChange({ ...invite, friend: after.friend ?? invite.friend });
    return { ok: true, value: null };
  }

  /** Both players get their lists again. */
  #publishChange({ by, to, friend, isPosted }: StoredInvite): void {
    if (isPosted) this.#posted = null;
    for (const pub of new Set([by, to, friend])) {
      if (pub !== null) this.#parts.bus.send(pub, { type: 'offers-changed' });
    }
  }

  /** An invitation of which a match can still come. */
  async #open(code: string): Promise<OpenInvite | null> {
    const invite = await this.#parts.store.get(code);
    if (!invite || invite.until < this.#parts.world.now()) return null;
    if (invite.state !== 'open' && invite.state !== 'accepted') return null;
    return withTerms(invite)[0] ?? null;
  }
}

/** True if this player may accept: anybody with a link, the challenged player, or the one who has accepted already. */
function mayAccept({ to, friend }: StoredInvite, pub: string): boolean {
  return (to ?? pub) === pub && (friend ?? pub) === pub;
}

function mayRead(invite: StoredInvite, pub: string | null): boolean {
  if (invite.by === pub) return true;
  return pub === null ? invite.to === null && invite.friend === null : mayAccept(invite, pub);
}

function withTerms(invite: StoredInvite): OpenInvite[] {
  const stored = parseTerms(invite.terms);
  return stored ? [{ invite, ...stored }] : [];
}

function shown({ code, created, until }: StoredInvite, { length, rated, clock, rules }: Terms) {
  return { code, length, rated, clock, rules, created, until };
}

/** Terms as stored text; see `parseTerms`. */
function makeTerms({ length, rated, clock, rules }: Terms, coming: Coming | null): string {
  return JSON.stringify({ length, rated, clock, rules, ...(coming && { coming }) });
}

const storedTerms = z.extend(matchTerms, {
  coming: z.optional(
    z.object({ match: matchId, firstChain: z.optional(z.object({ anchor: hash, nonce: chainNonce })) }),
  ),
});

/** Returns null when the text is not a stored form of terms. */
export function parseTerms(text: string): Pick<OpenInvite, 'terms' | 'coming'> | null {
  try {
    const stored = z.safeParse(storedTerms, JSON.parse(text));
    if (!stored.success) return null;
    const { coming = null, ...terms } = stored.data;
    return { terms, coming };
  } catch {
    return null;
  }
}
