import type {
  BotLevel,
  PairingEnd,
  RatingRange,
  SeekView,
  ServerMessage,
  ServerMessageOf,
  WantedTerms,
} from '@anchor/wire';
import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { rulesFor } from 'bg-record';
import {
  type After,
  type Answer,
  type Connection,
  type MatchRequest,
  type MatchRequests,
  matchRequestOf,
  type Outgoing,
  type RequestCode,
  requestMatch,
} from 'bg-session';

export type Terms = Pick<WantedTerms, 'length' | 'clock' | 'rated'>;
type InviteInfo = ServerMessageOf<'invite-info'>;

type SeekTerms = Terms & { readonly range?: RatingRange };

/** The player's own seek. */
interface OwnSeek {
  readonly seek: string;
  readonly terms: SeekTerms;
  /** When the wait began, in milliseconds since the epoch by the server's clock. */
  readonly since: number;
  readonly request: MatchRequest;
}

/** The opponent that the server has found. */
export interface FoundOpponent extends Omit<ServerMessageOf<'pairing'>, 'type' | 'id'> {
  /** True once this player has accepted. */
  readonly isAccepted: boolean;
}

/** A pairing that ended without a match. */
export interface MissedOpponent {
  readonly reason: PairingEnd;
  /** True if the own seek is open again. */
  readonly seeking: boolean;
}

/** A seek that the player has withdrawn, until the server has confirmed it. */
interface Withdrawal {
  /** Null if this page did not know the seek. */
  readonly own: OwnSeek | null;
  /** The pairing that the player declined with it, or null. */
  readonly pairing: string | null;
}

/** After these failures the server may not have read the request. */
const UNREAD: ReadonlySet<RequestCode> = new Set(['offline', 'connection-lost', 'timeout']);

/** The server's end of a pairing should have arrived so long after its time. */
const OVERDUE_MS = 3_000;

/** All ways to start a match. Each request is stored first, because the match's header must fit it. */
export class Offers {
  readonly #connection: Connection;
  readonly #requests: MatchRequests;
  readonly #after: After;
  readonly #ownSeek = signal<OwnSeek | null>(null);
  readonly #found = signal<FoundOpponent | null>(null);
  readonly #missed = signal<MissedOpponent | null>(null);
  #withdrawal: Withdrawal | null = null;
  /** Removes the request that `#removeSoon` has still kept, if any. */
  #removeWithdrawn: () => void = () => {};

