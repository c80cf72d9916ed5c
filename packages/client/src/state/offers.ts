import type { BotLevel, MatchWish, SeekView, ServerMessageOf } from '@anchor/wire';
import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { rulesFor } from 'bg-record';
import type { Connection, Outgoing } from '../protocol/connection.ts';
import { type MatchRequest, type MatchRequests, matchRequestOf } from '../protocol/match-requests.ts';
import type { Answer } from '../protocol/requests.ts';

export type Terms = Pick<MatchWish, 'length' | 'clock' | 'rated'>;
type InviteInfo = ServerMessageOf<'invite-info'>;

/** The player's own open game: the seek and its request. */
interface OwnSeek {
  readonly seek: string;
  readonly terms: Terms;
}

/** All ways to start a match. Each request is stored first, because the match's header must fit it. */
export class Offers {
  readonly #connection: Connection;
  readonly #requests: MatchRequests;
  readonly #ownSeek = signal<(OwnSeek & { readonly request: MatchRequest }) | null>(null);

  constructor(connection: Connection, requests: MatchRequests) {
    this.#connection = connection;
    this.#requests = requests;
    this.#renewAfterLoss();
  }

  get ownSeek(): ReadonlySignal<OwnSeek | null> {
    return this.#ownSeek;
  }

  playBot({ length, clock }: Omit<Terms, 'rated'>, level: BotLevel): Promise<Answer> {
    const rules = rulesFor(length);
    const request = matchRequestOf({ length, clock, rated: false, rules }, 'bot');
    return this.#request(request, { type: 'play-bot', length, clock, level, rules });
  }

  async seek(terms: Terms): Promise<Answer> {
    const wish = wishOf(terms);
    const request = matchRequestOf(wish, 'anyone');
    this.#requests.remove(request);
    const answer = await this.#request(request, { type: 'seek', ...wish });
    if (answer.ok && answer.value.type === 'seeking') this.#ownSeek.value = { seek: answer.value.seek, terms, request };
    return answer;
  }

  async unseek(): Promise<Answer> {
    const own = this.#ownSeek.peek();
    this.forgetSeek();
    if (own) this.#requests.remove(own.request);
    return this.#connection.request({ type: 'unseek' });
  }

  /** Call this when the open game has become a match or was lost with the connection. */
  forgetSeek(): void {
    this.#ownSeek.value = null;
  }

  accept(view: SeekView): Promise<Answer> {
    return this.#request(matchRequestOf(view, { pub: view.from.pub }), { type: 'accept-seek', seek: view.seek });
  }

  invite(terms: Terms): Promise<Answer> {
    const wish = wishOf(terms);
    return this.#request(matchRequestOf(wish, 'anyone'), { type: 'invite', ...wish });
  }

  inviteInfo(code: string): Promise<Answer> {
    return this.#connection.request({ type: 'invite-info', code });
  }

  join(code: string, info: InviteInfo): Promise<Answer> {
    return this.#request(matchRequestOf(info, { pub: info.from.pub }), { type: 'join', code });
  }

  /** The server removes an open game when the connection breaks. This posts it again afterwards. */
  #renewAfterLoss(): void {
    let lost = false;
    effect(() => {
      const online = this.#connection.status.value === 'online';
      if (online && lost) void this.#renew();
      lost = !online && this.#ownSeek.peek() !== null;
    });
  }

  async #renew(): Promise<void> {
    const own = this.#ownSeek.peek();
    const answer = own && (await this.seek(own.terms));
    if (!answer?.ok) this.forgetSeek();
  }

  async #request(request: MatchRequest, message: Outgoing): Promise<Answer> {
    this.#requests.add(request);
    const answer = await this.#connection.request(message);
    // After a timeout the match may still begin. Only a refusal removes the request.
    if (!answer.ok && answer.code !== 'timeout' && answer.code !== 'connection-lost') this.#requests.remove(request);
    return answer;
  }
}

/** Names all rules, so that the server fills in none. */
function wishOf({ length, clock, rated }: Terms): MatchWish {
  return { length, clock, rated: rated && length > 0, rules: rulesFor(length) };
}
