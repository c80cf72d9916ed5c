import { startPosition } from 'bg-rules';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DailyMailing, type PuzzleOfTheDay } from '../../src/domain/mailing/daily-mailing.ts';
import { Links } from '../../src/domain/mailing/links.ts';
import type { Mailer, MailingStore } from '../../src/domain/ports/mailings.ts';
import { SmtpMailer } from '../../src/mail/smtp-mailer.ts';
import { type Harness, LINK_URL, openHarness } from '../support/harness.ts';
import { type SmtpHost, smtpHost, textOf } from '../support/smtp.ts';

const DATE = '2026-11-21';
const DAY_MS = 24 * 3_600_000;
const CLAIM_MS = 120_000;

const puzzle = (date: string): PuzzleOfTheDay => ({
  date,
  position: startPosition(),
  onRoll: 0,
  dice: [3, 1],
  cube: { value: 1, owner: null },
  score: [0, 0],
  length: 7,
  crawford: false,
});

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness({ todaysPuzzle: async (date) => puzzle(date), dailyCap: 60 });
});
afterEach(() => harness.close());

async function subscribe(count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, n) => `reader${String(n).padStart(2, '0')}@example.org`);
  for (const [n, email] of emails.entries()) {
    await harness.store.subscriptions.ask(email, String(n).padStart(48, '0'), harness.world.now());
    await harness.store.subscriptions.confirm(email);
  }
  return emails;
}
const recipients = () => harness.mailer.sent.map(({ to }) => to);
const run = () => harness.service.daily.run();