  constructor(connection: Connection, requests: MatchRequests, after: After) {
    this.#connection = connection;
    this.#requests = requests;
    this.#after = after;
    connection.on((message) => this.#onMessage(message));
    effect(() => {
      // The newer page has the seek now.
      if (connection.status.value !== 'superseded') return;
      this.#withdrawal = null;
      this.#forget();
    });
  }

  /** How long an announced absence may take in a match with a clock before it is lost. Null while unknown. */
  get absenceMs(): ReadonlySignal<number | null> {
    return this.#connection.absenceMs;
  }

  /** The own seek, also while the connection is lost. Null if there is none. */
  get ownSeek(): ReadonlySignal<OwnSeek | null> {
    return this.#ownSeek;
  }

  /** The opponent whom the player is asked to accept. */
  get found(): ReadonlySignal<FoundOpponent | null> {
    return this.#found;
  }

  /** The last pairing that ended without a match, until the next one or the next seek. */
  get missed(): ReadonlySignal<MissedOpponent | null> {
    return this.#missed;
  }

  playBot({ length, clock }: Omit<Terms, 'rated'>, level: BotLevel): Promise<Answer> {
    const rules = rulesFor(length);
    const request = matchRequestOf({ length, clock, rated: false, rules }, 'bot');
    return this.#request(request, { type: 'play-bot', length, clock, level, rules });
  }

  async seek(terms: SeekTerms): Promise<Answer> {
    const wanted = wantedTermsOf(terms);
    const request = matchRequestOf(wanted, 'anyone');
    const before = this.#ownSeek.peek() ?? this.#withdrawal?.own;
    if (before) this.#requests.remove(before.request);
    this.#requests.remove(request);
    this.#missed.value = null;
    if (this.#connection.status.peek() === 'online') this.#withdrawal = null;
    const range = terms.range ? { range: terms.range } : {};
    const answer = await this.#request(request, { type: 'seek', ...wanted, ...range });
    if (answer.ok && answer.value.type === 'seeking' && !this.#withdrawal) {
      const { seek, since } = answer.value;
      this.#ownSeek.value = { seek, since, terms, request };
    }
    return answer;
  }

  /** Declines the opponent that the server has found, if any, and withdraws the own seek. While offline, after the reconnection. */
  unseek(): Promise<Answer> {
    const withdrawal = { own: this.#ownSeek.peek(), pairing: this.#found.peek()?.pairing ?? null };
    this.#withdrawal = withdrawal;
    this.#forget();
    return this.#withdraw(withdrawal);
  }

  /** Accepts the opponent that the server has found. The match begins when the opponent has accepted, too. */
  async acceptFound(): Promise<Answer | null> {
    const found = this.#found.peek();
    if (!found) return null;
    const answer = await this.#connection.request({ type: 'accept-pairing', pairing: found.pairing });
    if (this.#found.peek()?.pairing !== found.pairing) return answer;
    if (answer.ok) this.#found.value = { ...found, isAccepted: true };
    else if (answer.code === 'not-found') this.#found.value = null;
    return answer;
  }

  accept(view: SeekView): Promise<Answer> {
    return this.#request(matchRequestOf(view, { pub: view.from.pub }), { type: 'accept-seek', seek: view.id });
  }

  invite(terms: Terms): Promise<Answer> {
    const wanted = wantedTermsOf(terms);
    return this.#request(matchRequestOf(wanted, 'anyone'), { type: 'invite', ...wanted });
  }

  /** Posts an open game by correspondence. */
  post(terms: Terms): Promise<Answer> {
    const wanted = wantedTermsOf(terms);
    return this.#request(matchRequestOf(wanted, 'anyone'), { type: 'invite', ...wanted, post: true });
  }

  inviteInfo(code: string): Promise<Answer> {
    return this.#connection.request({ type: 'invite-info', code });
  }

  join(code: string, info: Pick<InviteInfo, 'length' | 'clock' | 'rated' | 'rules' | 'from'>): Promise<Answer> {
    return this.#request(matchRequestOf(info, { pub: info.from.pub }), { type: 'join', code });
  }

  #onMessage(message: ServerMessage): void {
    if (message.type === 'identified') this.#resume(message.seek);
    if (message.type === 'pairing') this.#find(message);
    if (message.type === 'pairing-over') this.#miss(message);
    if (message.type === 'match' && message.seat !== null) this.#begin(message.header);
  }

  /** A match with a person ends the seek. An earlier match that the player only looks at does not. */
  #begin({ created, players }: ServerMessageOf<'match'>['header']): void {
    const since = this.#ownSeek.peek()?.since ?? 0;
    if (created >= since && !players.some(({ bot }) => bot)) this.#forget();
  }

  /** The server keeps a seek for some seconds after the connection was lost. Later it has to be sent again. */
  #resume(kept: SeekView | undefined): void {
    this.#found.value = null;
    const withdrawal = this.#withdrawal;
    if (withdrawal && (!kept || !withdrawal.own || kept.id === withdrawal.own.seek)) {
      void this.#withdraw(withdrawal);
      return;
    }
    this.#withdrawal = null;
    const own = this.#ownSeek.peek();
    if (!kept) {
      if (own) void this.#renew(own.terms);
      return;
    }
    const { length, clock, rated, range, id: seek, since } = kept;
    const terms = { length, clock, rated, ...(range ? { range } : {}) };
    const request = matchRequestOf(kept, 'anyone');
    if (!own) {
      // After a reload the stored request is still there, in another browser it is not.
      this.#requests.remove(request);
      this.#requests.add(request);
    }
    this.#ownSeek.value = { seek, since, terms, request };
  }

  /**
   * Withdraws a seek at the server. If the opponent has accepted meanwhile, the match begins all the same. Its request is
   * therefore kept for a moment, unless the server confirms that the pairing has ended.
   */
  async #withdraw(withdrawal: Withdrawal): Promise<Answer> {
    const { own, pairing } = withdrawal;
    const isOpen = () => this.#withdrawal === withdrawal;
    if (pairing !== null) {
      const declined = await this.#connection.requestNow({ type: 'decline-pairing', pairing });
      if (!isOpen() || (!declined.ok && UNREAD.has(declined.code))) return declined;
      if (declined.ok) {
        this.#withdrawal = null;
        if (own) this.#requests.remove(own.request);
        return declined;
      }
    }
    const answer = await this.#connection.requestNow({ type: 'unseek' });
    if (!isOpen() || (!answer.ok && UNREAD.has(answer.code))) return answer;
    this.#withdrawal = null;
    if (own) this.#removeSoon(own.request);
    return answer;
  }

  #removeSoon(request: MatchRequest): void {
    const cancel = this.#after(OVERDUE_MS, () => this.#removeWithdrawn());
    this.#removeWithdrawn = () => {
      cancel();
      this.#requests.remove(request);
      this.#removeWithdrawn = () => {};
    };
  }

  async #renew(terms: SeekTerms): Promise<void> {
    if (!(await this.seek(terms)).ok) this.#forget();
  }

  #find({ type: _type, id: _id, ...question }: ServerMessageOf<'pairing'>): void {
    if (this.#withdrawal) return;
    this.#missed.value = null;
    this.#found.value = { ...question, isAccepted: false };
    const leftMs = question.until - this.#connection.time.now();
    this.#after(Math.max(0, leftMs) + OVERDUE_MS, () => {
      if (this.#found.peek()?.pairing === question.pairing) this.#found.value = null;
    });
  }

  #miss({ pairing, reason, seeking }: ServerMessageOf<'pairing-over'>): void {
    if (this.#found.peek()?.pairing === pairing) {
      this.#found.value = null;
      this.#missed.value = { reason, seeking };
    }
    const own = this.#ownSeek.peek();
    if (seeking || !own) return;
    this.#ownSeek.value = null;
    this.#requests.remove(own.request);
  }

  #forget(): void {
    this.#ownSeek.value = null;
    this.#found.value = null;
    this.#missed.value = null;
  }

  #request(request: MatchRequest, message: Outgoing): Promise<Answer> {
    this.#removeWithdrawn();
    return requestMatch({ connection: this.#connection, requests: this.#requests }, request, message);
  }
}

/** Names all rules, so that the server fills in none. */
export function wantedTermsOf({ length, clock, rated }: Terms): WantedTerms {
  return { length, clock, rated: rated && length > 0, rules: rulesFor(length) };
}
