import type { AnalysisReport } from '@anchor/wire';
import { analysisReport } from '@anchor/wire';
import type { Player } from 'bg-rules';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Client } from '../app/compose.ts';
import { type Fetched, useJson } from '../http/use-json.ts';
import type { Origin } from './at-hand.ts';
import { EVERYTHING, type Filter, nextMistake, passes } from './filters.ts';
import { type Judged, judge } from './judged.ts';
import { eventNumber, reviewPath, wantedIn } from './links.ts';
import type { CheckedRecord } from './load.ts';
import { type GameSpan, indexOfEvent, momentsOf, spansOf } from './moments.ts';
import type { Look } from './scene.ts';
import { type Deep, useDeep } from './use-deep.ts';
import { type Instant, useInstant } from './use-instant.ts';

/** Everything that the parts of the review share. */
export interface Review {
  readonly checked: CheckedRecord;
  /** Whose side the board is seen from. */
  readonly viewer: Player;
  /** The reader's own seat; null for who did not play. */
  readonly seat: Player | null;
  readonly spans: readonly GameSpan[];
  readonly judged: readonly Judged[];
  /** Where the record comes from: the server knows nothing of a file of the reader’s own. */
  readonly origin: Origin;
  /** The deep report where there is one, else the estimate of this browser, else the quick look; null without any. */
  readonly report: AnalysisReport | null;
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
  /** To the next mistake of whom the filter shows; null where there is none. */
  readonly earlierMistake: (() => void) | null;
  readonly laterMistake: (() => void) | null;
  /** Looks at something while it is pointed at; null when it no longer is. */
  peek(look: Look | null): void;
  choose(look: Look): void;
  setFilter(filter: Filter): void;
}

interface Wanted {
  readonly match: string;
  readonly origin: Origin;
  readonly n: string | undefined;
  readonly checked: CheckedRecord;
  readonly client: Client;
}

/** The state of one look at a finished match. */
export function useReview({ match, n, origin, checked, client: { connection } }: Wanted): Review {
  const { record } = checked;
  const moments = useMemo(() => momentsOf(record), [record]);
  const spans = useMemo(() => spansOf(moments), [moments]);
  const ofServer = origin === 'server';
  const wanted = wantedIn(location.search);
  const fast = useJson({ path: ofServer ? `/api/analysis/${match}` : null, shape: analysisReport, connection });
  const instant = useInstant(record, wanted === 'instant');
  const deep = useDeep(match, ofServer && wanted === 'deep', connection.status.value === 'online');
  const report = reportOf(deep.state) ?? reportOf(instant.state) ?? fast.value;
  const judged = useMemo(() => judge(moments, report), [moments, report]);
  const { index, go } = useIndex(n, () => indexOfEvent(moments, eventNumber(n) ?? 0));
  const [filter, setFilter] = useState<Filter>(EVERYTHING);
  const { look, peek, choose } = useLook(index);
  const at = Math.min(index, moments.length - 1);
  const now = judged[at]!;
  const asked = deep.state.kind !== 'idle' ? 'deep' : instant.state.kind !== 'idle' ? 'instant' : null;
  const path = reviewPath({ match, n: now.moment.n, wanted: asked, origin });
  useAddress(path);
  const own = connection.me.value?.pub;
  const seat = record.header.players.findIndex(({ pub }) => pub === own);
  const mistake = (direction: 1 | -1) => {
    const found = nextMistake(judged, at, direction, filter.player);
    return found === null ? null : () => go(found);
  };
  const actions = { go, peek, choose, setFilter, earlierMistake: mistake(-1), laterMistake: mistake(1) };
  const sides = { viewer: seat === 1 ? 1 : 0, seat: seat === 0 || seat === 1 ? seat : null } as const;
  const tiers = { report, fast, instant, deep };
  return { checked, origin, ...sides, spans, judged, ...tiers, index: at, now, look, filter, path, actions };
}

function reportOf(state: Deep['state'] | Instant['state']): AnalysisReport | null {
  return state.kind === 'done' ? state.report : null;
}

/** Which moment is shown; the address decides when it changes. */
function useIndex(n: string | undefined, indexInAddress: () => number) {
  const [index, go] = useState(indexInAddress);
  useEffect(() => go(indexInAddress()), [n]);
  return { index, go };
}

interface Looked {
  /** Index of the moment that it was about: at another one it is forgotten. */
  readonly at: number;
  readonly look: Look;
}

/** What the board shows of the moment: what is pointed at, else what was chosen, else what was played. */
function useLook(index: number) {
  const [chosen, setChosen] = useState<Looked | null>(null);
  const [peeked, setPeeked] = useState<Looked | null>(null);
  const look = [peeked, chosen].find((one) => one?.at === index)?.look ?? 'after';
  const peek = (wanted: Look | null) => setPeeked(wanted && { at: index, look: wanted });
  return { look, peek, choose: (wanted: Look) => setChosen({ at: index, look: wanted }) };
}

/** Browsers refuse an address that changes many times a second, as it would while an arrow key is held. */
const SETTLED_MS = 300;

/** Keeps the address at the moment that is shown, without a new entry in the history for each. */
function useAddress(path: string): void {
  useEffect(() => {
    const timer = setTimeout(() => history.replaceState(history.state, '', path), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [path]);
}

/** Indexes of the moments that the filter lets through. */
export function shownIndexes({ judged, filter }: Pick<Review, 'judged' | 'filter'>): number[] {
  return judged.flatMap((one, index) => (passes(one, filter) ? [index] : []));
}
