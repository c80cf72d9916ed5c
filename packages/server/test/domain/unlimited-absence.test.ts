import { vectorRecord } from '@anchor/testkit/records';
import { Ledger } from 'bg-record';
import { describe, expect, it } from 'vitest';
import { abandonAt, announcementOf, deadlineOf } from '../../src/domain/table/deadline.ts';

const FOREVER_AGO = [0, 0] as const;

describe('a match that does not limit absences', () => {
  it.each(['advance', 'absence-unlimited', 'holiday-at-turn-left', 'holiday-ahead-left'])(
    'DL19 is lost by the time for an answer only, however long a player is away (%s)',
    async (name) => {
      const { header, events } = vectorRecord(name);
      const ledger = new Ledger(header);
      for (const event of events) {
        const { party } = ledger.expects;
        expect(announcementOf(ledger, FOREVER_AGO)).toBeNull();
        expect(abandonAt(ledger, 0, FOREVER_AGO)).toBeNull();
        const at = ledger.state.answerSince + Number(header.moveMs);
        const due =
          party === null
            ? null
            : { at: at + ledger.state.holidayMs, loser: party, reason: 'time', isAbort: !ledger.state.hasRolled };
        expect(deadlineOf(ledger, FOREVER_AGO)).toEqual(due);
        expect(await ledger.append(event)).toMatchObject({ ok: true });
      }
    },
  );
});
