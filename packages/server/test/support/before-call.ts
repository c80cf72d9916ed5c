import type { MatchStore } from '../../src/domain/ports/matches.ts';
import type { Store } from '../../src/domain/ports/store.ts';

/** A storage that calls `before` ahead of each call of a method of its matches. The method fails if `before` does. */
export function beforeCall(method: keyof MatchStore, before: () => Promise<unknown>): (store: Store) => Store {
  return (store) => {
    const call: (...args: never[]) => unknown = store.matches[method];
    const wrapped = async (...args: never[]) => {
      await before();
      return call.apply(store.matches, args);
    };
    return { ...store, matches: { ...store.matches, [method]: wrapped } };
  };
}
