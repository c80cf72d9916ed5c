export {
  atMost,
  conservative,
  FULLY_KNOWN,
  glicko2,
  INITIAL_RATING,
  isProvisional,
  type Meeting,
  PERIOD_MS,
  type PlayerRating,
  RATING_SYSTEM,
  type Rating,
  rateMatch,
  ratingAt,
  shownRating,
} from './rating.ts';
export { meetingOf, type Rated, type RatedResult, RatingHistory, vouchedAfter } from './rating-history.ts';
