import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Mailer } from '../domain/ports/mailings.ts';
import type { MatchStore } from '../domain/ports/matches.ts';
import type { WitnessObserver } from '../domain/public-log/cosigning.ts';
import { type Figures, showFigures } from './figures.ts';
import { countCommits, countCosignatures, countMails, countMatches } from './stored.ts';
import { countRequests, countSockets } from './traffic.ts';

/** All metrics. Counting costs less than a microsecond, so it is always on, even without a metrics server. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #show = showFigures(this.#registry);
  readonly sockets = countSockets(this.#registry);
  readonly requests = countRequests(this.#registry);
  readonly committed = countCommits(this.#registry);

  /** Wraps the store to count its operations. Call it once. */
  matches(store: MatchStore): MatchStore {
    return countMatches(this.#registry, store);
  }

  /** Wraps the mailer to count its mails. Call it once. */
  mailer(mailer: Mailer): Mailer {
    return countMails(this.#registry, mailer);
  }

  /** Returns the observer of requests to these witnesses. Call it once. */
  cosignatures(witnesses: readonly string[]): WitnessObserver {
    return countCosignatures(this.#registry, witnesses);
  }

  /** Adds process metrics (memory, CPU, event loop, garbage collection) and the program's version. */
  addProcess(version: string): void {
    collectDefaultMetrics({ register: this.#registry });
    const [name, help] = ['anchor_build_info', 'Always 1; its label is the version of the program.'];
    new Gauge({ name, help, labelNames: ['version'], registers: [this.#registry] }).set({ version }, 1);
  }

  /** All metrics in the Prometheus text format. */
  text(figures: Figures): Promise<string> {
    this.#show(figures);
    return this.#registry.metrics();
  }

  /** The media type of `text`. */
  get mediaType(): string {
    return this.#registry.contentType;
  }
}
