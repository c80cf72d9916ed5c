import type { HeaderLog, LogKeyEntry, View } from 'bg-record';
import * as z from 'zod/mini';
import { readJson } from '../platform/get-json.ts';
import type { TextStorage } from '../platform/ports.ts';

const NAME = 'anchor.public-log';
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

/** A view and its log. */
export interface StatedView {
  readonly log: HeaderLog;
  readonly view: View;
}

const stated = z.object({
  log: z.object({ origin: z.string(), key: z.string() }),
  view: z.object({ size: z.int(), root: z.string(), sig: z.string() }),
});

/** The form of the statement by which a key of the server names the key of a log. */
export const logKeyForm = z.object({
  type: z.literal('log-key'),
  origin: z.string(),
  key: z.string(),
  server: z.string(),
  sig: z.string(),
});

const form = z.object({
  statement: logKeyForm,
  note: z.string(),
  own: z.nullable(stated),
});

export function readKeptLog(storage: TextStorage): KeptLog | null {
  return readJson(form, storage.read(NAME));
}

export function keepLog(storage: TextStorage, kept: KeptLog): void {
  storage.write(NAME, JSON.stringify(kept));
}

/** The views of others that this page could not compare with its own yet. */
export function readUnchecked(storage: TextStorage): readonly StatedView[] {
  return readJson(z.array(stated), storage.read(UNCHECKED)) ?? [];
}

export function keepUnchecked(storage: TextStorage, views: readonly StatedView[]): void {
  storage.write(UNCHECKED, views.length === 0 ? null : JSON.stringify(views.slice(-UNCHECKED_KEPT)));
}
