import type { ClientType } from '../src/client-messages.ts';
import type { ServerType } from '../src/server-messages.ts';

/** One sentence of documentation for each message. */
export const clientMeanings: Readonly<Record<ClientType, string>> = {
  identify:
    'Proves possession of a key, once on each connection. Answer: `identified`, or `name-taken`, and the key is not proved yet.',
  ping: 'Heartbeat; also asks for the server’s time. With `match`, a match in which this key has a seat, also asks for a receipt. With `event`, an event of that seat that the sender has not found in the match, the server decides that event first, as if it came in an `act`, and the receipt says what became of it. Answer: `pong`.',
  name: 'Changes the display name for matches that begin later. Answer: `named` or `name-taken`.',
  lobby: 'Subscribes to the lobby. Answer: `lobby`, then `lobby-change` for every change.',
  'leave-lobby': 'Ends the subscription to the lobby. Answer: `left-lobby`.',
  seek: 'Asks for an opponent, of any rating or of the given range. On a clock of days it is refused with `bad-terms`: see `invite`. The lobby lists the seek, and the server pairs it with another seek on the same terms. Replaces the key’s previous seek; a seek on the same terms keeps its place. It ends 10 seconds after the connection, or with the next match against a person. Answer: `seeking`.',
  unseek: 'Withdraws the seek, and declines its pairing if there is one. Answer: `unsought`.',
  'accept-seek':
    'Accepts a seek from the lobby at once. Refused with `outside-range` if the seek excludes this rating, and with `not-free` while the other player has a pairing or another match. Answer: `match`.',
  'accept-pairing':
    'Accepts the opponent that the server has found. Answer: `pairing-accepted`; when both have accepted, `match` follows.',
  'decline-pairing':
    'Declines the opponent that the server has found, and withdraws the own seek. Answer: `pairing-over`.',
  invite:
    'Creates an invitation link, valid for one match and for seven days. With `post`, on a clock of days only, it is an open game by correspondence instead: every key finds it by `posted` for fourteen days. Refused with `too-many` beyond 20 invitations, 5 open games among them. Answer: `invited`.',
  posted: 'Asks for the open games by correspondence, the newest 100. Accept one with `join`. Answer: `posted`.',
  'invite-info': 'Asks for the terms of an invitation. Answer: `invite-info`.',
  join: 'Accepts an invitation. Both players must be connected and free; otherwise `away` or `not-free`, and `accept-later` is possible. A correspondence match begins also while the other player is away or in another match; `too-many` and `not-free` mean that this player or the other one sits in 20. The inviter begins a match that a friend has accepted in the same way. Answer: `match`.',
  challenge:
    'Invites one player, who sees it in `offers` within the next seven days. Refused with `too-many` beyond 3 challenges of one player or 20 of all players in an hour, and with `not-free` if the player cannot be challenged. Answer: `challenged`.',
  offers: 'Asks for the key’s invitations. Answer: `offers`.',
  'accept-later':
    'Accepts an invitation whose author is away or in another match. No other player can accept it after that, and either of the two begins the match by `join` when both are here. Refused with `not-free` for an open game. Answer: `offers`.',
  'decline-offer': 'Declines a challenge, or takes back an `accept-later`. Answer: `offers`.',
  prepare:
    'Commits the author of a correspondence invitation to a chain before another player joins: `firstChain` of the header of the match that `offers` names in `unprepared`. The first one counts. Answer: `offers`.',
  'withdraw-offer': 'Withdraws an own invitation, or removes a declined challenge from `offers`. Answer: `offers`.',
  country:
    'Changes the country that the player shows; null for none. The key must be stored (`not-stored-yet`). Answer: `country`.',
  countries: 'Asks for the countries that up to 100 players show. Answer: `countries`.',
  people: 'Asks for the players whom the key knows and which of them are connected. Answer: `people`.',
  relate:
    'Follows or blocks a player; `as` null ends either. A list has at most 100 players of each kind (`list-full`), and the key must be stored or in a match (`not-stored-yet`). Answer: `related`.',
  say: 'Sends a reaction to a player outside of matches. It arrives only if the two follow each other and that player is connected; the answer is the same in all cases: `said`.',
  complain:
    'Complains to the operator of the opponent in an own match against a person, once for each of `name`, `stalling` and `engine`; ten a day (`too-many`). The opponent is not told. Answer: `complained`.',
  turns: 'Asks for the correspondence matches in which the key sits. Answer: `turns`.',
  'play-bot':
    'Starts a match against the bot. It is never rated, and untimed unless a clock is given. `level` is `beginner`, `intermediate` (the default), `advanced` or `expert`; the server refuses any other with `bad-terms`. Answer: `match`.',
  rematch:
    'Offers or accepts a rematch on the same terms with the seats exchanged. Answer: `rematch-offered`, or `match`.',
  watch: 'Subscribes to a match. A finished match is sent from its record. Answer: `match`, or `too-many-watchers`.',
  unwatch: 'Ends the subscription to the match. Answer: `unwatched`.',
  act: 'Submits an event signed by this key, without `at`. Answer: the accepted `event`, or `rejected`.',
  leave:
    'Leaves a match before the first roll is accepted. The match ends without a record and counts as an abort by this key. Answer: `left`, or `error` with `not-now`.',
  sync: 'Asks for the events from number `from` on. Answer: `events`; after the last page of a finished match, `finished` follows.',
  react:
    'Sends a reaction to the players and watchers; after the end of the match, to the players only. All of them, including the sender, receive `reacted`.',
  puzzle:
    'Asks for the puzzle of a day in UTC; the default is today. Answer: `puzzle`, which includes the key’s own answer if the connection has identified.',
  'puzzle-attempt':
    'Answers today’s puzzle. Each key may answer once. The hops may come in any order that makes the play. Answer: `puzzle-result`.',
  'puzzle-days':
    'Asks which days of a month have a puzzle. A day has one only if it was requested on that day. Answer: `puzzle-days`.',
  'puzzle-streak': 'Asks for the streaks of the key. Answer: `puzzle-streak`.',
  register:
    'Gives the service the private key of the proven key and sends a link to confirm the address. The service records permanently that it has had the key. Answer, whether or not the address has an account: `mailed`; `name-taken` if a bot or another account has the name.',
  registration:
    'Asks which account a confirmation link (`/account/confirm#t=TOKEN`) would create or give another address, and for which key. Does not consume the link. Answer: `registration`, or `link-expired`.',
  'confirm-account':
    'Creates the account of a confirmation link, or gives it its new address. Only the key that asked may do so; any other gets `other-key`. The link works once, within 30 minutes. Answer: `confirmed`, or `link-expired`.',
  'confirm-code':
    'Like `confirm-account`, with the six-digit code of the newest mail that this key asked for: for a mail that was opened elsewhere. It never signs in. A key has five tries in 30 minutes, a network 100 and all keys 1000 in 24 hours, then `too-many-codes`. Answer: `confirmed`; `bad-code` if the code is wrong, used or expired or no such mail was sent; or `name-taken`.',
  'change-address':
    'Sends a link that gives the key’s account this address; `no-account` without one. The link works like one that confirms an account. Answer, whether or not the address has an account: `mailed`.',
  'sign-in-link':
    'Sends a sign-in link (`/account/claim#t=TOKEN`, for POST /api/login-claim) that works once, within 30 minutes. The server sends no mail if the last link is recent and the address has reached its mail limit. Answer, whatever the address: `mailed`.',
  subscribe:
    'Sends a link that confirms a subscription to the daily puzzle by mail, valid for 48 hours. Answer: `mailed`.',
  subscription: 'Asks if the address of the key’s account gets the daily puzzle. Answer: `subscription`.',
  'end-subscription':
    'Ends the daily puzzle for the address of the key’s account, and for no other address. Answer: `subscription`.',
  'turn-mails':
    'Asks if a mail tells the key’s account, at most once a day, of correspondence matches that wait; with `on` it turns these mails on or off first. Answer: `turn-mails`.',
  'push-key':
    'Asks for the key with which a browser subscribes to push messages (`applicationServerKey`, RFC 8292). Answer: `push-key`.',
  'push-subscribe':
    'Sends the proven key’s messages of these kinds to a browser from now on: the endpoint and the two keys of its push subscription (RFC 8291), and the `key` that it has subscribed with. The newest five browsers of a key get messages. Answer: `push-subscribed`, `unknown-push-service` if this server does not send to that host, or `not-stored-yet` for a key without a name, a finished match or an account.',
  'push-unsubscribe': 'Ends the messages to a browser. Safe to repeat. Answer: `push-unsubscribed`.',
  'delete-account':
    'Deletes the name, address, key and subscription of the proven key. `confirm` is `delete my account`; `sig` is the key’s signature over the deletion request for this connection. Safe to repeat. Answer: `deleted`.',
};

