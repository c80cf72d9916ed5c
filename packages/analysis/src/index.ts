export { AGREEMENT, agreedResult, arePlaysAlike } from './agreement.ts';
export {
  type CheckedReport,
  checkReport,
  type Judged,
  REPORT_CODES,
  type ReportCode,
  type ReportFault,
} from './check-report.ts';
export { checkResult, LegalPlays, type ResultCode, refuseResult, resultFaults } from './check-result.ts';
export { type CrawfordFlags, crawfordFlags, type MatchStanding } from './crawford.ts';
export {
  type Course,
  type CubeDecision,
  courseOf,
  courseOfSteps,
  type Decision,
  type Doubling,
  isForced,
  type PlayDecision,
  playAt,
  type RollDecision,
} from './decisions.ts';
export { deepReport, type Question, questionsOf } from './deep-report.ts';
export { chanceAfter, type Measured, measurePlay, pointsOf, tagOf, winningChance } from './measure.ts';
export { type CubeChoice, type MeasuredCube, measureCube } from './measure-cube.ts';
export { jobOf, makeJob, requestOf, type Situation } from './normalise.ts';
export {
  copyOf,
  type EngineName,
  type FinishedMatch,
  type JudgedMoves,
  judgeMoves,
  makeReport,
  performanceRating,
  type Tier,
} from './report.ts';
