import { SeededRandom } from '@anchor/testkit/random';
import { randomRecord, vectorRecord } from '@anchor/testkit/records';
import type { JobRequest, JobResult, JudgedReport } from '@anchor/wire';
import { type Key, keyFromSeed, type MatchRecord, signJudgement } from 'bg-record';
import { legalPlays } from 'bg-rules';
import { describe, expect, it } from 'vitest';
import { checkReport } from '../src/check-report.ts';
import { courseOf, type PlayDecision } from '../src/decisions.ts';
import { deepReport, type Question, questionsOf } from '../src/deep-report.ts';
import { randomJudgement } from './judgements.ts';

const ENGINE = { engineId: 'engine-1', ply: 2 };
const match = { length: 5, rules: { cube: true, crawford: true, jacoby: false, beavers: false } };
const record = randomRecord(7, match);
const [one, two] = (await Promise.all([1, 2].map((n) => keyFromSeed(new Uint8Array(32).fill(n))))) as [Key, Key];

type Judgement = NonNullable<JudgedReport['judgements']>[number];

/** Random values of every play of the question. */
function answerTo({ job: { req }, events }: Question, random: SeededRandom, of: MatchRecord): JobResult {
  if (req.dice[0] === 0)
    return {
      plays: [],
      cube: { noDouble: random.below(100) / 100, doubleTake: 0.5, doublePass: 1, action: 'double-take' },
    };
  const decision = courseOf(of).decisions.find(({ n }) => n === events[0]) as PlayDecision;
  const judged = randomJudgement(decision, random);
  return { plays: judged.toSorted((a, b) => b.equity - a.equity) };
}

const sign = (key: Key, question: JobRequest, { plays, cube }: JobResult, engine = ENGINE) => {
  const result = cube ? { plays, cube } : { plays };
  return signJudgement(key, { engine: engine.engineId, ply: engine.ply, question, result });
};

/** A report whose judgements are signed by the first key, every third also by the second, and every fifth by none. */
async function trueReport(of: MatchRecord = record): Promise<JudgedReport & { judgements: Judgement[] }> {
  const random = new SeededRandom(3);
  const results = new Map<string, JobResult>();
  const judgements: Judgement[] = [];
  for (const [place, question] of questionsOf(of, ENGINE).entries()) {
    const { job, events } = question;
    const result = answerTo(question, random, of);
    results.set(job.key, result);
    const by = async (key: Key) => ({ worker: key.pub, sig: await sign(key, job.req, result), result });
    const first = place % 5 === 4 ? { worker: null, sig: null, result } : await by(one);
    judgements.push({ events: [...events], opinions: place % 3 === 0 ? [first, await by(two)] : [first] });
  }
  return { ...deepReport(of, ENGINE, results), judgements };
}

const honest = await trueReport();
const isPlay = ({ opinions }: Judgement) => (opinions[0]?.result.plays.length ?? 0) > 1;
/** A deep copy, in which a test may lie. */
const copy = () => structuredClone(honest);
const codesOf = async (answer: unknown, options = {}) =>
  (await checkReport(record, JSON.parse(JSON.stringify(answer)), options)).faults.map(({ code, event }) => [
    code,
    event,
  ]);

