import { stepsOf, type Transcript } from 'bg-record';
import { readImport, stepsOfImport } from 'bg-record/import';
import type { MatchState } from 'bg-rules';
import { advise } from './advise.ts';
import { type Judge, type Progress, reviewAtOnce, reviewImport } from './instant.ts';
import { judgeCard } from './judge-card.ts';
import { lossesOf } from './losses.ts';
import { luckOf } from './luck.ts';
import type { Answered, Answers, Question, RefusalCode, ReviewQuestion } from './messages.ts';
import { outlookOf } from './outlook.ts';
import { mayBeAdvised, maySeeChance } from './permission.ts';

type AnyAnswer = Answered<Answers[Question['kind']]>;

/**
 * Answers a question, or refuses it. The permission is checked here again, from the header, whatever the page asks: no
 * player gets help in a match in progress against a person.
 *
 * @param judge returns the engine that reviews; the default is the one in this thread
 */
export async function answer(question: Question, progress: Progress, judge?: () => Judge): Promise<AnyAnswer> {
  try {
    return await answerTo(question, progress, judge);
  } catch (error) {
    return refused(isTooLong(error) ? 'match-too-long' : 'failed');
  }
}

async function answerTo(question: Question, progress: Progress, judge?: () => Judge): Promise<AnyAnswer> {
  switch (question.kind) {
    case 'review':
      if (!isOver(question.record)) return refused('unfinished');
      return given(await reviewAtOnce(question.record, progress, judge?.()));
    case 'review-import':
      return given(await reviewImport(question.match, progress, judge?.()));
    case 'read':
      return given(await readImport(question.input));
    case 'luck':
      return answerLuck(question.of, progress);
    case 'card':
      return given(judgeCard(question));
    case 'advice': {
      const { transcript, seat, n } = question;
      if (!mayBeAdvised(transcript.header, seat)) return refused('against-people');
      const state = n === null ? stateNow(transcript) : stateBefore(transcript, n);
      return given(state && (n !== null || state.toAct === seat) ? advise(state) : null);
    }
    case 'losses': {
      const { transcript, seat } = question;
      if (!mayBeAdvised(transcript.header, seat)) return refused('against-people');
      const state = stateNow(transcript);
      return given(state && state.toAct === seat ? lossesOf(state) : null);
    }
    case 'chance': {
      const state = stateNow(question.transcript);
      if (!maySeeChance(question.seat)) return refused('player');
      return given(state && outlookOf(state));
    }
  }
}

function answerLuck(of: ReviewQuestion, progress: Progress): AnyAnswer {
  if (of.kind === 'review-import') return given(luckOf(stepsOfImport(of.match), progress));
  return isOver(of.record) ? given(luckOf(stepsOf(of.record), progress)) : refused('unfinished');
}

/** True for an error of bg-met or of the engine about the length of a match. */
function isTooLong(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'match-too-long';
}

function given(value: Answers[Question['kind']]): AnyAnswer {
  return { ok: true, value };
}

function refused(code: RefusalCode): AnyAnswer {
  return { ok: false, code };
}

/** True by the rules, whatever the record claims, if its last event ended the match. */
function isOver(record: Transcript): boolean {
  return stateNow(record)?.phase === 'over';
}

function stateNow(transcript: Transcript): MatchState | null {
  return stepsOf(transcript).at(-1)?.after ?? null;
}

function stateBefore(transcript: Transcript, n: number): MatchState | null {
  return stepsOf(transcript).find((step) => step.n === n)?.before ?? null;
}