export const serverMeanings: Readonly<Record<ServerType, string>> = {
  hello:
    'The first message: the challenge for `identify`, the server’s key, the web origins that it is configured for, its time, `absenceMs`, and `sig`, its signature over these five. `absenceMs` is how long an announced absence may take in a live match before the opponent’s claim ends it; the header of each match says it again. Also the statements of its former keys (if any), the dice protocol and the program version.',
  identified:
    'The key is proved. `match` is the live match in which the key has a seat; the `match` message follows. `seek` is the key’s open seek, if there is one; if it has a pairing, `pairing` follows.',
  account: 'The account of this connection’s key was created or deleted. `name` is the key’s name from now on.',
  reconnect:
    'Several processes serve the matches, and a connection opened with this match in its address leads to the right one. Sent only to clients whose address has the parameter `match`.',
  superseded: 'A newer connection proved the same key. The server closes this one with 4001.',
  pong: 'The answer to `ping`, with the `match` of that ping. `receipt` is present for a player if one may be signed. Without it, it is open what became of the event that was asked about.',
  named: 'The display name after cleaning, at most 24 characters.',
  lobby:
    'Open offers and live matches, the newest 100 of each, and the number of connected keys. The `score` of a money game is that of the games before it in its session.',
  'lobby-change':
    'Entries added to and removed from the lobby, collected for up to 250 ms. An added entry with a known handle replaces the old one. `watchers` has the new numbers of watchers of listed matches: of 50 matches at most, at most once in 3 seconds.',
  'left-lobby': 'The answer to `leave-lobby`.',
  seeking: 'The handle of the seek, and the time from which it waits.',
  unsought: 'The answer to `unseek`.',
  pairing:
    'The server has found an opponent for the key’s seek. Both players have to accept before `until`. A player who declines or does not answer loses their seek; the other’s seek keeps its place.',
  'pairing-accepted': 'The answer to `accept-pairing`.',
  'pairing-over':
    'The pairing ended without a match: a player declined (`declined`), did not answer (`no-answer`), or left or could not start a match (`gone`). `seeking` is true if the receiver’s seek is open again.',
  invited: 'The code of the invitation and its link.',
  'invite-info': 'The terms of the invitation and the inviter.',
  posted: 'The open games by correspondence, the newest first. The answer may be a second old.',
  challenged: 'The code of the challenge.',
  offers:
    'The open invitations that the key has sent and received, the newest first. Sent after `identified` if there are any, and after every change. `sent` includes challenges that were declined; `received` has challenges of the key, and invitations that it has accepted for later.',
  people:
    'The players whom the key follows and blocks, the opponents of its last matches, and as `here` the connected ones of those that it follows or has played. Players who block the key are never `here`.',
  country: 'The country that the player shows from now on.',
  countries: 'The countries of those players who show one.',
  complained: 'The complaint is stored. An equal one stored before stays as it was.',
  related: 'The relation to this player from now on. Only the key itself is told.',
  turns:
    'The correspondence matches in which the key sits, and the match in which a bot waits for it. Sent after `identified` if there are any, as an answer, and after every change of one of them. `toAct` is the seat that must act (null while the server must), `isAutomatic` is true if its page answers without a decision, `until` is its deadline. Open one with `watch`.',
  'rematch-offered': 'The player at this seat offers a rematch. Accept it with `rematch`.',
  match:
    'The start of a match: header, at most the first 256 events, the number of events, and the receiver’s seat (null for a watcher). `receipt` is present for a player if one may be signed.',
  event: 'An accepted event. The server stored it before sending it.',
  events: 'The answer to `sync`: at most 256 events, and the number of events in the match.',
  rejected:
    'The server refused the receiver’s event. The match is unchanged, except that a `void` may have been appended before.',
  presence:
    '`online` is true if the player at this seat is connected. `abandonAt` is the time at which an absent player loses, or could lose by the opponent’s `claim`.',
  watchers:
    'So many connections watch the live match. Sent to players and watchers 3 seconds after the first one came or went, and so at most once in 3 seconds. A watcher is counted too. Not sent for a correspondence match.',
  finished: 'The match has ended; `record` is the path of its record, `ratings` is indexed by seat, null if unrated.',
  aborted:
    'The match ended without a record before its first accepted roll. `reason` is `abandonment`, `time`, `left`, `restart`, or `unknown` if this process was not told. `proof` is the server’s signature, or null if it has none.',
  left: 'The answer to `leave`; `aborted` follows.',
  unwatched: 'The answer to `unwatch`.',
  reacted:
    'The player at this seat sent a reaction: one of those of `react`. Ignore others, which a newer server may have.',
  said: 'The player `from` sent a reaction to the player `to`, who follows them: one of those of `say`. Also the answer to `say`, whatever became of it.',
  puzzle:
    'A position in which player 0 has rolled. `yours` is the evaluation of the key’s own answer, null before it answers or without an identified key. `streak` counts consecutive days on which the key found the best play. `tries` and `solved` count the answers of keys with a finished match.',
  'puzzle-result':
    'The evaluation of the play: `rank` (1 is the best) and `loss` against the best play, both from the stored evaluation, and the five best plays.',
  'puzzle-days':
    'The days of the month that have a puzzle, in order; `rank` is the rank of the key’s own play, null if it did not answer.',
  'puzzle-streak':
    'Numbers of consecutive days on which the key found the best play: up to today, and the most ever. A day that is not over does not end a streak.',
  registration: 'The key that asked for the account, and the requested name and address.',
  confirmed: 'The account of this connection’s key has been created.',
  mailed:
    'The server has accepted the request for a mail. With `logged`, this server sends no mail and writes it to its log instead.',
  'turn-mails':
    '`on` is true if a mail tells the key’s account of matches that wait, null for a key without an account. `delivers` is false if this server only logs its mails.',
  subscription: 'True if the address of the key’s account gets the daily puzzle, null for a key without an account.',
  'push-key':
    'The public key with which this server signs push messages, base64url. Null if its operator has turned them off.',
  'push-subscribed':
    'The browser gets messages of these kinds. Each is the JSON text `{kind, name, path}`: `turn` (the opponent with this name waits for the player), `opponent` (this opponent was found) or `challenge` (this player challenges the receiver; the name is empty unless the receiver follows them or has played them lately), and the page to open.',
  'push-unsubscribed': 'The browser gets no more messages.',
  deleted:
    'The account has been deleted. The signed records of its matches remain, with the name in them, as do the rating under a guest name and the note that the service has had the key.',
  error:
    'The server refused a request; `id` is the id of the request. With code `banned`, `ban` says what is banned and until when; the server also sends it without a request, and then closes the connection with 4004.',
};
