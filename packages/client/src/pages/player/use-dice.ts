import { useEffect, useRef, useState } from 'preact/hooks';
import type { RecordFile } from '../../records/check.ts';
import { fetchFile } from '../../records/fetch-record.ts';
import { loadVerifier } from '../../records/verifier.ts';
import { type GatheredDice, gatherDice } from './dice-of-player.ts';

export type DiceState =
  | { readonly kind: 'idle' | 'no-verifier' }
  | { readonly kind: 'busy'; readonly done: number }
  | { readonly kind: 'ready'; readonly gathered: GatheredDice };

/** Counts a player's dice on request, and stops when the component is unmounted. */
export function useDice(pub: string, matches: readonly string[]): readonly [DiceState, () => void] {
  const [state, setState] = useState<DiceState>({ kind: 'idle' });
  const wanted = useRef(true);
  useEffect(
    () => () => {
      wanted.current = false;
    },
    [],
  );
  async function start(): Promise<void> {
    setState({ kind: 'busy', done: 0 });
    const verifier = await loadVerifier();
    if (!verifier) return setState({ kind: 'no-verifier' });
    const onProgress = ({ verified, refused, absent }: GatheredDice) => {
      if (wanted.current) setState({ kind: 'busy', done: verified + refused.length + absent });
      return wanted.current;
    };
    const gathered = await gatherDice({ verifier, pub, matches, fetchFile: fetchOrNull, onProgress });
    if (wanted.current) setState({ kind: 'ready', gathered });
  }
  return [state, () => void start()];
}

async function fetchOrNull(match: string): Promise<RecordFile | null> {
  const file = await fetchFile(match);
  return typeof file === 'string' ? null : file;
}
