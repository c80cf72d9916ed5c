import type { Ledger, Receipt, SignedEvent } from 'bg-record';
import { coded } from '../../src/platform/failure.ts';
import { ActionSender } from '../../src/session/action-sender.ts';
import { ChargeWatch } from '../../src/session/charges.ts';
import { MatchEnd } from '../../src/session/match-end.ts';
import { Receipts } from '../../src/session/receipts.ts';
import { RefundWatch } from '../../src/session/refunds.ts';
import { SilenceWatch } from '../../src/session/silence.ts';
import { VerifiedHistory } from '../../src/session/verified-history.ts';
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

const { take } = Receipts.prototype;
const { signWhatIsDue } = ActionSender.prototype;
const { forfeitFault } = VerifiedHistory.prototype;

/** Replaces the handling of receipts. */
function taking(other: (this: Receipts, receipt: Receipt, event: SignedEvent | null, ledger: Ledger) => unknown) {
  return replacing(Receipts as never, 'take', other as Method);
}

/** The events about which the server has signed anything, for each page. */
const asked = new WeakMap<Receipts, SignedEvent[]>();

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
    name: 'ignores which event a receipt names',
    breakPage: taking(async function (receipt, event, ledger) {
      const isDenied = event && receipt.fate !== 'stored' && receipt.n === event.n && receipt.head === event.prev;
      return (await take.call(this, receipt, event, ledger)) ?? (isDenied ? coded('event-denied') : null);
    }),
  },
  {
    name: 'believes a false `moved`',
    breakPage: taking(function (receipt, event, ledger) {
      return take.call(this, receipt, receipt.fate === 'moved' ? null : event, ledger);
    }),
  },
  {
    name: 'holds two receipts of different moments against each other',
    breakPage: taking(async function (receipt, event, ledger) {
      const before = asked.get(this) ?? [];
      asked.set(this, event ? [...before, event] : before);
      const { events, length } = ledger;
      const isGone = before.some(({ n, sig }) => n < length && receipt.n === length && events[n]?.sig !== sig);
      return (await take.call(this, receipt, event, ledger)) ?? (isGone ? coded('event-missing') : null);
    }),
  },
  {
    name: 'halts when its claim lapses',
    breakPage: replacing(ActionSender as never, 'signWhatIsDue', async function (this: ActionSender, ledger, trigger) {
      const before = this.inFlight;
      const fault = await signWhatIsDue.call(this, ledger, trigger);
      const { events, length } = ledger as Ledger;
      const isLapsed = before?.type === 'claim' && before.n < length && events[before.n]?.sig !== before.sig;
      return fault ?? (isLapsed ? coded('history-differs') : null);
    } as Method),
  },
  {
    name: 'lets the server declare its decisions void',
    breakPage: replacing(ActionSender as never, 'signWhatIsDue', async function (this: ActionSender, ledger, trigger) {
      const fault = await signWhatIsDue.call(this, ledger, trigger);
      return fault?.code === 'event-voided' ? null : fault;
    } as Method),
  },
  {
    name: 'believes a forfeit without a claim',
    breakPage: replacing(VerifiedHistory as never, 'forfeitFault', function (this: VerifiedHistory, event, before) {
      const fault = forfeitFault.call(this, event, before);
      return fault?.code === 'forfeit-unclaimed' ? null : fault;
    } as Method),
  },
  { name: 'plays with any time of absence', breakPage: replacing(Page as never, 'agreementFault', () => null) },
  { name: 'does not count time given back', breakPage: replacing(RefundWatch as never, 'receipt', () => undefined) },
  { name: 'does not notice silence', breakPage: replacing(SilenceWatch as never, 'look', () => false) },
  {
    name: 'lets a rolled match be called off',
    breakPage: replacing(MatchEnd as never, 'abortFault', async () => null),
  },
];
