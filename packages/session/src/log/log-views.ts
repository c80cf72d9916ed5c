import type { HeaderLog, Transcript, View } from 'bg-record';
import type { Player } from 'bg-rules';
import type { TextStorage } from '../platform/ports.ts';
import { readKeptLog } from './kept-log.ts';
import type { LogPlace, PublicLog } from './public-log.ts';

type LogFault = Extract<LogPlace, { readonly kind: 'fault' }>;

interface LogViewsPorts {
  readonly storage: TextStorage;
  /** Loads the code that checks the log. */
  readonly load: () => Promise<Pick<PublicLog, 'compare' | 'refresh'>>;
  /** Stores the evidence, and begins no match from now on. `transcript` is the match whose views show it, if one does. */
  readonly found: (fault: LogFault, transcript: Transcript | null) => Promise<void>;
}

/**
 * The views of the public log that this page states in its commits, and compares with those of the other parties. Nothing
 * of it delays or stops a match.
 */
export class LogViews {
  readonly #ports: LogViewsPorts;

  constructor(ports: LogViewsPorts) {
    this.#ports = ports;
  }

  /** The newest checkpoint that this browser has verified for the log of a match. */
  own(log: HeaderLog): View | null {
    const own = readKeptLog(this.#ports.storage)?.own;
    return own && own.log.origin === log.origin && own.log.key === log.key ? own.view : null;
  }

  /** Verifies the newest checkpoint before a match begins. */
  refresh(): Promise<void> {
    return this.#attempt(null, (log) => log.refresh());
  }

  /** Compares the views that the other parties of a match have stated with what this browser has verified. */
  compare(transcript: Transcript, seat: Player): Promise<void> {
    const { log: named } = transcript.header;
    const views = transcript.events.flatMap((event) => {
      const view = event.type === 'commit' && event.p !== seat ? event.view : null;
      return view ? [view] : [];
    });
    return named ? this.#attempt(transcript, (log) => log.compare(named, views)) : Promise.resolve();
  }

  async #attempt(
    transcript: Transcript | null,
    work: (log: Awaited<ReturnType<LogViewsPorts['load']>>) => ReturnType<PublicLog['compare']>,
  ) {
    try {
      const compared = await work(await this.#ports.load());
      if (compared.kind === 'fault') await this.#ports.found(compared, transcript);
    } catch {
      // The code that checks the log could not be loaded. The next match tries again.
    }
  }
}
