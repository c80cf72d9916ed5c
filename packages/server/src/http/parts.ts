import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Health } from '@anchor/wire';
import type { Accounts } from '../domain/accounts/accounts.ts';
import type { Analyses } from '../domain/analysis/analyses.ts';
import type { Ban } from '../domain/bans/bans.ts';
import type { DailyMailing } from '../domain/mailing/daily-mailing.ts';
import type { Subscriptions } from '../domain/mailing/subscriptions.ts';
import type { Leader } from '../domain/players/leaderboard.ts';
import type { Standings } from '../domain/players/standings.ts';
import type { DiceStore, RecordStore } from '../domain/ports.ts';
import type { Puzzles } from '../domain/puzzle/puzzles.ts';
import type { Kept } from './kept.ts';
import type { HttpObserver } from './observe-requests.ts';
import type { PackageFiles } from './package-files.ts';
import type { RequestLimiter } from './request-limiter.ts';
import type { WorkerParts } from './worker-answers.ts';

/** Finished matches as HTTP wants them. */
export interface RecordSource extends Pick<RecordStore, 'recentIds' | 'recentRows'> {
  /** The canonical text of a record, compressed with gzip, or null. */
  gzip(match: string): Promise<Uint8Array | null>;
}

/** A request as the log tells of it. */
export interface LoggedRequest {
  /** Ours; the answer has it as `x-request-id`. */
  readonly reqId: string;
  readonly method: string;
  /** Without the query, in which there may be secrets. */
  readonly path: string;
}

/** Everything that the HTTP room is given. */
export interface HttpParts extends WorkerParts {
  readonly records: RecordSource;
  readonly standings: Pick<Standings, 'leaderboard' | 'card' | 'matches' | 'keyOf'>;
  /** Answers that are the same for everybody. */
  readonly kept: Kept<string>;
  /** The head of the leaderboard, as long as it may be asked for, by how many games it is for. */
  readonly leaders: Kept<readonly Leader[]>;
  readonly dice: DiceStore;
  readonly puzzles: Pick<Puzzles, 'show'>;
  readonly analyses: Pick<Analyses, 'fast' | 'deep'>;
  readonly accounts: Pick<Accounts, 'claim'>;
  readonly subscriptions: Pick<Subscriptions, 'verify' | 'unsubscribe'>;
  readonly daily: Pick<DailyMailing, 'run'>;
  /** What the daily mailing is started with; null: by nobody. */
  readonly cronKey: string | null;
  /** The ban of an address, as `arrivalOf` gives it, or null. */
  readonly banOf: (network: string) => Ban | null;
  readonly limiter: RequestLimiter;
  readonly observer: HttpObserver;
  /** Whether the last `x-forwarded-for` may be believed. */
  readonly trustProxy: boolean;
  /** The description of these routes. */
  readonly openApi: object;
  health(): Health | Promise<Health>;
  /** The operator's own files, which come before those of the page; need not exist. */
  readonly operatorFolder: string;
  /** The folder with the built page. */
  readonly clientFolder: string;
  /** Where the built module of each package under /src/ is. */
  readonly modules: Readonly<Record<string, string>>;
  readonly packages: PackageFiles;
  /** Takes an error that nobody expected: to be logged and counted. */
  unexpected(error: unknown, request: LoggedRequest): void;
}

/** Takes over a connection that asks for /ws. */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
