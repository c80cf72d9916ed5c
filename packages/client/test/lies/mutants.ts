import { ActionSender } from '../../src/protocol/action-sender.ts';
import { ChargeWatch } from '../../src/protocol/charges.ts';
import { MatchEnd } from '../../src/protocol/match-end.ts';
import { VerifiedHistory } from '../../src/protocol/verified-history.ts';
import { MemoryStore } from '../support/memory.ts';
import { Page } from './page.ts';

/** A page that breaks one of its rules, with functions to break it and to restore it. */
interface Mutant {
  readonly name: string;
  readonly breakPage: () => () => void;
}

type Method = (...args: never[]) => unknown;

/** Replaces a method of a class. */
function replacing<K extends string>(holder: { prototype: Record<K, Method> }, name: K, other: Method) {
  return () => {
    const own = holder.prototype[name];
    holder.prototype[name] = other;
    return () => {
      holder.prototype[name] = own;
    };
  };
}

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'forgets its marks',
    breakPage: replacing(MemoryStore as never, 'place', async function (this: MemoryStore, match: string, next: never) {
      const stored = await this.signed(match);
      const row = (next as (row: typeof stored) => typeof stored | null)(stored);
      if (row) this.marks.set(match, { ...row, mark: null });
      return row ?? stored;
    } as Method),
  },
  { name: 'follows any clock', breakPage: replacing(ChargeWatch as never, 'take', () => undefined) },
  { name: 'believes any forfeit', breakPage: replacing(VerifiedHistory as never, 'forfeitFault', () => null) },
  {
    name: 'decides anew after a refusal',
    breakPage: replacing(Page as never, 'refused', function (this: Page) {
      for (const [match, row] of this.store.marks) this.store.marks.set(match, { ...row, mark: null });
    } as Method),
  },
  {
    name: 'ignores that another device has the seat',
    breakPage: replacing(ActionSender as never, 'holdsSeat', () => true),
  },
  {
    name: 'does not count what displaces its decisions',
    breakPage: () => {
      const own = Object.getOwnPropertyDescriptor(ActionSender.prototype, 'displaced');
      Object.defineProperty(ActionSender.prototype, 'displaced', { configurable: true, get: () => 0 });
      return () => Object.defineProperty(ActionSender.prototype, 'displaced', own ?? {});
    },
  },
  {
    name: 'lets a rolled match be called off',
    breakPage: replacing(MatchEnd as never, 'abortFault', async () => null),
  },
];
