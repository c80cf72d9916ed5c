import { COMPLAINTS_A_DAY, type ComplaintKind, type SocketCode } from '@anchor/wire';
import type { Header } from 'bg-record';
import type { Result } from 'bg-rules';
import type { ComplaintStore } from '../ports/complaints.ts';
import type { MatchStore } from '../ports/matches.ts';
import type { RecordStore } from '../ports/records.ts';
import type { Alarms, World } from '../ports/world.ts';
import { refuse } from '../refusal.ts';

const DAY_MS = 86_400_000;
const EXPIRE_MS = 365 * DAY_MS;
/** The alarm that removes old complaints. */
const COMPLAINTS_ALARM = 'complaints';

interface ComplaintsParts {
  readonly store: ComplaintStore;
  readonly matches: Pick<MatchStore, 'header'>;
  readonly records: Pick<RecordStore, 'row'>;
  readonly alarms: Alarms;
  readonly world: World;
}

/** The complaints of players, which the operator lists with a command. They are removed after a year, once a day, and with the account of their author. */
export class Complaints {
  readonly #parts: ComplaintsParts;

  constructor(parts: ComplaintsParts) {
    this.#parts = parts;
  }

  /**
   * Stores a complaint of the opponent in a live or finished match. Refuses it with `not-found` for an unknown match, `not-your-seat` for
   * a match of others, `not-a-person` for a match against a bot, and `too-many` after the tenth of a day.
   */
  async add(pub: string, match: string, about: ComplaintKind): Promise<Result<null, SocketCode>> {
    const { store, world } = this.#parts;
    const header = await this.#header(match);
    if (!header) return refuse('not-found');
    const opponent = header.players.find((player) => player.pub !== pub);
    if (!opponent || !header.players.some((player) => player.pub === pub)) return refuse('not-your-seat');
    if (opponent.bot) return refuse('not-a-person');
    const now = world.now();
    const complaint = { match, by: pub, about, against: opponent.pub, created: now };
    if (!(await store.add(complaint, now - DAY_MS, COMPLAINTS_A_DAY))) return refuse('too-many');
    return { ok: true, value: null };
  }

  /** Removes old complaints and sets the alarm for the next time. */
  async sweep(): Promise<void> {
    const { store, alarms, world } = this.#parts;
    alarms.set(COMPLAINTS_ALARM, world.now() + DAY_MS, () => this.sweep());
    await store.expire(world.now() - EXPIRE_MS);
  }

  async #header(match: string): Promise<Header | null> {
    const { matches, records } = this.#parts;
    return (await matches.header(match)) ?? (await records.row(match))?.record.header ?? null;
  }
}
