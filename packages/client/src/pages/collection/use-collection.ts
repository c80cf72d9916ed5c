import { useEffect, useState } from 'preact/hooks';
import { type CollectionStore, onCollectionChange } from '../../collection/collection-store.ts';
import type { KeptMatch } from '../../collection/kept-match.ts';

type State =
  | { readonly kind: 'loading' | 'unavailable' }
  | { readonly kind: 'ready'; readonly matches: readonly KeptMatch[] };

interface Collection {
  readonly state: State;
  reload(): void;
}

/** The matches of this browser. They are read again after each change, in this tab or another one. */
export function useCollection(store: CollectionStore): Collection {
  const [state, setState] = useState<State>({ kind: 'loading' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    let isReading = false;
    let isStale = false;
    const read = async () => {
      isStale = isReading;
      if (isReading) return;
      isReading = true;
      const matches = await store.list().catch(() => null);
      isReading = false;
      if (!isCurrent) return;
      setState(matches ? { kind: 'ready', matches } : { kind: 'unavailable' });
      // changes that came in the meantime are read together
      if (isStale) void read();
    };
    const end = onCollectionChange(() => void read());
    void read();
    return () => {
      isCurrent = false;
      end();
    };
  }, [store, round]);
  const reload = () => {
    setState({ kind: 'loading' });
    setRound((old) => old + 1);
  };
  return { state, reload };
}
