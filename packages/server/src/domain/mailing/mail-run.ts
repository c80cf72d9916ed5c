import type { DailyReport } from '@anchor/wire';
import type { Result } from 'bg-rules';
import type { DailyMailing } from './daily-mailing.ts';
import type { TurnMailing } from './turn-mailing.ts';

interface MailRunParts {
  readonly daily: DailyMailing;
  readonly turns: TurnMailing;
  /** Largest number of mails per run. */
  readonly cap: number;
}

/** Sends the mails of the day: the daily puzzle first, then, with what is left of the cap, mails about turns. */
export class MailRun {
  readonly #daily: DailyMailing;
  readonly #turns: TurnMailing;
  readonly #cap: number;

  constructor({ daily, turns, cap }: MailRunParts) {
    this.#daily = daily;
    this.#turns = turns;
    this.#cap = cap;
  }

  /** The report is that of the daily puzzle. Safe to repeat. */
  async run(): Promise<Result<DailyReport, 'no-puzzle'>> {
    const report = await this.#daily.run();
    const tried = report.ok && 'outcomes' in report.value ? report.value.outcomes.length : 0;
    const isCutOff = report.ok && 'outcomes' in report.value && report.value.skipped > 0;
    if (!isCutOff) await this.#turns.run(this.#cap - tried);
    return report;
  }
}