describe('the daily mailing', () => {
  it('DM1 does nothing without a provider or without due subscribers', async () => {
    expect(await run()).toEqual({ ok: true, value: { sent: 0, due: 0 } });
    await harness.store.subscriptions.ask('pending@example.org', 'x', 0);
    expect(await run()).toEqual({ ok: true, value: { sent: 0, due: 0 } });
    await subscribe(1);
    harness.mailer.delivers = false;
    expect(await run()).toEqual({ ok: true, value: { skipped: 'mail provider not configured' } });
  });

  it('DM2 sends each subscriber one mail a day, however often it runs', async () => {
    const emails = await subscribe(3);
    const outcomes = [true, true, true];
    const expected = { date: DATE, ok: 3, failed: 0, skipped: 0, outcomes, due: 3 };
    const [first, second] = await Promise.all([run(), run()]);
    expect(first).toEqual({ ok: true, value: expected });
    expect(second).toEqual({ ok: true, value: { sent: 0, due: 0 } });
    expect(recipients()).toEqual(emails);
    harness.world.setNow(harness.world.now() + DAY_MS);
    expect(await run()).toMatchObject({ value: { date: '2026-11-22', ok: 3 } });
  });

  it('DM3 stops at the cap of a run; the next run continues', async () => {
    const emails = await subscribe(70);
    expect(await run()).toMatchObject({ value: { ok: 60, skipped: 0, due: 70 } });
    expect(await run()).toMatchObject({ value: { ok: 10, due: 10 } });
    expect(recipients()).toEqual(emails);
  });

  it('DM4 stops when the provider is unavailable, and misses no subscriber afterwards', async () => {
    const emails = await subscribe(5);
    harness.mailer.verdicts.push('sent', 'sent', 'unavailable');
    expect(await run()).toEqual({
      ok: true,
      value: { date: DATE, ok: 2, failed: 1, skipped: 2, outcomes: [true, true, false], due: 5 },
    });
    expect(await run()).toMatchObject({ value: { ok: 3, failed: 0, skipped: 0, due: 3 } });
    expect(recipients().toSorted()).toEqual(emails);
  });

  it('DM5 continues after a refused address; a temporary refusal is tried again, a final one not on that day', async () => {
    await subscribe(3);
    harness.mailer.verdicts.push('refused', 'later', 'sent');
    expect(await run()).toMatchObject({ value: { ok: 1, failed: 2, outcomes: [false, false, true] } });
    expect(await run()).toMatchObject({ value: { ok: 1, due: 1 } });
    expect(recipients()).toEqual(['reader02@example.org', 'reader01@example.org']);
  });

  it('DM6 does not let one failing address delay the others', async () => {
    await subscribe(3);
    for (let turn = 0; turn < 3; turn++) {
      harness.mailer.verdicts.push('unavailable');
      harness.world.setNow(harness.world.now() + 1000);
      await run();
    }
    harness.world.setNow(harness.world.now() + 1000);
    harness.mailer.verdicts.push('unavailable');
    await run();
    expect(await run()).toMatchObject({ value: { ok: 3 } });
  });

  it('DM7 fails when there is no puzzle, and sends nothing', async () => {
    await harness.close();
    harness = await openHarness();
    await subscribe(1);
    expect(await run()).toMatchObject({ ok: false, code: 'no-puzzle' });
    expect(harness.mailer.sent).toEqual([]);
  });

  it('H4.5g begins no subscription that was never confirmed by the link that ends it', async () => {
    const { subscriptions } = harness.service;
    const stop = '7'.repeat(48);
    await harness.store.subscriptions.ask('pending@example.org', stop, 0);
    expect([await subscriptions.has(stop), await subscriptions.canVerify(stop)]).toEqual([true, false]);
    expect([await subscriptions.verify(stop), await subscriptions.isDaily('pending@example.org')]).toEqual([
      false,
      false,
    ]);
    await harness.store.subscriptions.confirm('pending@example.org');
    expect([await subscriptions.unsubscribe(stop), await subscriptions.canVerify(stop)]).toEqual([true, true]);
    expect([await subscriptions.verify(stop), await subscriptions.isDaily('pending@example.org')]).toEqual([
      true,
      true,
    ]);
    expect([await subscriptions.verify(''), await subscriptions.has('')]).toEqual([false, false]);
  });

  it('DM8 skips a subscriber who unsubscribes during the run', async () => {
    const [first = '', second = ''] = await subscribe(2);
    const { send } = harness.mailer;
    harness.mailer.send = async (mail) => {
      await harness.service.subscriptions.unsubscribe('1'.padStart(48, '0'));
      return send.call(harness.mailer, mail);
    };
    expect(await run()).toMatchObject({ value: { ok: 1, failed: 0, outcomes: [true], due: 2 } });
    expect(recipients()).toEqual([first]);
    expect(recipients()).not.toContain(second);
  });

  it('DM9 is divided between two processes without duplicates', async () => {
    const emails = await subscribe(20);
    const neighbour = await harness.neighbour();
    const runs = await Promise.all([run(), neighbour.daily.run()]);
    expect(recipients().toSorted()).toEqual(emails);
    const ok = runs.map((report) => (report.ok && 'ok' in report.value ? report.value.ok : 0));
    expect(ok.reduce((sum, n) => sum + n, 0)).toBe(20);
  });
});

/** A process that dies after a number of steps: its later operations do not happen. */
class Life {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  async around<T>(deed: () => Promise<T>): Promise<T> {
    this.#step();
    const done = await deed();
    this.#step();
    return done;
  }

  #step(): void {
    if (this.#left <= 0) throw new Error('killed');
    this.#left -= 1;
  }
}

