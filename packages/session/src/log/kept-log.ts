import type { HeaderLog, LogEndEntry, LogKeyEntry, View } from 'bg-record';
import * as z from 'zod/mini';
import { readJson } from '../platform/get-json.ts';
import type { TextStorage } from '../platform/ports.ts';

const NAME = 'anchor.public-log';
/** The former log, which the service said to have ended. */
const FORMER = 'anchor.public-log-former';
const UNCHECKED = 'anchor.public-log-views';
/** Views that wait for a tree that is large enough. Older ones make way. */
const UNCHECKED_KEPT = 16;

/** The newest verified view of the service's public log. */
export interface KeptLog {
  /** The statement by which a key of the server names the key of the log. */
  readonly statement: LogKeyEntry;
  /** The newest checkpoint, a signed note. */
  readonly note: string;
  /** The same as a view for commits. Null if no commit can state it. */
  readonly own: StatedView | null;
}

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

/** A view and its log. */
export interface StatedView {
  readonly log: HeaderLog;
  readonly view: View;
}

const stated = z.object({
  log: z.object({ origin: z.string(), key: z.string() }),
  view: z.object({ size: z.int(), root: z.string(), sig: z.string() }),
});

const statement = z.object({
  type: z.literal('log-key'),
  origin: z.string(),
  key: z.string(),
  server: z.string(),
  sig: z.string(),
});

const formerForm = z.object({
  statement,
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

const form = z.object({
  statement,
  note: z.string(),
  own: z.nullable(stated),
});

export function readKeptLog(storage: TextStorage): KeptLog | null {
  return readJson(form, storage.read(NAME));
}

export function keepLog(storage: TextStorage, kept: KeptLog): void {
  storage.write(NAME, JSON.stringify(kept));
}

export function readFormerLog(storage: TextStorage): FormerLog | null {
  return readJson(formerForm, storage.read(FORMER));
}

/** Keeps both notes: if results were lost, they are all that shows it. */
export function keepFormerLog(storage: TextStorage, former: FormerLog): void {
  storage.write(FORMER, JSON.stringify(former));
}

/** The views of others that this page could not compare with its own yet. */
export function readUnchecked(storage: TextStorage): readonly StatedView[] {
  return readJson(z.array(stated), storage.read(UNCHECKED)) ?? [];
}

export function keepUnchecked(storage: TextStorage, views: readonly StatedView[]): void {
  storage.write(UNCHECKED, views.length === 0 ? null : JSON.stringify(views.slice(-UNCHECKED_KEPT)));
}
