import { utcDate } from 'bg-record';
import { opponent, type Player } from 'bg-rules';
import { Queue } from '../../shared/queue.ts';
import { looksLikeLink } from '../players/name.ts';
import type { Mail, Mailer, MailVerdict, TurnMailReader } from '../ports/mailings.ts';
import type { StoredTurn } from '../ports/matches.ts';
import type { Store } from '../ports/store.ts';
import type { Log, World } from '../ports/world.ts';
import { addressHash } from './address.ts';
import { ClaimedMails } from './claims.ts';
import type { Links } from './links.ts';
import { type MailText, makeMailText } from './mail-text.ts';

/** A match waits at least this long before a mail is sent: a player who has just been here needs none. */
const WAITED_MS = 3 * 3_600_000;
/** Number of readers that are read at a time. */
const PAGE = 100;
const PUB_BYTES = 32;

interface TurnMailingParts {
  readonly store: Pick<Store, 'turnMails' | 'mailings' | 'matches'>;
  readonly mailer: Mailer;
  readonly links: Links;
  readonly world: World;
  readonly log: Log;
  readonly publicUrl: string;
}

/** A match that waits for its reader, who sits at `seat`. */
interface Waiting extends StoredTurn {
  readonly seat: Player;
}

/**
 * Tells players by mail, at most once a day, of the correspondence matches that wait for them. Mails are claimed like those of the
 * daily puzzle, so that each reader sees one.
 */
export class TurnMailing {
  readonly #parts: TurnMailingParts;
  readonly #claimed: ClaimedMails;
  readonly #runs = new Queue();

  constructor(parts: TurnMailingParts) {
    this.#parts = parts;
    this.#claimed = new ClaimedMails(parts);
  }

  /** True if the player's account gets these mails. Null without an account. */
  isOn(pub: string): Promise<boolean | null> {
    return this.#parts.store.turnMails.isOn(pub);
  }

  /** Turns the mails of the player's account on or off. */
  set(pub: string, isOn: boolean): Promise<void> {
    return this.#parts.store.turnMails.set(pub, isOn, this.#parts.links.newToken());
  }

  /** Turns the mails off that have this token. Idempotent. Returns false when no account has it. */
  stop(token: string): Promise<boolean> {
    return this.#parts.store.turnMails.turn(token, false);
  }

  /** Turns the mails on again that have this token. Idempotent. Returns false when no account has it. */
  resume(token: string): Promise<boolean> {
    return this.#parts.store.turnMails.turn(token, true);
  }

  /** True if an account has this token. */
  has(token: string): Promise<boolean> {
    return this.#parts.store.turnMails.has(token);
  }

  /** Sends at most `cap` mails. Runs are serialised. Returns the number of mails that were tried. */
  run(cap: number): Promise<number> {
    return this.#runs.run(() => this.#run(cap));
  }

  idle(): Promise<void> {
    return this.#runs.idle();
  }

  async #run(cap: number): Promise<number> {
    if (!this.#parts.mailer.delivers) return 0;
    const verdicts: MailVerdict[] = [];
    for await (const pub of this.#readers()) {
      if (verdicts.length >= cap) break;
      const verdict = await this.#sendOne(pub);
      if (verdict !== null) verdicts.push(verdict);
      if (verdict === 'unavailable') break;
    }
    const sent = verdicts.filter((verdict) => verdict === 'sent').length;
    if (verdicts.length > 0) this.#parts.log.info({ sent, failed: verdicts.length - sent }, 'sent mails about turns');
    return verdicts.length;
  }

  /** All readers, beginning with a random one, so that a small cap does not leave out the same ones every day. */
  async *#readers(): AsyncGenerator<string> {
    const first = Buffer.from(this.#parts.world.randomBytes(PUB_BYTES)).toString('hex');
    yield* this.#readersAfter(first);
    for await (const pub of this.#readersAfter('')) {
      if (pub > first) return;
      yield pub;
    }
  }

