import type { ClientType } from '../src/client-messages.ts';
import type { ServerType } from '../src/server-messages.ts';

/** What each message is for: one sentence for the documentation. */
export const clientMeanings: Readonly<Record<ClientType, string>> = {
  identify: 'Proves a key; once a connection. Answer: `identified`.',
  ping: 'Asks for a sign of life and the time; with `match`, a match with a seat of this key, also for a receipt. Answer: `pong`.',
  name: 'Changes the display name, for matches that begin from now on. Answer: `named`.',
  lobby: 'Asks what is open, and for every change from now on. Answer: `lobby`, later `lobby-change`.',
  'leave-lobby': 'No more changes. Answer: `left-lobby`.',
  seek: 'Offers a match to anyone; replaces the key’s last offer; goes with the connection. Answer: `seeking`.',
  unseek: 'Takes the offer back. Answer: `unsought`.',
  'accept-seek': 'Accepts an offer of the lobby. Answer: `match`.',
  invite: 'Makes a link for a friend: one match, within seven days. Answer: `invited`.',
  'invite-info': 'Asks what an invitation offers. Answer: `invite-info`.',
  join: 'Accepts an invitation, while the inviter is connected. Answer: `match`.',
  'play-bot':
    'A match against the bot: untimed unless a clock is named, never rated. `level` is `beginner`, `intermediate` (where none is named), `advanced` or `expert`; any other is refused with `bad-wish`. Answer: `match`.',
  rematch: 'Offers, or accepts, the same match again with the seats exchanged. Answer: `rematch-offered`, or `match`.',
  watch: 'Shows a match and what happens in it; a finished one from its record. Answer: `match`.',
  unwatch: 'No more of this match. Answer: `unwatched`.',
  act: 'A signed event of one’s own, without `at`. Answer: the accepted `event`, or `rejected`.',
  leave:
    'Ends a match of one’s own without a record, before the first roll is accepted; counts as an abort by this key. Answer: `left`, or `error` with `not-now`.',
  sync: 'Asks for the events from this number on. Answer: `events`; after the last page of a finished match `finished` follows.',
  react:
    'A reaction, to the players and watchers; after the end to the players. Everybody, the sender included, gets `reacted`.',
  puzzle:
    'Asks for the puzzle of a day in UTC, today’s when none is named. Answer: `puzzle`; with one’s own answer for a proven key.',
  'puzzle-attempt':
    'Answers today’s puzzle, once a key, by any order of hops that makes the play. Answer: `puzzle-result`.',
  'puzzle-days':
    'Asks which days of a month have a puzzle: only those on which somebody asked for it. Answer: `puzzle-days`.',
  register:
    'Hands the proven key to the service, which notes for good that it has had it, and sends a link to confirm the address. The answer is the same whether the address has an account or not: `mailed`.',
  registration:
    'Asks what a link to confirm an account (`/account/confirm#t=TOKEN`) would make, and of which key; the link stays as it is. Answer: `registration`, or `link-expired`.',
  'confirm-account':
    'Makes the account that such a link is about; only the key that asked for it may, any other gets `other-key`. The link works once, within 30 minutes. Answer: `confirmed`, or `link-expired`.',
  'sign-in-link':
    'Sends a link to sign in with (`/account/claim#t=TOKEN`, for POST /api/login-claim), valid once within 30 minutes, unless the last one is fresh and the address has had its mails. Answer, whatever the address: `mailed`.',
  subscribe: 'Sends a link to confirm the daily puzzle by mail, valid 48 hours. Answer: `mailed`.',
  'delete-account':
    'Removes name, address, key and subscription of the proven key; `confirm` is `delete my account`, and `sig` the key’s signature over that wish on this connection. Safe to repeat. Answer: `deleted`.',
};

export const serverMeanings: Readonly<Record<ServerType, string>> = {
  hello:
    'The first message: what a key is proved against, the server’s key, the web origins at which it expects to be reached, its time, and `sig`, its signature over these four; what its former keys have signed about it (where it has any), the dice protocol, the program’s version.',
  identified: 'The key is proved. `match` is the live match in which it has a seat; its `match` message follows.',
  account: 'The key of this connection has become an account, or is none any more; `name` is its name from now on.',
  superseded: 'A newer connection has proved the same key; this one is closed with 4001.',
  pong: 'The answer to `ping`; `receipt` where this process keeps the match that was asked for.',
  named: 'The name as it is shown: cleaned, at most 24 characters.',
  lobby: 'Open offers and live matches, the newest 100 of each, and the number of keys connected.',
  'lobby-change':
    'What has come and gone, gathered for up to 250 ms; an entry that is known already replaces the old one.',
  'left-lobby': 'The answer to `leave-lobby`.',
  seeking: 'The handle of the offer.',
  unsought: 'The answer to `unseek`.',
  invited: 'The code of the invitation, and a link to hand on.',
  'invite-info': 'What the invitation offers, and who invites.',
  'rematch-offered': 'The player at this seat wants to play again; answer with `rematch`.',
  match:
    'A match from its beginning: header, the first 256 events at most, how many there are, and one’s own seat (null for a watcher). `receipt` is for a seat, from the process that keeps the match.',
  event: 'An accepted event, stored before it was sent.',
  events: 'The answer to `sync`: 256 events at most, and how many the match has.',
  rejected: 'An event of one’s own was refused. The match is as it was, but for a `void` that may have come before.',
  presence: 'Whether a seat’s player is connected; `abandonAt` is when they lose by being away.',
  finished: 'The match has ended; `record` is the path of its record, `ratings` by seat, null if unrated.',
  aborted:
    'The match ended before its first accepted roll, without a record: `abandonment`, `time`, `left` or `restart`; `unknown` where this process was not told. `proof` is the server’s signature, null where it has none.',
  left: 'The answer to `leave`; `aborted` comes as well.',
  unwatched: 'The answer to `unwatch`.',
  reacted: 'The player at this seat reacts.',
  puzzle:
    'A position in which player 0 has rolled; `yours` is what came of one’s own answer, null before it or without a proven key; `streak` counts the days in a row on which the key found the best play, `tries` and `solved` all keys’ answers.',
  'puzzle-result':
    'How good the play is: `rank` from 1, `loss` against the best, both by the stored evaluation; and the five best plays.',
  'puzzle-days':
    'The days of the month that have a puzzle, in order; `rank` is that of one’s own play, null without one.',
  registration: 'Who asked for an account, under which name, with which address.',
  confirmed: 'The key of this connection is an account now.',
  mailed:
    'A mail is on its way, if it can be. With `logged` this server sends no mail: what it would send stands in its log.',
  deleted:
    'Nothing is left of the account but the signed records of its matches with the name in them, the rating under a guest’s name, and the note that the service has had the key.',
  error:
    'A request was refused; its `id` tells which. With code `banned` comes who is and until when, also without a request; the connection is then closed with 4004.',
};
