export {
  type CrawfordState,
  chanceAfterGame,
  type EquityCode,
  EquityError,
  type EquityTable,
  matchWinningChance,
  pointValue,
  takePoint,
} from './equity.ts';
export { MATCH_EQUITY, MAX_AWAY, POST_CRAWFORD, WIN_SHARES } from './table.ts';
