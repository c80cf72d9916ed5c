import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Mailer, MatchStore } from '../domain/ports.ts';
import { type Figures, showFigures } from './figures.ts';
import { countCommits, countMails, countMatches } from './stored.ts';
import { countRequests, countSockets } from './traffic.ts';

/** What is counted while the service runs, and what a scrape shows of it. To count costs less than a microsecond, so it is always done. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #show = showFigures(this.#registry);
  readonly sockets = countSockets(this.#registry);
  readonly requests = countRequests(this.#registry);
  readonly committed = countCommits(this.#registry);

  /** The same store, counted; to be asked for once. */
  matches(store: MatchStore): MatchStore {
    return countMatches(this.#registry, store);
  }

  /** The same mailer, counted; to be asked for once. */
  mailer(mailer: Mailer): Mailer {
    return countMails(this.#registry, mailer);
  }

  /** Adds what the process knows of itself: memory, processor, event loop, garbage, and the program's version. */
  addProcess(version: string): void {
    collectDefaultMetrics({ register: this.#registry });
    const [name, help] = ['anchor_build_info', 'Always 1; its label is the version of the program.'];
    new Gauge({ name, help, labelNames: ['version'], registers: [this.#registry] }).set({ version }, 1);
  }

  /** Everything in the text format of Prometheus. */
  text(figures: Figures): Promise<string> {
    this.#show(figures);
    return this.#registry.metrics();
  }

  /** The media type of `text`. */
  get mediaType(): string {
    return this.#registry.contentType;
  }
}
