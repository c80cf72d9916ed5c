import type { AnalysisReport } from '@anchor/wire';
import { analysisReport } from '@anchor/wire';
import type { Player } from 'bg-rules';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { CheckedRecord } from '../../records/load.ts';
import { eventNumber, reviewPath, wantedIn } from '../../records/review-link.ts';
import type { Origin } from '../../records/stored-records.ts';
import type { Client } from '../../state/client.ts';
import { type Fetched, useJson } from '../../state/use-json.ts';
import { type Deep, useDeep } from './deep.ts';
import { EVERYTHING, type Filter, nextMistake, passes } from './filters.ts';
import { type Judged, judge } from './judged.ts';
import type { Look } from './moment-scene.ts';
import { type GameSpan, indexOfEvent, momentsOf, spansOf } from './moments.ts';
import { type Instant, useInstant } from './use-instant.ts';

/** The data that the parts of the review share. */
export interface Review {
  readonly checked: CheckedRecord;
  /** The player from whose side the board is seen. */
  readonly viewer: Player;
  /** The reader's own seat, or null if the reader did not play. */
  readonly seat: Player | null;
  readonly spans: readonly GameSpan[];
  readonly judged: readonly Judged[];
  /** The source of the record. The server does not know the reader’s own file. */
  readonly origin: Origin;
  /** The best available report: deep, else quick, else the built-in ranking. Null without any. */
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
  /** Selects the next mistake that the filter allows. Null if there is none. */
  readonly earlierMistake: (() => void) | null;
  readonly laterMistake: (() => void) | null;
  /** Shows a play while the pointer is on it. Null ends this. */
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

/** The state of one view of a finished match. */
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
  const now = judged[at];
  if (!now) throw new TypeError('a finished match has a decision');
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

/** Returns the index of the moment shown. A change of the address resets it. */
function useIndex(n: string | undefined, indexInAddress: () => number) {
  const [index, go] = useState(indexInAddress);
  useEffect(() => go(indexInAddress()), [n]);
  return { index, go };
}

interface Looked {
  /** The index of the moment it belongs to. It is dropped at any other. */
  readonly at: number;
  readonly look: Look;
}

/** Returns what the board shows: the play pointed at, the selected play, or the play made. */
function useLook(index: number) {
  const [chosen, setChosen] = useState<Looked | null>(null);
  const [peeked, setPeeked] = useState<Looked | null>(null);
  const look = [peeked, chosen].find((one) => one?.at === index)?.look ?? 'after';
  const peek = (wanted: Look | null) => setPeeked(wanted && { at: index, look: wanted });
  return { look, peek, choose: (wanted: Look) => setChosen({ at: index, look: wanted }) };
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
