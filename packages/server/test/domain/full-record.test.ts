import { endsByFullness } from 'bg-record';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ABANDON_MS, type Harness, openHarness } from '../support/harness.ts';
import { seatPair } from '../support/seated.ts';

vi.mock('../../../record/src/event.ts', async (original) => ({ ...(await original<object>()), MAX_EVENTS: 70 }));
/** A record of 70 events is full when 50 places are left. */
const FULL = 20;

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.close());

/** A match that is played until its record is full and a player must act, or the match is over. */
async function filled(wanted: Parameters<typeof seatPair>[1]) {
  const pair = await seatPair(harness, wanted);
  while (!pair.ledger.state.result && (pair.ledger.length < FULL || pair.ledger.expects.party === null))
    await pair.step();
  await harness.pass(1);
  await pair.catchUp();
  return pair;
}

describe('a full record', () => {
  it('DL20 ends a correspondence match at once, against the player who must act', async () => {
    const { ledger } = await filled({ clock: 'days3', rated: false });
    expect(ledger.header.absenceMs).toBeNull();
    const last = ledger.events.at(-1);
    expect(last).toMatchObject({ type: 'forfeit', reason: 'abandonment' });
    expect(Number(last?.at) - Number(ledger.events.at(-2)?.at)).toBeLessThanOrEqual(1);
    const before = ledger.length - 1;
    expect([FULL, FULL + 1]).toContain(before);
    expect(endsByFullness(ledger, before)).toBe(true);
    expect(ledger.state.forfeit).toMatchObject({ absentMs: null });
  });

  it('DL21 ends any other match after an announcement, a claim and the time of its header', async () => {
    const pair = await filled({ clock: 'slow' });
    const { ledger } = pair;
    const seat = ledger.expects.party;
    expect(ledger.events.at(-1)).toMatchObject({ type: 'absent', seat });
    const lostAt = Number(ledger.state.absent?.since) + ABANDON_MS;
    expect((await pair.claim(seat === 0 ? 1 : 0)).ok).toBe(true);
    await harness.pass(lostAt - 1 - harness.world.now());
    await pair.catchUp();
    expect(ledger.state.result).toBeNull();
    await harness.pass(1);
    await pair.catchUp();
    expect(ledger.events.at(-1)).toMatchObject({ type: 'forfeit', reason: 'abandonment', loser: seat });
    expect(ledger.state.forfeit).toMatchObject({ absentMs: ABANDON_MS });
    expect(endsByFullness(ledger, ledger.length - 1)).toBe(false);
  });
});
