import { account } from './account.ts';
import { board } from './board.ts';
import { cards } from './cards.ts';
import { charts } from './charts.ts';
import { fair } from './fair.ts';
import { fairness } from './fairness.ts';
import { faults } from './faults.ts';
import { fetching } from './fetching.ts';
import { found } from './found.ts';
import { hints } from './hints.ts';
import { invite } from './invite.ts';
import { keys } from './keys.ts';
import { leaderboard } from './leaderboard.ts';
import { lesson } from './lesson.ts';
import { live } from './live.ts';
import { log } from './log.ts';
import { look } from './look.ts';
import { mails } from './mails.ts';
import { main } from './main.ts';
import { match } from './match.ts';
import { names } from './names.ts';
import { naming } from './naming.ts';
import { noMatch } from './no-match.ts';
import { notices } from './notices.ts';
import { offers } from './offers.ts';
import { people } from './people.ts';
import { player } from './player.ts';
import { push } from './push.ts';
import { puzzle } from './puzzle.ts';
import { review } from './review.ts';
import { room } from './room.ts';
import { rules } from './rules.ts';
import { seal } from './seal.ts';
import { settings } from './settings.ts';
import { solved } from './solved.ts';
import { study } from './study.ts';
import { troubles } from './troubles.ts';
import { turns } from './turns.ts';
import { verify } from './verify.ts';
import { volunteers } from './volunteers.ts';

/** Every text of the page in English, by page. */
export const english = {
  account,
  board,
  cards,
  charts,
  fair,
  fairness,
  faults,
  fetching,
  found,
  hints,
  invite,
  keys,
  leaderboard,
  lesson,
  live,
  log,
  look,
  mails,
  main,
  match,
  names,
  naming,
  noMatch,
  notices,
  offers,
  people,
  turns,
  player,
  push,
  puzzle,
  review,
  room,
  rules,
  seal,
  settings,
  solved,
  study,
  troubles,
  verify,
  volunteers,
} as const;
