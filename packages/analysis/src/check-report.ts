import { type AnalysisReport, type JobResult, type Judgement, judgedReport } from '@anchor/wire';
import { type MatchRecord, quoted, verifyJudgement } from 'bg-record';
import { agreedResult } from './agreement.ts';
import { checkResult } from './check-result.ts';
import { deepReport, type Question, questionsOf } from './deep-report.ts';

export const REPORT_CODES = [
  'report-malformed',
  'other-match',
  'no-judgements',
  'missing-judgement',
  'unknown-judgement',
  'unsigned',
  'bad-signature',
  'other-question',
  'impossible-result',
  'repeated-opinion',
  'opinions-differ',
  'report-differs',
] as const;

/** The reason why a report is not what workers have judged. */
export type ReportCode = (typeof REPORT_CODES)[number];

export interface ReportFault {
  readonly code: ReportCode;
  /** The number of the event that is concerned, if it is one. */
  readonly event: number | null;
  readonly message: string;
}

/** A question of the match with the result that the report uses. */
export interface Judged extends Question {
  readonly result: JobResult;
  /** The keys of the workers that have signed for it. */
  readonly workers: readonly string[];
}

/** A report whose match is that of the record, and what was found out about it. */
export interface CheckedReport {
  readonly engineId: string;
  readonly ply: number;
  /** The judgements without a fault. */
  readonly judged: readonly Judged[];
  /** Number of questions of the match. */
  readonly questions: number;
  /** Number of judgements on which workers behind different door keys agree, as the service says. */
  readonly confirmed: number;
  /** Empty if the report is right. */
  readonly faults: readonly ReportFault[];
}

interface CheckReportOptions {
  /** If true, the first opinion of each judgement must be signed. */
  readonly isSignedOnly?: boolean;
}

/** A search for the question that a wrong signature is made for costs a signature check for each question, so there are not many. */
const MOST_SEARCHES = 4;
/** Numbers of the report are derived again, perhaps by another version of the program on another processor. */
const TOLERANCE = 1e-9;

/**
 * Checks a report with its judgements against a verified record. The questions follow from the record alone; each judgement must answer
 * one of them, possibly and with valid signatures; and the report must follow from the judgements. `answer` is untrusted JSON.
 *
 * A report without a fault does not prove that a worker has judged well, only who is responsible for what.
 */
export async function checkReport(
  record: MatchRecord,
  answer: unknown,
  { isSignedOnly = false }: CheckReportOptions = {},
): Promise<CheckedReport> {
  const read = judgedReport.safeParse(answer);
  const refused = (code: ReportCode, message: string, engineId = '', ply = 0): CheckedReport => {
    return { engineId, ply, judged: [], questions: 0, confirmed: 0, faults: [{ code, event: null, message }] };
  };
  if (!read.success) {
    const place = (read.error.issues[0]?.path ?? []).join('.');
    return isWithoutJudgements(answer)
      ? refused('no-judgements', withoutJudgements)
      : refused('report-malformed', `This is not a report with judgements${place && `: see ${quoted(place)}`}.`);
  }
  const { judgements, ...report } = read.data;
  const { engineId, ply, matchId } = report;
  if (matchId !== record.header.id)
    return refused('other-match', `The report is about the match ${matchId}, not ${record.header.id}.`, engineId, ply);
  if (judgements === null) return refused('no-judgements', withoutJudgements, engineId, ply);
  const checked = await new Checking(questionsOf(record, report), report, isSignedOnly).check(judgements);
  const faults = [...checked.faults];
  if (faults.length === 0) {
    const results = new Map(checked.judged.map(({ job, result }) => [job.key, result]));
    const difference = firstDifference(report, deepReport(record, { engineId, ply }, results), 'report');
    if (difference !== null) faults.push({ code: 'report-differs', event: null, message: difference });
  }
  const confirmed = judgements.filter((judgement) => judgement.confirmed === true).length;
  return { engineId, ply, ...checked, confirmed, faults };
}

const withoutJudgements = 'The report comes without judgements. Ask for it with deep=1&judgements=1.';

/** True for the report as it is answered without the parameter `judgements`. */
function isWithoutJudgements(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'moves' in answer && !('judgements' in answer);
}

class Checking {
  readonly #questions: readonly Question[];
  readonly #engine: Pick<AnalysisReport, 'engineId' | 'ply'>;
  readonly #isSignedOnly: boolean;
  readonly #faults: ReportFault[] = [];
  #searches = 0;