describe('a report with judgements', () => {
  it.each([
    ['a match', record],
    [
      'a money game',
      randomRecord(8, { ...match, length: 0, rules: { ...match.rules, crawford: false, jacoby: true } }),
    ],
    ['a match without decisions', vectorRecord('shortest')],
  ])('WK12 of %s is right if it follows from possible judgements, and tells which keys signed them', async (_, of) => {
    const report = await trueReport(of);
    const checked = await checkReport(of, JSON.parse(JSON.stringify(report)));
    expect(checked.faults).toEqual([]);
    expect(checked).toMatchObject({ ...ENGINE, questions: report.judgements.length });
    expect(checked.judged.map(({ events, workers }) => [events, workers])).toEqual(
      report.judgements.map(({ events, opinions }) => [events, opinions.flatMap(({ worker }) => worker ?? [])]),
    );
  });

  it('WK13 names a figure of the report that does not follow from the judgements', async () => {
    const changes: ((report: JudgedReport) => void)[] = [
      (report) => {
        const row = report.moves.find((each) => each.kind === 'play' && !each.forced);
        if (row?.kind === 'play') row.best[0]!.equity! += 1e-6;
      },
      (report) => {
        report.players[0].pr! -= 0.1;
      },
      (report) => {
        report.totals.loss = 0;
      },
      (report) => {
        report.moves.pop();
      },
      (report) => {
        report.moves.push(report.moves[0]!);
      },
      (report) => {
        report.prNote = 'x'.repeat(1_000);
      },
    ];
    for (const change of changes) {
      const report = copy();
      change(report);
      expect(await codesOf(report)).toEqual([['report-differs', null]]);
      expect((await checkReport(record, report)).faults[0]?.message.length).toBeLessThan(300);
    }
    const near = copy();
    near.players[0].pr! += 1e-10;
    expect(await codesOf(near)).toEqual([]);
  });

  it('WK14 names an equity that is not what the worker has signed', async () => {
    const report = copy();
    const lie = report.judgements.find((each) => isPlay(each) && each.opinions[0]?.sig !== null)!;
    lie.opinions[0]!.result.plays[0]!.equity += 1e-6;
    expect(await codesOf(report)).toEqual([['bad-signature', lie.events[0]]]);
  });

  it('WK15 names a signature of another key, or for another engine or depth', async () => {
    const place = honest.judgements.findIndex(({ opinions }) => opinions[0]?.sig !== null);
    const { job, events } = questionsOf(record, ENGINE)[place]!;
    const { result } = honest.judgements[place]!.opinions[0]!;
    for (const sig of [
      await sign(two, job.req, result),
      await sign(one, job.req, result, { ...ENGINE, ply: 1 }),
      await sign(one, job.req, result, { ...ENGINE, engineId: 'engine-2' }),
    ]) {
      const report = copy();
      report.judgements[place]!.opinions[0]!.sig = sig;
      expect(await codesOf(report)).toEqual([['bad-signature', events[0]]]);
    }
  });

  it('WK16 names a decision without a judgement, and a judgement without a decision', async () => {
    const report = copy();
    const [left] = report.judgements.splice(2, 1);
    expect(await codesOf(report)).toEqual([['missing-judgement', left!.events[0]]]);
    const more = copy();
    more.judgements.push({ ...copy().judgements[2]!, events: [100_000] }, copy().judgements[3]!);
    expect(await codesOf(more)).toEqual([
      ['unknown-judgement', 100_000],
      ['unknown-judgement', honest.judgements[3]!.events[0]],
    ]);
  });

  it('WK17 names the judgement of another position, and for which one it was signed', async () => {
    const report = copy();
    const [first, second] = report.judgements.filter((each) => isPlay(each) && each.opinions[0]?.sig !== null);
    [first!.opinions, second!.opinions] = [second!.opinions.slice(0, 1), first!.opinions.slice(0, 1)];
    expect(await codesOf(report)).toEqual([
      ['other-question', first!.events[0]],
      ['other-question', second!.events[0]],
    ]);
    const { faults } = await checkReport(record, report);
    expect(faults[0]?.message).toContain(`event ${second!.events[0]}, not ${first!.events[0]}`);
  });

  it('WK23 looks for the right decision of four wrong signatures at most, because each search checks many', async () => {
    const report = copy();
    const signed = report.judgements.filter((each) => isPlay(each) && each.opinions[0]?.sig !== null).slice(0, 6);
    const opinions = signed.map((each) => each.opinions.slice(0, 1));
    for (const [place, each] of signed.entries()) each.opinions = opinions[(place + 1) % opinions.length]!;
    const codes = ['other-question', 'other-question', 'other-question', 'other-question', 'bad-signature'];
    expect(await codesOf(report)).toEqual(signed.map(({ events }, place) => [codes[Math.min(place, 4)], events[0]]));
  });

  it('WK18 names a result that the rules exclude, although it is signed', async () => {
    const report = copy();
    const place = report.judgements.findIndex((each) => isPlay(each) && each.opinions.length === 1);
    const { job, events } = questionsOf(record, ENGINE)[place]!;
    const result = { plays: report.judgements[place]!.opinions[0]!.result.plays.slice(1) };
    expect(legalPlays(job.req.pos, 0, job.req.dice)).toHaveLength(result.plays.length + 1);
    report.judgements[place]!.opinions = [{ worker: one.pub, sig: await sign(one, job.req, result), result }];
    expect(await codesOf(report)).toEqual([['impossible-result', events[0]]]);
  });

  it('WK19 names a second opinion that is of the same worker, does not agree, or is not signed', async () => {
    const place = honest.judgements.findIndex((each) => isPlay(each) && each.opinions[0]?.worker === one.pub);
    const { job, events } = questionsOf(record, ENGINE)[place]!;
    const [first] = honest.judgements[place]!.opinions;
    const other = { plays: first!.result.plays.map((play) => ({ ...play, equity: play.equity / 2 + 1 })) };
    const second = { worker: two.pub, sig: await sign(two, job.req, other), result: other };
    for (const [opinion, code] of [
      [first!, 'repeated-opinion'],
      [second, 'opinions-differ'],
      [{ ...first!, worker: null, sig: null }, 'unsigned'],
    ] as const) {
      const report = copy();
      report.judgements[place]!.opinions = [first!, opinion];
      expect(await codesOf(report)).toEqual([[code, events[0]]]);
    }
  });

  it('WK22 lets the report follow from the first of two opinions that agree', async () => {
    const place = honest.judgements.findIndex(({ opinions: [first] }) => first?.sig && first.result.cube);
    const { job } = questionsOf(record, ENGINE)[place]!;
    const [first] = honest.judgements[place]!.opinions;
    const { cube } = first!.result;
    const near = { plays: [], cube: { ...cube!, noDouble: cube!.noDouble + 0.015 } };
    const second = { worker: two.pub, sig: await sign(two, job.req, near), result: near };
    const report = copy();
    report.judgements[place]!.opinions = [first!, second];
    expect(await codesOf(report)).toEqual([]);
  });

  it('WK20 names judgements without a signature where all must have one, and half a signature anywhere', async () => {
    const unsigned = honest.judgements.filter(({ opinions }) => opinions[0]?.sig === null);
    expect(unsigned.length).toBeGreaterThan(1);
    expect(await codesOf(honest, { isSignedOnly: true })).toEqual(
      unsigned.map(({ events }) => ['unsigned', events[0]]),
    );
    const report = copy();
    report.judgements[0]!.opinions = [{ ...report.judgements[0]!.opinions[0]!, worker: null }];
    expect(await codesOf(report)).toEqual([['unsigned', report.judgements[0]!.events[0]]]);
  });

  it('WK21 is refused with a code if it is about another match, has no judgements, or is no report', async () => {
    const other = randomRecord(9, match);
    expect((await checkReport(other, honest)).faults).toMatchObject([{ code: 'other-match' }]);
    const { judgements: _, ...plain } = copy();
    expect(await codesOf(plain)).toEqual([['no-judgements', null]]);
    expect(await codesOf({ ...plain, judgements: null })).toEqual([['no-judgements', null]]);
    for (const odd of [null, 5, [], {}, { ...honest, judgements: [{}] }, { ...honest, ply: 9 }, { ...honest, more: 1 }])
      expect(await codesOf(odd)).toEqual([['report-malformed', null]]);
  });
});
