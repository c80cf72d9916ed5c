export { type CrawfordFlags, crawfordFlags, type MatchStanding } from './crawford.ts';
export {
  type Course,
  type CubeDecision,
  courseOf,
  type Decision,
  type Doubling,
  isForced,
  type PlayDecision,
  playAt,
} from './decisions.ts';
export { chanceAfter, type Measured, measurePlay, pointsOf, tagOf, winningChance } from './measure.ts';
export { copyOf, type EngineName, makeReport, performanceRating, type Tier } from './report.ts';
