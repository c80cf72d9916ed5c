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

/** While many files are kept, the list is drawn again a few times a second. */
const TOGETHER_MS = 250;

/** The matches of this browser. They are read again after each change, in this tab or another one. */
export function useCollection(store: CollectionStore): Collection {
  const [state, setState] = useState<State>({ kind: 'loading' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    let next: ReturnType<typeof setTimeout> | null = null;
    const read = async () => {
      next = null;
      const matches = await store.list().catch(() => null);
      if (isCurrent) setState(matches ? { kind: 'ready', matches } : { kind: 'unavailable' });
    };
    // the changes of a moment are read together
    const end = onCollectionChange(() => {
      next ??= setTimeout(() => void read(), TOGETHER_MS);
    });
    void read();
    return () => {
      isCurrent = false;
      if (next !== null) clearTimeout(next);
      end();
    };
  }, [store, round]);
  const reload = () => {
    setState({ kind: 'loading' });
    setRound((old) => old + 1);
  };
  return { state, reload };
}