  async *#readersAfter(start: string): AsyncGenerator<string> {
    let last = start;
    for (;;) {
      const page = await this.#parts.store.turnMails.after(last, PAGE);
      yield* page;
      if (page.length < PAGE) return;
      last = page[page.length - 1] ?? last;
    }
  }

  /** Returns null if nothing waits for the reader, or if the mail of this day was sent, refused or claimed by another process. */
  async #sendOne(pub: string): Promise<MailVerdict | null> {
    const now = this.#parts.world.now();
    const waiting = waitingFor(pub, await this.#parts.store.matches.turnsOf(pub));
    if (!waiting.some((match) => hasWaited(match, now))) return null;
    const reader = await this.#parts.store.turnMails.get(pub);
    const date = utcDate(now);
    return reader && this.#claimed.send(`${date}/turns`, this.#mail(reader, waiting, date));
  }

  #mail({ email, stop }: TurnMailReader, waiting: readonly Waiting[], date: string): Mail {
    const unsubscribe = this.#parts.links.to('/email/unsubscribe', stop);
    const messageId = `<turns.${date}.${addressHash(email).slice(0, 32)}@${new URL(this.#parts.publicUrl).hostname}>`;
    return { to: email, ...turnsMail(waiting, this.#parts.publicUrl, unsubscribe), messageId, unsubscribe };
  }
}

/** The matches in which this person must decide, the one that ends first at the top. The bot waits without a mail. */
function waitingFor(pub: string, turns: readonly StoredTurn[]): Waiting[] {
  return turns
    .map((turn): Waiting => ({ ...turn, seat: turn.header.players[0].pub === pub ? 0 : 1 }))
    .filter(({ header, snapshot, seat }) => {
      const isTheirs = snapshot?.toAct === seat && (!snapshot.isAutomatic || isNew(header, seat, snapshot.n));
      return isTheirs && !header.players[opponent(seat)].bot;
    })
    .sort((a, b) => (a.wakeAt ?? 0) - (b.wakeAt ?? 0));
}

/** Events before the author of an invitation has answered the opening roll. Asides may be among them. */
const FIRST_EVENTS = 10;

/** True if the other player has accepted the invitation and rolled, and its author has not come yet. Only a visit of the author begins the match. */
function isNew({ firstChain }: StoredTurn['header'], seat: Player, n: number): boolean {
  return firstChain !== undefined && seat === 1 && n <= FIRST_EVENTS;
}

function hasWaited({ header, wakeAt }: StoredTurn, now: number): boolean {
  return wakeAt !== null && header.moveMs !== null && now - (wakeAt - header.moveMs) >= WAITED_MS;
}

function turnsMail(waiting: readonly Waiting[], publicUrl: string, unsubscribe: string): MailText {
  const subject = waiting.length === 1 ? 'It’s your turn' : `It’s your turn in ${waiting.length} matches`;
  return makeMailText(subject, [
    'Your opponents have moved, and it’s your turn:',
    ...waiting.map((match) => ({ link: `${publicUrl}/match/${match.header.id}`, label: described(match) })),
    'If you don’t move in time, you lose the match.',
    { link: unsubscribe, label: 'Stop these emails' },
  ]);
}

function described({ header, snapshot, seat, wakeAt }: Waiting): string {
  const other = opponent(seat);
  const { score = [0, 0] } = snapshot ?? {};
  const match =
    header.length === 0 ? 'a money game' : `a match to ${header.length}, you ${score[seat]}, opponent ${score[other]}`;
  const until = wakeAt === null ? '' : `, until ${utcMinute(wakeAt)}`;
  return `${mailedName(header.players[other].name)}: ${match}${until}`;
}

function mailedName(name: string): string {
  return name === '' || looksLikeLink(name) ? 'Your opponent' : name;
}

/** A time as YYYY-MM-DD HH:MM UTC. */
function utcMinute(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
