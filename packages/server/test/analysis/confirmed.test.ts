import { checkReport } from '@anchor/analysis';
import { vectorRecord } from '@anchor/testkit/records';
import { confirmedReport } from '@anchor/wire';
import { expect, it } from 'vitest';
import { judgedReport } from '../../src/domain/analysis/deep-report.ts';
import { packResult } from '../../src/domain/analysis/packing.ts';
import { judgements } from '../support/deep-match.ts';
import { openHarness } from '../support/harness.ts';

const record = vectorRecord('match-3-crawford');
const ENGINE = { engineId: 'engine-1', ply: 2 };

/** The report if these workers have given each result, the even ones by those of `even`. */
function reportOf(even: readonly object[], odd: readonly object[]) {
  const results = [...judgements(record, ENGINE, () => false)];
  const stored = new Map(
    results.map(([key, result], index) => {
      const judges = JSON.stringify((index % 2 === 0 ? even : odd).map((judge) => ({ id: 'w', at: 1, ...judge })));
      return [key, { text: packResult(result), judges }] as const;
    }),
  );
  return { count: results.length, even: Math.ceil(results.length / 2), ...judgedReport(record, ENGINE, stored) };
}

it('WK24 says of each judgement if workers behind different door keys agree, and never so with one door key', async () => {
  const [a, b] = [{ door: 'a' }, { door: 'b' }];
  const cases = [
    { made: reportOf([a, b], [a]), isEven: true },
    { made: reportOf([{}, {}], [{}]), isEven: false },
    { made: reportOf([a, a], [a, {}]), isEven: false },
  ];
  for (const { made, isEven } of cases) {
    const answer = { ...JSON.parse(made.report), judgements: JSON.parse(made.judgements) };
    const checked = await checkReport(record, answer);
    expect(checked.faults).toEqual([]);
    expect([checked.questions, checked.confirmed]).toEqual([made.count, isEven ? made.even : 0]);
    expect(JSON.stringify(answer.judgements)).not.toContain('door');
  }
});

it('WK25 a report says on request how many of its judgements are independently confirmed', async () => {
  const harness = await openHarness();
  const made = reportOf([{ door: 'a' }, { door: 'b' }], [{ door: 'a' }]);
  const name = { matchId: record.header.id, ...ENGINE };
  const { annotations } = harness.store;
  await annotations.keep(name, made.report, 1, made.judgements);
  const answer = JSON.parse(await harness.service.analyses.confirmed(name.matchId, made.report));
  const { confirmations, ...report } = confirmedReport.parse(answer);
  expect(confirmations).toEqual({ judgements: made.count, confirmed: made.even });
  expect(report).toEqual(JSON.parse(made.report));
  await annotations.keep({ ...name, matchId: 'another-match-0000' }, made.report, 1);
  const without = JSON.parse(await harness.service.analyses.confirmed('another-match-0000', made.report));
  expect(without.confirmations).toEqual({ judgements: 0, confirmed: 0 });
  await harness.close();
});
