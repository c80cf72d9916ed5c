import type { ReportFigureStore } from '../ports/analysis.ts';
import type { Alarms, Log, World } from '../ports/world.ts';

const FILL_ALARM = 'report-figures';
/** A process may end after it has stored a report and before it has stored its figures. */
const AGAIN_MS = 86_400_000;
/** After a failure of the storage. */
const RETRY_MS = 600_000;

interface FillerParts {
  readonly store: Pick<ReportFigureStore, 'fillIn'>;
  readonly alarms: Alarms;
  readonly world: Pick<World, 'now'>;
  readonly log: Log;
}

/** Fills in the figures that stored reports lack, at the start and once a day. */
export class FigureFiller {
  readonly #parts: FillerParts;
  #filling: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(parts: FillerParts) {
    this.#parts = parts;
  }

  /** Begins. Does not wait for the end, because there may be many reports. */
  start(): void {
    this.#filling = this.#fill();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#parts.alarms.clear(FILL_ALARM);
    await this.#filling;
  }

  /** Does not reject. */
  async #fill(): Promise<void> {
    const { store, alarms, world, log } = this.#parts;
    let againMs = AGAIN_MS;
    try {
      for await (const unreadable of store.fillIn()) {
        for (const report of unreadable) log.warn({ report }, 'a stored report cannot be read and has no figures');
        if (this.#isStopped) return;
      }
    } catch (err) {
      log.error({ err }, 'could not fill in the figures of stored reports; tries again in ten minutes');
      againMs = RETRY_MS;
    }
    if (this.#isStopped) return;
    alarms.set(FILL_ALARM, world.now() + againMs, () => {
      this.start();
      return this.#filling;
    });
  }
}
