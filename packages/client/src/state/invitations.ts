import type { ReceivedOffer, SentOffer, ServerMessageOf } from '@anchor/wire';
import { type ReadonlySignal, signal } from '@preact/signals';
import { canonicalJson } from 'bg-record';
import {
  type After,
  type Answer,
  type Connection,
  type MatchRequest,
  type MatchRequests,
  matchRequestOf,
  type Outgoing,
} from 'bg-session';
import { type Terms, wantedTermsOf } from './offers.ts';

interface OfferLists {
  readonly sent: readonly SentOffer[];
  readonly received: readonly ReceivedOffer[];
}

/** A player whom the reader wants to challenge. */
export interface Challenged {
  readonly pub: string;
  readonly name: string;
}

const NONE: OfferLists = { sent: [], received: [] };
/** A match that began with an invitation has arrived so long after the invitation is gone. */
const ARRIVED_MS = 3_000;

/**
 * The player's invitations as the server lists them, and what the player does with them. Each one of which a match can come has its
 * request stored, on every device of the player, because the match's header must fit it.
 */
export class Invitations {
  readonly #connection: Connection;
  readonly #requests: MatchRequests;
  readonly #after: After;
  readonly #lists = signal(NONE);
  readonly #challenged = signal<Challenged | null>(null);

  constructor(connection: Connection, requests: MatchRequests, after: After) {
    this.#connection = connection;
    this.#requests = requests;
    this.#after = after;
    connection.on((message) => {
      // If there are any, they follow.
      if (message.type === 'identified') this.#lists.value = NONE;
      if (message.type === 'offers') this.#onOffers(message);
    });
  }

  get lists(): ReadonlySignal<OfferLists> {
    return this.#lists;
  }

  /** The player for whom the page asks the terms of a challenge. */
  get challenged(): ReadonlySignal<Challenged | null> {
    return this.#challenged;
  }

  /** Asks the terms of a challenge, null to stop asking. */
  ask(player: Challenged | null): void {
    this.#challenged.value = player;
  }

  challenge(pub: string, terms: Terms): Promise<Answer> {
    return this.#send({ type: 'challenge', pub, ...wantedTermsOf(terms) });
  }

  /** Begins the match of an own or a received invitation. */
  begin(offer: SentOffer | ReceivedOffer): Promise<Answer> {
    this.#require(requestOf(offer));
    return this.#send({ type: 'join', code: offer.code });
  }

  acceptLater(code: string): Promise<Answer> {
    return this.#send({ type: 'accept-later', code });
  }

  decline(code: string): Promise<Answer> {
    return this.#send({ type: 'decline-offer', code });
  }

  withdraw(code: string): Promise<Answer> {
    return this.#send({ type: 'withdraw-offer', code });
  }

  #onOffers({ sent, received }: ServerMessageOf<'offers'>): void {
    const before = requestsOf(this.#lists.peek());
    this.#lists.value = { sent, received };
    const wanted = requestsOf({ sent, received });
    for (const request of wanted.values()) this.#require(request);
    for (const [text, request] of before) if (!wanted.has(text)) this.#removeSoon(text, request);
  }

  #removeSoon(text: string, request: MatchRequest): void {
    this.#after(ARRIVED_MS, () => {
      if (!requestsOf(this.#lists.peek()).has(text)) this.#requests.remove(request);
    });
  }

  #require(request: MatchRequest): void {
    const text = canonicalJson(request);
    if (!this.#requests.all().some((one) => canonicalJson(one) === text)) this.#requests.add(request);
  }

  /** After a refusal the lists may be out of date. */
  async #send(message: Outgoing): Promise<Answer> {
    const answer = await this.#connection.request(message);
    if (!answer.ok && answer.code === 'not-found') void this.#connection.request({ type: 'offers' });
    return answer;
  }
}

/** The requests of all invitations that may become a match without a further question to this player, by their texts. */
function requestsOf({ sent, received }: OfferLists): ReadonlyMap<string, MatchRequest> {
  const open = sent.filter(({ state }) => state !== 'declined');
  const accepted = received.filter(({ state }) => state === 'accepted');
  return new Map([...open, ...accepted].map(requestOf).map((request) => [canonicalJson(request), request]));
}

function requestOf(offer: SentOffer | ReceivedOffer): MatchRequest {
  const other = 'from' in offer ? offer.from : (offer.friend ?? offer.to);
  return matchRequestOf(offer, other ? { pub: other.pub } : 'anyone');
}
