import type { JudgedMoves } from '@anchor/analysis';
import { type AnalysisReport, analysisReport } from '@anchor/wire';
import type { Player } from 'bg-rules';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { CollectionStore } from '../../collection/collection-store.ts';
import { idOfImport } from '../../collection/kept-match.ts';
import type { Estimate } from '../../engine/instant.ts';
import { type Judged, judge, undoubledIn } from '../../judged/judged.ts';
import { keepEstimate } from '../../judged/kept-estimate.ts';
import { keptReviewOf } from '../../judged/kept-review.ts';
import type { Look } from '../../judged/moment-scene.ts';
import { type GameSpan, indexOfEvent, type Moment, momentsOf, spansOf } from '../../judged/moments.ts';
import { type Instant, useInstant } from '../../judged/use-instant.ts';
import { eventNumber, IMPORT_PATH, reviewPath, wantedIn } from '../../records/review-link.ts';
import type { Client } from '../../state/client.ts';
import { type Fetched, useJson } from '../../state/use-json.ts';
import { type Deep, useDeep } from './deep.ts';
import { EVERYTHING, type Filter, nextMistake, passes } from './filters.ts';
import { type Subject, undoubledByFile } from './subject.ts';

/** The data that the parts of the review share. */
export interface Review {
  readonly subject: Subject;
  /** The player from whose side the board is seen. */
  readonly viewer: Player;
  /** The reader's own seat, or null if the reader did not play. */
  readonly seat: Player | null;
  readonly spans: readonly GameSpan[];
  readonly judged: readonly Judged[];
  /** The best available report: deep, else quick, else the built-in ranking. Null without any. */
  readonly report: JudgedMoves | null;
  /** The quick analysis, which alone judges the cube in every turn. Null without one. */
  readonly estimate: Estimate | null;
  readonly fast: Fetched<AnalysisReport>;
  readonly instant: Instant;
  readonly deep: Deep;
  readonly index: number;
  readonly now: Judged;
  readonly look: Look;
  readonly filter: Filter;
  /** The address of the moment that is shown. */
  readonly path: string;
  readonly actions: Actions;
}

export interface Actions {
  go(index: number): void;
  /** Selects the next mistake that the filter allows. Null if there is none. */
  readonly earlierMistake: (() => void) | null;
  readonly laterMistake: (() => void) | null;
  /** Shows a play while the pointer is on it. Null ends this. */
  peek(look: Look | null): void;
  choose(look: Look): void;
  setFilter(filter: Filter): void;
}

interface Wanted {
  readonly subject: Subject;
  readonly n: string | undefined;
  readonly client: Client;
}

/** The state of one view of a finished match. */
export function useReview({ subject, n, client: { connection } }: Wanted): Review {
  const { steps, question, origin } = subject;
  const header = subject.origin === 'import' ? null : subject.checked.record.header;
  const match = header?.id ?? '';
  const ofServer = origin === 'server';
  const wanted = wantedIn(location.search);
  const fast = useJson({ path: ofServer ? `/api/analysis/${match}` : null, shape: analysisReport, connection });
  const online = connection.status.value === 'online';
  const instant = useInstant(question, online);
  const deep = useDeep(match, ofServer && wanted === 'deep', online);
  const estimate = instant.state.kind === 'done' ? instant.state.estimate : null;
  const report = deep.state.kind === 'done' ? deep.state.report : (estimate?.report ?? fast.value);
  const moments = useMemo(
    () =>
      momentsOf(
        steps,
        new Set([...(estimate ? undoubledIn(estimate).map(({ n }) => n) : []), ...undoubledByFile(subject)]),
      ),
    [steps, estimate],
  );
  const spans = useMemo(() => spansOf(moments), [moments]);
  const judged = useMemo(() => judge(moments, report, estimate), [moments, report, estimate]);
  const { index, go } = useIndex(n, moments);
  const [filter, setFilter] = useState<Filter>(EVERYTHING);
  const now = judged[index];
  if (!now) throw new TypeError('a finished match has a decision');
  const { look, peek, choose } = useLook(now.moment.n);
  const asked = deep.state.kind === 'idle' ? null : 'deep';
  const path = origin === 'import' ? IMPORT_PATH : reviewPath({ match, n: now.moment.n, wanted: asked, origin });
  useAddress(path);
  const own = connection.me.value?.pub;
  const found = header?.players.findIndex(({ pub }) => pub === own);
  const seat = found === 0 || found === 1 ? found : null;
  useKeptReview(subject, estimate, seat);
  const mistake = (direction: 1 | -1) => {
    const found = nextMistake(judged, index, direction, filter.player);
    return found === null ? null : () => go(found);
  };
  const actions = { go, peek, choose, setFilter, earlierMistake: mistake(-1), laterMistake: mistake(1) };
  const sides = { viewer: seat ?? 0, seat } as const;
  const tiers = { report, estimate, fast, instant, deep };
  return { subject, ...sides, spans, judged, ...tiers, index, now, look, filter, path, actions };
}

/**
 * Returns the index of the moment shown. A change of the address resets it. The moment stays when an analysis adds others.
 */
function useIndex(n: string | undefined, moments: readonly Moment[]) {
  const inAddress = eventNumber(n) ?? 0;
  const [event, setEvent] = useState(inAddress);
  useEffect(() => setEvent(inAddress), [n]);
  return { index: indexOfEvent(moments, event), go: (index: number) => setEvent(moments[index]?.n ?? 0) };
}

interface Looked {
  /** The event of the moment it belongs to. It is dropped at any other. */
  readonly at: number;
  readonly look: Look;
}

/** Returns what the board shows: the play pointed at, the selected play, or the play made. */
function useLook(event: number) {
  const [chosen, setChosen] = useState<Looked | null>(null);
  const [peeked, setPeeked] = useState<Looked | null>(null);
  const look = [peeked, chosen].find((one) => one?.at === event)?.look ?? 'after';
  const peek = (wanted: Look | null) => setPeeked(wanted && { at: event, look: wanted });
  return { look, peek, choose: (wanted: Look) => setChosen({ at: event, look: wanted }) };
}

/**
 * This browser keeps the estimate of the reader's own match. And the collection keeps the review of an imported match: it holds every
 * match that was opened, unless it was full or the reader has deleted it.
 */
function useKeptReview(subject: Subject, estimate: Estimate | null, seat: Player | null): void {
  useEffect(() => {
    if (!estimate) return;
    if (subject.origin === 'import') {
      const id = idOfImport(subject.imported);
      void new CollectionStore().setReview(id, keptReviewOf(estimate)).catch(() => undefined);
    }
    if (subject.origin === 'server' && seat !== null) keepEstimate(subject.checked.record, estimate, seat);
  }, [subject, estimate, seat]);
}

/** Browsers reject an address that changes many times a second, as it would while an arrow key is held. */
const SETTLED_MS = 300;

/** Updates the address to the moment shown, without a new history entry for each. */
function useAddress(path: string): void {
  useEffect(() => {
    const timer = setTimeout(() => history.replaceState(history.state, '', path), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [path]);
}

/** Returns the indexes of the moments that pass the filter. */
export function shownIndexes({ judged, filter }: Pick<Review, 'judged' | 'filter'>): number[] {
  return judged.flatMap((one, index) => (passes(one, filter) ? [index] : []));
}
