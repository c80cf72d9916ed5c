import type { LogEndEntry, LogKeyEntry } from 'bg-record';
import * as z from 'zod/mini';
import { readJson } from '../platform/get-json.ts';
import type { TextStorage } from '../platform/ports.ts';
import { logKeyForm } from './kept-log.ts';

/** The former logs, which the service said to have ended. */
const NAME = 'anchor.public-log-former';
/** Notes of logs that were cut, besides those of the last log. A service needs its key to make more of them. */
const CUT_KEPT = 8;

/** A log that the service has ended: what this browser knows of it, and what the service says. */
export interface FormerLog {
  readonly statement: LogKeyEntry;
  /** The newest checkpoint of it that this browser has verified. */
  readonly note: string;
  /** The statement of the service about the end. */
  readonly end: LogEndEntry;
  /** Number of entries in `note`. */
  readonly known: number;
  /** False if the end that the service states lacks entries that this browser has verified, or is of another tree. */
  readonly isWhole: boolean;
}

const formerLog = z.object({
  statement: logKeyForm,
  note: z.string(),
  end: z.object({
    type: z.literal('log-end'),
    origin: z.string(),
    key: z.string(),
    size: z.int(),
    root: z.string(),
    at: z.int(),
    server: z.string(),
    sig: z.string(),
  }),
  known: z.int(),
  isWhole: z.boolean(),
});

/** The former logs that this browser keeps. The last one is that before the present log, and all others were cut. */
export function readFormerLogs(storage: TextStorage): readonly FormerLog[] {
  return readJson(z.array(formerLog), storage.read(NAME)) ?? [];
}

/**
 * Keeps both notes of the log before the present one. If results were lost, they are all that shows it, so those of a log that was cut
 * stay when later logs end, the oldest ones if there are too many.
 */
export function keepFormerLog(storage: TextStorage, former: FormerLog): void {
  const isSame = ({ statement, end }: FormerLog) =>
    statement.key === former.statement.key && end.sig === former.end.sig;
  const cut = readFormerLogs(storage).filter(({ isWhole }) => !isWhole);
  const others = cut.filter((one) => !isSame(one)).slice(0, CUT_KEPT);
  storage.write(NAME, JSON.stringify([...others, cut.find(isSame) ?? former]));
}