describe('the daily mailing by SMTP', () => {
  let smtp: SmtpHost;
  beforeEach(async () => {
    smtp = await smtpHost();
  });
  afterEach(() => smtp.close());
  const mailer = () => new SmtpMailer({ url: smtp.url, from: 'Anchor <daily@anchor.example>' }, () => undefined);

  /** The mailing of a process that survives for a number of steps. */
  function mortal(steps: number): DailyMailing {
    const life = new Life(steps);
    const real = harness.store.mailings;
    const provider = mailer();
    const mailings: MailingStore = {
      ...real,
      claim: (...args) => life.around(() => real.claim(...args)),
      setState: (...args) => life.around(() => real.setState(...args)),
    };
    const dying: Mailer = { delivers: true, works: true, send: (mail) => life.around(() => provider.send(mail)) };
    const { world, log, store } = harness;
    const links = new Links({
      store: store.mailTokens,
      serverKey: { seed: new Uint8Array(32) },
      world,
      publicUrl: LINK_URL,
    });
    return new DailyMailing({
      store: { ...store, mailings },
      mailer: dying,
      links,
      world,
      log,
      publicUrl: LINK_URL,
      cap: 500,
      todaysPuzzle: async (date) => puzzle(date),
    });
  }

  it('DS1 killed at every step of a run of 50 and repeated: every mailbox shows one mail', async () => {
    const emails = await subscribe(50);
    let deaths = 0;
    for (let steps = 0; ; steps = (steps + 1) % 13) {
      const report = await mortal(steps)
        .run()
        .catch(() => null);
      // The owner of a claim counts as dead only after a while.
      harness.world.setNow(harness.world.now() + CLAIM_MS + 1);
      if (report) break;
      deaths += 1;
    }
    expect(deaths).toBeGreaterThan(50);
    const shown = new Map(smtp.received.map(({ to, messageId }) => [messageId, to]));
    expect([...shown.values()].toSorted()).toEqual(emails);
    expect(new Set(smtp.received.map(({ to }) => to)).size).toBe(50);
    // The only window: accepted by the provider, not recorded yet.
    expect(smtp.received.length).toBeGreaterThan(50);
  });

  it('DS2 sends text and HTML with the board and an unsubscribe link', async () => {
    await subscribe(1);
    expect(await mortal(Number.POSITIVE_INFINITY).run()).toMatchObject({ value: { ok: 1 } });
    const [mail] = smtp.received;
    if (!mail) throw new Error('no mail');
    const stop = `${LINK_URL}/email/unsubscribe?t=${'0'.repeat(48)}`;
    const unfolded = mail.raw.replace(/\r\n[ \t]/g, ' ');
    expect(unfolded.toLowerCase()).toContain(`list-unsubscribe: <${stop}>`);
    expect(unfolded).toMatch(/list-unsubscribe-post: List-Unsubscribe=One-Click/i);
    expect(unfolded).toMatch(/content-type: text\/html/i);
    expect(mail.from).toBe('daily@anchor.example');
    expect(textOf(mail)).toContain('+13-14-15-16-17-18-+---+19-20-21-22-23-24-+');
    expect(textOf(mail)).toContain('X to play 3-1');
    expect(textOf(mail)).toContain(stop);
  });

  it('DS3 distinguishes a refused address, a temporary refusal and an unavailable provider', async () => {
    const [never, later, ...fine] = await subscribe(4);
    smtp.judgeRecipient = (address) => (address === never ? 550 : address === later ? 450 : null);
    expect(await mortal(1000).run()).toMatchObject({ value: { outcomes: [false, false, true, true], skipped: 0 } });
    smtp.judgeRecipient = () => null;
    smtp.judgeMail = () => 452;
    expect(await mortal(1000).run()).toMatchObject({ value: { outcomes: [false], skipped: 0, due: 1 } });
    smtp.judgeMail = () => null;
    expect(await mortal(1000).run()).toMatchObject({ value: { ok: 1, due: 1 } });
    expect(smtp.received.map(({ to }) => to)).toEqual([...fine, later]);
  });

  it('DS4 stops when the provider cannot be reached', async () => {
    await subscribe(3);
    await smtp.close();
    expect(await mortal(1000).run()).toMatchObject({ value: { ok: 0, failed: 1, skipped: 2, outcomes: [false] } });
    smtp = await smtpHost();
    expect(await mortal(1000).run()).toMatchObject({ value: { ok: 3 } });
  });
});
