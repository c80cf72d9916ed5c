import type { EventType } from 'bg-record';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { Mailer, MailVerdict } from '../domain/ports/mailings.ts';
import type { FinishedMatch, MatchStore } from '../domain/ports/matches.ts';
import type { WitnessObserver } from '../domain/public-log/cosigning.ts';
import { countBy, timeBy, timeOf } from './instruments.ts';

/** Histogram buckets, up to the largest batch of one transaction. */
const COMMIT_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const endings = ['points', 'resign', 'time', 'abandonment'] as const;
const verdicts: readonly MailVerdict[] = ['sent', 'refused', 'later', 'unavailable'];

/** Returns a function to call with the number of events of each commit. */
export function countCommits(registry: Registry): (events: number) => void {
  const sizes = new Histogram({
    name: 'anchor_commit_events',
    help: 'Events per transaction.',
    buckets: COMMIT_SIZES,
    registers: [registry],
  });
  return (events) => sizes.observe(events);
}

/** Wraps the store to count its operations on matches. */
export function countMatches(registry: Registry, store: MatchStore): MatchStore {
  const events = countEvents(registry, store);
  const started = countBy(
    registry,
    ['anchor_matches_started_total', 'Matches that this process started.'],
    'opponent',
    ['person', 'bot'],
  );
  const finished = countBy<FinishedMatch['record']['result']['reason']>(
    registry,
    ['anchor_matches_finished_total', 'Matches that this process finished; "time" and "abandonment" are forfeits.'],
    'reason',
    endings,
  );
  const aborted = countBy(
    registry,
    ['anchor_matches_aborted_total', 'Matches that this process ended without a result.'],
    'fault',
    ['player', 'none'],
  );
  return {
    ...store,
    ...events,
    async create(header, creating) {
      const created = await store.create(header, creating);
      if (created === 'created') started(header.players.some(({ bot }) => bot) ? 'bot' : 'person');
      return created;
    },
    async finish(match) {
      const row = await store.finish(match);
      finished(match.record.result.reason);
      return row;
    },
    async abort(match, aborting, length) {
      const fate = await store.abort(match, aborting, length);
      if (fate === 'aborted') aborted(aborting.blamed === null ? 'none' : 'player');
      return fate;
    },
  };
}

function countEvents(registry: Registry, store: MatchStore): Pick<MatchStore, 'append'> {
  const stored = countBy<EventType>(
    registry,
    ['anchor_events_stored_total', 'Match events that this process stored.'],
    'type',
  );
  const notStored = countBy(
    registry,
    ['anchor_events_not_stored_total', 'Events not stored because of a conflict or a database failure.'],
    'outcome',
    ['conflict', 'failed'],
  );
  const durable = timeOf(registry, ['anchor_event_store_seconds', 'Time from judging an event until it is durable.']);
  return {
    async append(match, event) {
      const began = performance.now();
      try {
        const verdict = await store.append(match, event);
        if (verdict === 'conflict') notStored('conflict');
        else stored(event.type);
        if (verdict === 'stored') durable((performance.now() - began) / 1000);
        return verdict;
      } catch (error) {
        notStored('failed');
        throw error;
      }
    },
  };
}

/** Wraps the mailer to count the provider's answers. */
export function countMails(registry: Registry, mailer: Mailer): Mailer {
  const counted = countBy<MailVerdict>(
    registry,
    ['anchor_mails_total', 'Mails by the answer of the provider.'],
    'verdict',
    verdicts,
  );
  return {
    delivers: mailer.delivers,
    works: mailer.works,
    async send(mail) {
      const verdict = await mailer.send(mail);
      counted(verdict);
      return verdict;
    },
  };
}

/** Returns a function that counts the answers of these witnesses. Each begins at 0, so that a witness that never answers is visible. */
export function countCosignatures(registry: Registry, witnesses: readonly string[]): WitnessObserver {
  const answers = new Counter({
    name: 'anchor_log_cosignatures_total',
    help: 'Requests of this process to the witnesses of the public log, by outcome.',
    labelNames: ['witness', 'outcome'],
    registers: [registry],
  });
  for (const witness of witnesses) for (const outcome of ['cosigned', 'failed']) answers.inc({ witness, outcome }, 0);
  const taken = timeBy(
    registry,
    ['anchor_log_witness_seconds', 'Time until a witness of the public log answered or failed.'],
    'witness',
    witnesses,
  );
  return (witness) => {
    const began = performance.now();
    return (outcome) => {
      answers.inc({ witness, outcome });
      taken(witness, (performance.now() - began) / 1000);
    };
  };
}
