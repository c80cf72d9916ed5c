import { isInGap, type MatchEvent, type Receipt, verifyReceipt } from 'bg-record';
import { expect } from 'vitest';

/** A page halts where events and receipts differ by more than this. */
const TOLERANCE_MS = 5_000;

interface History {
  readonly id: string;
  readonly server: string;
  readonly events: readonly MatchEvent[];
  /** The hash after this number of events. */
  readonly headAt: (n: number) => string;
}

/** Checks as a page does that no receipt contradicts the history. */
export async function checkReceipts(receipts: readonly Receipt[], history: History): Promise<void> {
  const { id, server, events, headAt } = history;
  for (const receipt of receipts) {
    const { n, head, now } = receipt;
    expect(await verifyReceipt(server, id, receipt)).toBe(true);
    expect(n, 'a receipt is of events that stayed').toBeLessThanOrEqual(events.length);
    expect(head).toBe(headAt(n));
    for (const event of events.slice(n)) {
      expect(event.at, `event ${event.n} is not dated before a receipt without it`).toBeGreaterThanOrEqual(
        now - TOLERANCE_MS,
      );
    }
    for (const event of events) {
      if (event.type !== 'resume') continue;
      expect(isInGap(now, event), `the gap ${event.since} to ${event.at} has a receipt of ${now} in it`).toBe(false);
    }
  }
}
