import { performance } from 'node:perf_hooks';
import type { EventType, Header, MatchEvent } from '../../packages/record/src/types.ts';
import { opponent, type Player } from '../../packages/rules/src/index.ts';
import type { ServerMessage } from '../../packages/wire/src/index.ts';
import type { AnchorClient } from './anchor-client.ts';
import { AnchorView } from './anchor-view.ts';
import { afterThought, type Duel, type DuelParts } from './contender.ts';

/** Events that a real client sends without asking its player. */
const UNTHOUGHT: readonly EventType[] = ['commit', 'reveal'];

/** How long a player waits before sending an event again that the server was not ready to store. */
const AGAIN_MS = 200;

interface AnchorDuelParts extends DuelParts {
  readonly random: () => number;
  readonly length: number;
  /** Called when a match has been played to its end. The next one begins then. */
  readonly finished?: () => void;
  /** Called on an unexpected message. */
  readonly failed: (message: string) => void;
}

type Clients = readonly [AnchorClient, AnchorClient];

/** Two connections that play one match after another against each other. */
export class AnchorDuel implements Duel {
  readonly #clients: Clients;
  readonly #parts: AnchorDuelParts;
  #view: AnchorView | null = null;
  #sentMs = 0;
  #isPlaying = false;
  #isOver = false;
  #ready: () => void = () => undefined;
  /** Of the newest invitation. */
  #code = '';
  /** Number of players who have received the end of the match. */
  #toldOfEnd = 0;

  private constructor(clients: Clients, parts: AnchorDuelParts) {
    this.#clients = clients;
    this.#parts = parts;
    for (const seat of [0, 1] as const) clients[seat].onMessage = (message) => this.#onMessage(seat, message);
  }

  /** Creates a match. Resolves when both players have committed to their chains and the first roll may come. */
  static async open(clients: Clients, parts: AnchorDuelParts): Promise<AnchorDuel> {
    const duel = new AnchorDuel(clients, parts);
    const ready = new Promise<void>((resolve) => {
      duel.#ready = resolve;
    });
    await duel.#invite();
    await ready;
    return duel;
  }

  async #invite(): Promise<void> {
    const [host] = this.#clients;
    const wanted = { length: this.#parts.length, rated: false, clock: 'slow' };
    const { code } = await host.ask({ type: 'invite', ...wanted }, 'invited');
    this.#code = code;
    this.#join();
  }

  #join(): void {
    this.#clients[1].send({ type: 'join', code: this.#code });
  }

  play(): void {
    this.#isPlaying = true;
    const party = this.#view?.expects.party ?? null;
    if (party !== null) this.#act(party);
  }

  end(): void {
    this.#isOver = true;
  }

  #onMessage(seat: Player, message: ServerMessage): void {
    if (this.#isOver) return;
    if (message.type === 'event') this.#event(seat, message.event);
    else if (message.type === 'match') this.#begin(seat, message.header, message.events);
    else if (message.type === 'finished') this.#over(() => this.#parts.finished?.());
    // The owner stored a `resume` first, because the storage was slow or a process did not get its processor time. That event arrives, and
    // the player acts again.
    else if (message.type === 'rejected' && message.code === 'wrong-number') this.#parts.meter.overtaken();
    else if (message.type === 'rejected' && message.code === 'not-stored') this.#actAgain(seat, message.n);
    // The process of the guest may not have heard yet that the host has connected to another one.
    else if (message.type === 'error' && message.code === 'away') setTimeout(() => this.#join(), AGAIN_MS);
    // The server aborts a match that has no events when its owner changes.
    else if (message.type === 'aborted' && this.#view?.length === 0) this.#over();
    else if (message.type === 'rejected' || message.type === 'error' || message.type === 'aborted')
      this.#parts.failed(JSON.stringify(message));
  }

  #begin(seat: Player, header: Header, events: readonly MatchEvent[]): void {
    const [host, guest] = this.#clients;
    this.#view ??= new AnchorView(header, [host.key, guest.key], this.#parts.random);
    for (const event of events) this.#take(seat, event);
  }

  #event(seat: Player, event: MatchEvent): void {
    if (event.p === opponent(seat)) this.#parts.meter.heard(this.#sentMs);
    this.#take(seat, event);
  }

  /** Each event reaches both players. The view takes it once, and the player to act waits until it has reached them. */
  #take(seat: Player, event: MatchEvent): void {
    const view = this.#view;
    if (!view) return;
    if (event.n === view.length) {
      view.take(event);
      this.#parts.meter.accepted();
    }
    if (event.n === view.length - 1 && view.expects.party === seat) this.#act(seat);
  }

  #act(seat: Player): void {
    const view = this.#view;
    const [type] = view?.expects.types ?? [];
    if (!view || !type) return;
    const { length } = view;
    if (UNTHOUGHT.includes(type)) this.#send(seat, length);
    else if (this.#isPlaying) afterThought(this.#parts.pace, () => this.#send(seat, length));
    else this.#ready();
  }

  /** The event may have been stored all the same, or another one in its place. */
  #actAgain(seat: Player, n: number): void {
    setTimeout(() => this.#view?.length === n && this.#act(seat), AGAIN_MS);
  }

  /** Sends event number `length`, unless a server's event has taken that number while the player thought. */
  #send(seat: Player, length: number): void {
    const view = this.#view;
    if (!view || this.#isOver || view.length !== length) return;
    view.decide(seat).then(
      (event) => {
        this.#sentMs = performance.now();
        this.#clients[seat].send({ type: 'act', match: view.match, event });
      },
      (error) => this.#parts.failed(String(error)),
    );
  }

  /** The players receive the end at different times. After the second of them the next match begins. */
  #over(told: () => void = () => undefined): void {
    this.#toldOfEnd += 1;
    if (this.#toldOfEnd < this.#clients.length) return;
    this.#toldOfEnd = 0;
    this.#view = null;
    told();
    if (!this.#isOver) this.#invite().catch((error) => this.#parts.failed(String(error)));
  }
}
