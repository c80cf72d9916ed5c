import type { DailyReport } from '@anchor/wire';
import { utcDate } from 'bg-record';
import type { Cube, Dice, Player, Position, Result } from 'bg-rules';
import { Queue } from '../../shared/queue.ts';
import type { Mail, Mailer, MailVerdict, StoredSubscription } from '../ports/mailings.ts';
import type { Store } from '../ports/store.ts';
import type { Log, World } from '../ports/world.ts';
import { addressHash } from './address.ts';
import { boardText } from './board-text.ts';
import { ClaimedMails } from './claims.ts';
import type { Links } from './links.ts';
import { type MailText, makeMailText } from './mail-text.ts';

const DAY_MS = 24 * 3_600_000;
const REMEMBERED_DAYS = 7;

interface DailyParts {
  readonly store: Pick<Store, 'subscriptions' | 'mailings'>;
  readonly mailer: Mailer;
  readonly todaysPuzzle: TodaysPuzzle;
  readonly links: Links;
  readonly world: World;
  readonly log: Log;
  readonly publicUrl: string;
  /** Largest number of mails per run. */
  readonly cap: number;
}

/**
 * Sends the day's puzzle to every subscriber who has not received it. Mails are claimed, so every subscriber gets the mail and sees it once.
 */
export class DailyMailing {
  readonly #parts: DailyParts;
  readonly #claimed: ClaimedMails;
  readonly #runs = new Queue();

  constructor(parts: DailyParts) {
    this.#parts = parts;
    this.#claimed = new ClaimedMails(parts);
  }

  /** Sends one batch. Runs are serialised. Fails with `no-puzzle` when there is no puzzle to send. */
  run(): Promise<Result<DailyReport, 'no-puzzle'>> {
    return this.#runs.run(() => this.#run());
  }

  async idle(): Promise<void> {
    await this.#runs.idle();
  }

  async #run(): Promise<Result<DailyReport, 'no-puzzle'>> {
    if (!this.#parts.mailer.delivers) return { ok: true, value: { skipped: 'mail provider not configured' } };
    const date = utcDate(this.#parts.world.now());
    await this.#parts.store.mailings.forget(utcDate(this.#parts.world.now() - REMEMBERED_DAYS * DAY_MS));
    const due = await this.#parts.store.mailings.due(date);
    if (due.length === 0) return { ok: true, value: { sent: 0, due: 0 } };
    const puzzle = await this.#parts.todaysPuzzle(date);
    if (!puzzle) return { ok: false, code: 'no-puzzle', message: `there is no puzzle for ${date}` };
    return {
      ok: true,
      value: { date, ...(await this.#sendAll(puzzle, due.slice(0, this.#parts.cap))), due: due.length },
    };
  }

  async #sendAll(puzzle: PuzzleOfTheDay, batch: readonly StoredSubscription[]) {
    const outcomes: boolean[] = [];
    let skipped = 0;
    for (const [index, { email }] of batch.entries()) {
      const verdict = await this.#sendOne(puzzle, email);
      if (verdict === null) continue;
      outcomes.push(verdict === 'sent');
      if (verdict !== 'unavailable') continue;
      skipped = batch.length - index - 1;
      this.#parts.log.warn(
        { skipped },
        'the mail provider is unavailable; the daily mailing stopped, and the next run sends the rest',
      );
      break;
    }
    const ok = outcomes.filter(Boolean).length;
    return { ok, failed: outcomes.length - ok, skipped, outcomes };
  }

  /** Returns null when another process has claimed the mail, or the subscriber no longer wants it. */
  async #sendOne(puzzle: PuzzleOfTheDay, email: string): Promise<MailVerdict | null> {
    const subscription = await this.#parts.store.subscriptions.get(email);
    return subscription?.daily ? this.#claimed.send(puzzle.date, this.#mail(puzzle, subscription)) : null;
  }

  #mail(puzzle: PuzzleOfTheDay, { email, stop }: StoredSubscription): Mail {
    const unsubscribe = this.#parts.links.to('/email/unsubscribe', stop);
    const messageId = `<puzzle.${puzzle.date}.${addressHash(email).slice(0, 32)}@${new URL(this.#parts.publicUrl).hostname}>`;
    return {
      to: email,
      ...puzzleMail(puzzle, { solve: `${this.#parts.publicUrl}/puzzle`, unsubscribe }),
      messageId,
      unsubscribe,
    };
  }
}

/** The fields of a puzzle that the mail shows. */
export interface PuzzleOfTheDay {
  /** UTC, YYYY-MM-DD. */
  readonly date: string;
  readonly position: Position;
  readonly onRoll: Player;
  readonly dice: Dice;
  readonly cube: Cube;
  /** Points of each player, by seat. */
  readonly score: readonly [number, number];
  /** Match length in points, 0 for a money game. */
  readonly length: number;
  readonly crawford: boolean;
}

/** Today's puzzle, created if necessary. Resolves to null when there is none. */
export type TodaysPuzzle = (date: string) => Promise<PuzzleOfTheDay | null>;

interface PuzzleLinks {
  readonly solve: string;
  readonly unsubscribe: string;
}

function puzzleMail(puzzle: PuzzleOfTheDay, links: PuzzleLinks): MailText {
  const [first, second] = puzzle.dice;
  return makeMailText(`Backgammon puzzle of ${puzzle.date}: how do you play ${first}-${second}?`, [
    `You’re X and rolled ${first}-${second}. ${stakes(puzzle)}`,
    { picture: boardText(puzzle.position, puzzle.onRoll, puzzle.dice) },
    { link: links.solve, label: 'Play it and see how you did' },
    { link: links.unsubscribe, label: 'Unsubscribe' },
  ]);
}

function stakes({ length, score, onRoll, crawford, cube }: PuzzleOfTheDay): string {
  const [own, other] = onRoll === 0 ? score : [score[1], score[0]];
  const match = length === 0 ? 'Money game' : `Match to ${length}, you ${own}, opponent ${other}`;
  const owner = cube.owner === null ? 'in the middle' : cube.owner === onRoll ? 'yours' : 'your opponent’s';
  return `${match}${crawford ? ', Crawford game' : ''}; the cube is at ${cube.value}, ${owner}.`;
}
