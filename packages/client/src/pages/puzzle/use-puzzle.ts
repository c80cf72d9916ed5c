import type { PuzzleAnswer, ServerMessageOf } from '@anchor/wire';
import type { Hop } from 'bg-rules';
import type { Connection, RequestCode } from 'bg-session';
import { useEffect, useState } from 'preact/hooks';
import { troubleText } from '../../strings/troubles.ts';

/** A puzzle as this page's player sees it. */
export type ShownPuzzle = Omit<ServerMessageOf<'puzzle'>, 'type' | 'id'>;

type PuzzleState =
  | { readonly kind: 'loading' | 'offline' | 'missing' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ready'; readonly shown: ShownPuzzle };

export interface PuzzleSession {
  readonly state: PuzzleState;
  readonly busy: boolean;
  /** The reason why an answer was refused. */
  readonly refused: string | null;
  answer(hops: readonly Hop[]): Promise<void>;
  reload(): void;
}

const ON_THE_WAY: ReadonlySet<RequestCode> = new Set(['offline', 'connection-lost']);

/** Loads the puzzle of a date (null for today) when there is a connection, and again when the key is proved. */
export function usePuzzle(connection: Connection, date: string | null): PuzzleSession {
  const [state, setState] = useState<PuzzleState>({ kind: 'loading' });
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const status = connection.status.value;
  const pub = connection.me.value?.pub;

  useEffect(() => {
    if (status !== 'online') return setState((old) => (old.kind === 'ready' ? old : { kind: waitingFor(status) }));
    let current = true;
    ask(connection, date).then((next) => current && setState(next));
    return () => {
      current = false;
    };
  }, [status, pub, date, round]);

  async function answer(hops: readonly Hop[]): Promise<void> {
    if (state.kind !== 'ready' || busy) return;
    setBusy(true);
    setRefused(null);
    const sent = hops.map(([from, to]): [number, number] => [from, to]);
    const got = await connection.request({ type: 'puzzle-attempt', date: state.shown.puzzle.date, hops: sent });
    setBusy(false);
    if (!got.ok) setRefused(troubleText(got));
    else if (got.value.type === 'puzzle-result') setState({ kind: 'ready', shown: withResult(state.shown, got.value) });
  }
  return { state, busy, refused, answer, reload: () => setRound(round + 1) };
}

function waitingFor(status: string): 'loading' | 'offline' {
  return status === 'connecting' ? 'loading' : 'offline';
}

async function ask(connection: Connection, date: string | null): Promise<PuzzleState> {
  const got = await connection.request(date === null ? { type: 'puzzle' } : { type: 'puzzle', date });
  if (got.ok) return got.value.type === 'puzzle' ? { kind: 'ready', shown: got.value } : { kind: 'loading' };
  if (got.code === 'no-puzzle' || got.code === 'bad-frame') return { kind: 'missing' };
  return ON_THE_WAY.has(got.code) ? { kind: 'offline' } : { kind: 'failed', message: troubleText(got) };
}

function withResult(shown: ShownPuzzle, result: ServerMessageOf<'puzzle-result'>): ShownPuzzle {
  const { rank, loss, best, yours: play, stats, streak } = result;
  const yours: PuzzleAnswer = { rank, loss, best, play };
  return { puzzle: shown.puzzle, stats, streak, yours };
}