  constructor(questions: readonly Question[], engine: Pick<AnalysisReport, 'engineId' | 'ply'>, isSignedOnly: boolean) {
    this.#questions = questions;
    this.#engine = engine;
    this.#isSignedOnly = isSignedOnly;
  }

  async check(judgements: readonly Judgement[]) {
    const open = new Map(this.#questions.map((question) => [question.events.join(), question]));
    const judged: Judged[] = [];
    for (const { events, opinions } of judgements) {
      const question = open.get(events.join());
      const [event = 0] = events;
      if (!question) {
        const message = `A judgement of the events ${events.join(', ')} answers no question of this match, or a second time.`;
        this.#add('unknown-judgement', event, message);
        continue;
      }
      open.delete(events.join());
      const one = await this.#judged(question, event, opinions);
      if (one) judged.push(one);
    }
    for (const { events } of open.values())
      this.#add('missing-judgement', events[0] ?? 0, `The decision of event ${events[0]} has no judgement.`);
    return { judged, questions: this.#questions.length, faults: this.#faults };
  }

  /** Null if there is a fault. */
  async #judged(question: Question, event: number, opinions: Judgement['opinions']): Promise<Judged | null> {
    const workers: string[] = [];
    let result: JobResult | null = null;
    for (const [place, opinion] of opinions.entries()) {
      const { worker, sig } = opinion;
      if (worker === null || sig === null) {
        const isHalf = worker !== sig;
        if (isHalf || place > 0 || this.#isSignedOnly)
          return this.#add('unsigned', event, `The opinion ${place + 1} on event ${event} is not signed.`);
      } else if (workers.includes(worker)) {
        return this.#add('repeated-opinion', event, `The worker ${worker} has two opinions on event ${event}.`);
      } else if (await this.#isSigned(question, opinion)) workers.push(worker);
      else return this.#addForged(event, opinion);
      const possible = checkResult(question.job.req, opinion.result);
      if (!possible.ok)
        return this.#add('impossible-result', event, `Opinion ${place + 1} on event ${event}: ${possible.message}`);
      if (result && !agreedResult(result, possible.value))
        return this.#add(
          'opinions-differ',
          event,
          `Opinion ${place + 1} on event ${event} does not agree with the first.`,
        );
      result ??= possible.value;
    }
    return result && { ...question, result, workers };
  }

  #isSigned({ job }: Question, { worker, sig, result }: Judgement['opinions'][number]): Promise<boolean> {
    const { plays, cube } = result;
    const { engineId: engine, ply } = this.#engine;
    const statement = { engine, ply, question: job.req, result: cube ? { plays, cube } : { plays } };
    return verifyJudgement(worker ?? '', statement, sig ?? '');
  }

  /** Says for which other decision of the match the worker has signed, if it has. */
  async #addForged(event: number, opinion: Judgement['opinions'][number]): Promise<null> {
    this.#searches += 1;
    for (const other of this.#searches <= MOST_SEARCHES ? this.#questions : [])
      if (await this.#isSigned(other, opinion)) {
        const message = `The worker ${opinion.worker} has signed this result for event ${other.events[0]}, not ${event}.`;
        return this.#add('other-question', event, message);
      }
    const { engineId, ply } = this.#engine;
    const message = `The worker ${opinion.worker} has not signed this result for event ${event}, ${engineId} and ${ply} plies.`;
    return this.#add('bad-signature', event, message);
  }

  #add(code: ReportCode, event: number, message: string): null {
    this.#faults.push({ code, event, message });
    return null;
  }
}

/** Describes the first member in which two JSON values differ. Null if they are equal. */
function firstDifference(said: unknown, derived: unknown, path: string): string | null {
  if (typeof said === 'number' && typeof derived === 'number')
    return Math.abs(said - derived) <= TOLERANCE ? null : differs(said, derived, path);
  if (!isObject(said) || !isObject(derived)) return said === derived ? null : differs(said, derived, path);
  const names = new Set([...Object.keys(said), ...Object.keys(derived)]);
  for (const name of names) {
    const difference = firstDifference(said[name], derived[name], `${path}.${name}`);
    if (difference !== null) return difference;
  }
  return null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function shown(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (value === undefined) return 'nothing';
  return Array.isArray(value) ? 'a list' : isObject(value) ? 'an object' : String(value);
}

function differs(said: unknown, derived: unknown, path: string): string {
  return `${path} is ${shown(said)}; by the judgements it is ${shown(derived)}.`;
}
