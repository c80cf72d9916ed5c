import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Card, Schedule } from '../../cards/card.ts';
import { type Added, CardStore } from '../../cards/card-store.ts';

type State = { readonly kind: 'loading' | 'unavailable' } | { readonly kind: 'ready'; readonly cards: readonly Card[] };

/** The result of storing an answer: `elsewhere` if another tab has answered or removed the card. */
export type Stored = 'stored' | 'elsewhere' | 'failed';

export interface Cards {
  readonly state: State;
  reload(): void;
  /** Stores the schedule after an answer to the card as given. */
  reschedule(card: Card, schedule: Schedule): Promise<Stored>;
  /** Resolves to false if the browser does not store it. */
  remove(card: Card): Promise<boolean>;
  clear(): Promise<boolean>;
  /** Resolves to null if the browser does not store them. */
  add(cards: readonly Card[]): Promise<Added | null>;
}

/** The cards of this browser. */
export function useCards(): Cards {
  const store = useMemo(() => new CardStore(), []);
  const [state, setState] = useState<State>({ kind: 'loading' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let current = true;
    store.list().then(
      (cards) => current && setState({ kind: 'ready', cards }),
      () => current && setState({ kind: 'unavailable' }),
    );
    return () => {
      current = false;
    };
  }, [round]);
  const reload = () => setRound((old) => old + 1);
  const change = (changed: (cards: readonly Card[]) => Card[]) =>
    setState((old) => (old.kind === 'ready' ? { kind: 'ready', cards: changed(old.cards) } : old));
  const done = (work: Promise<void>, changed: (cards: readonly Card[]) => Card[]) =>
    work.then(
      () => {
        change(changed);
        return true;
      },
      () => false,
    );
  return {
    state,
    reload,
    reschedule: async (card, schedule) => {
      const isStored = await store.reschedule(card, schedule).catch(() => null);
      if (isStored === null) return 'failed';
      if (!isStored) {
        reload();
        return 'elsewhere';
      }
      change((cards) => cards.map((one) => (one.id === card.id ? { ...one, schedule } : one)));
      return 'stored';
    },
    remove: (card) => done(store.remove(card.id), (cards) => cards.filter(({ id }) => id !== card.id)),
    clear: () => done(store.clear(), () => []),
    add: async (cards) => {
      const told = await store.add(cards).catch(() => null);
      if (told) reload();
      return told;
    },
  };
}
