import type { LogKeyEntry } from 'bg-record';
import * as z from 'zod/mini';
import { readJson } from '../platform/get-json.ts';
import type { TextStorage } from '../platform/ports.ts';

const NAME = 'anchor.public-log';

/** The newest verified view of the service's public log. */
export interface KeptLog {
  /** The statement by which a key of the server names the key of the log. */
  readonly statement: LogKeyEntry;
  /** The newest checkpoint, a signed note. */
  readonly note: string;
}

const form = z.object({
  statement: z.object({
    type: z.literal('log-key'),
    origin: z.string(),
    key: z.string(),
    server: z.string(),
    sig: z.string(),
  }),
  note: z.string(),
});

export function readKeptLog(storage: TextStorage): KeptLog | null {
  return readJson(form, storage.read(NAME));
}

export function keepLog(storage: TextStorage, kept: KeptLog): void {
  storage.write(NAME, JSON.stringify(kept));
}
