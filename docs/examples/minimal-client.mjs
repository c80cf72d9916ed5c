// A complete client in one file. It plays a match against the bot and verifies everything that it receives.
// Written only from docs/realtime.md and docs/record-format.md, without any code of this repository or from
// npm.
//
//   node docs/examples/minimal-client.mjs [ws://localhost:3000/ws] [points]
//
// It needs a global WebSocket: Node 22 or newer has one, and Node 20.19 with --experimental-websocket. It connects again after a
// restart of the server. A client for people must also keep the key, store a mark before each event, and ask the player.
import { createHash, createHmac, createPrivateKey, createPublicKey, randomBytes, sign, verify } from 'node:crypto';

const [url = 'ws://localhost:3000/ws', points = '1'] = process.argv.slice(2);
if (typeof WebSocket === 'undefined') {
  console.error(
    `Node ${process.versions.node} has no WebSocket: use Node 22 or newer, or start Node 20.19 with the option`,
  );
  console.error('--experimental-websocket before the name of this file.');
  process.exit(2);
}
// The web origin of this connection: http for ws, https for wss.
const { origin } = new URL(url.replace(/^ws/, 'http'));

// --- canonical JSON, hashes, signatures (record-format.md: Text, Hashes and signatures) ---

const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
};
const tagged = (tag, value) => Buffer.from(`${tag}\n${canonical(value)}`);
const sha256 = (bytes) => createHash('sha256').update(bytes).digest();
const hex = (bytes) => Buffer.from(bytes).toString('hex');

const der = (prefix, bytes, type) => ({ key: Buffer.concat([Buffer.from(prefix, 'hex'), bytes]), format: 'der', type });
const privateKey = (seed) => createPrivateKey(der('302e020100300506032b657004220420', seed, 'pkcs8'));
const publicKey = (pub) => createPublicKey(der('302a300506032b6570032100', Buffer.from(pub, 'hex'), 'spki'));
const isSigned = (pub, bytes, sig) => verify(null, bytes, publicKey(pub), Buffer.from(sig, 'hex'));

const seed = randomBytes(32);
const own = privateKey(seed);
const pub = hex(createPublicKey(own).export({ format: 'der', type: 'spki' }).subarray(-32));

function insist(holds, sentence) {
  if (holds) return;
  console.error(sentence);
  process.exit(1);
}

// --- the board: for each player the number of checkers on that player's points 0 (off) to 25 (bar) ---

const START = { 24: 2, 13: 5, 8: 3, 6: 5 };
const startBoard = () => [0, 1].map(() => Array.from({ length: 26 }, (_, point) => START[point] ?? 0));

/** Moves one checker by one die. Returns [from, to] and the new board, or null if that is illegal. */
function hop(board, player, from, die) {
  const [mine, theirs] = [board[player], board[1 - player]];
  if (mine[from] === 0 || (mine[25] > 0 && from !== 25)) return null;
  const to = Math.max(0, from - die);
  const highest = mine.findLastIndex((count) => count > 0);
  if (to === 0 && (highest > 6 || (die > from && highest > from))) return null;
  if (to > 0 && theirs[25 - to] > 1) return null;
  const after = board.map((side) => [...side]);
  after[player][from] -= 1;
  after[player][to] += 1;
  if (to > 0 && theirs[25 - to] === 1) {
    after[1 - player][25 - to] = 0;
    after[1 - player][25] += 1;
  }
  return { hops: [[from, to]], board: after };
}

/** Returns all plays with these dice in this order, one for each resulting board. */
function playOut(board, player, dice) {
  const [die, ...rest] = dice;
  const found = new Map();
  for (let from = 25; die && from > 0; from--) {
    const first = hop(board, player, from, die);
    for (const next of first ? playOut(first.board, player, rest) : []) {
      found.set(String(next.board), { hops: [...first.hops, ...next.hops], board: next.board, die });
    }
  }
  return found.size > 0 ? [...found.values()] : [{ hops: [], board, die: 0 }];
}

/** Returns the legal plays: as many dice as possible, and the larger one if only one can be played. */
function legalPlays(board, player, [a, b]) {
  const all = (
    a === b
      ? [[a, a, a, a]]
      : [
          [a, b],
          [b, a],
        ]
  ).flatMap((dice) => playOut(board, player, dice));
  const most = Math.max(...all.map(({ hops }) => hops.length));
  const longest = all.filter(({ hops }) => hops.length === most);
  const larger = most === 1 && a !== b ? longest.filter(({ die }) => die === Math.max(a, b)) : [];
  return larger.length > 0 ? larger : longest;
}

/** Chooses a play. A weak player: it runs home and avoids blots. */
function choose(plays, player) {
  const worth = ({ board }) => {
    const pips = (side) => side.reduce((sum, count, point) => sum + count * point, 0);
    const blots = board[player].filter((count, point) => count === 1 && point > 0).length;
    return pips(board[1 - player]) - pips(board[player]) - 3 * blots;
  };
  return plays.reduce((best, play) => (worth(play) > worth(best) ? play : best));
}

// --- the match: its state after the events so far ---

const match = { header: null, seat: null, head: '', n: 0, at: 0, chains: new Map(), rolls: 0, score: [0, 0] };
const newGame = () => ({ board: startBoard(), cube: 1, turn: null, dice: null, waits: [0, 'roll'], reveals: [] });
let game = newGame();

/** Returns the party that must act, and its action: [party, action]. Commits come first. */
const waiting = () => {
  const committer = [null, 0, 1].find((party) => !match.chains.has(party));
  return committer === undefined ? game.waits : [committer, 'commit'];
};

function begin({ header, seat }) {
  if (match.header) return insist(canonical(header) === canonical(match.header), 'the server shows another header');
  insist(header.players[seat].pub === pub && header.server === pinned, 'the header names other keys');
  insist(header.length === Number(points) && header.clock === null && !header.rated, 'not the requested match');
  Object.assign(match, { header, seat, head: hex(sha256(tagged('bg-header/1', header))), at: header.created });
}

/** Verifies an event and applies it (record-format.md: Events, Dice, How to verify). */
function append(event) {
  const { sig, at, ...unsigned } = event;
  const { p, n, prev, type } = event;
  insist(n === match.n && prev === match.head && at >= match.at, `event ${n} does not follow the previous event`);
  const signer = p === null ? match.header.server : match.header.players[p].pub;
  insist(isSigned(signer, tagged('bg-event/1', unsigned), sig), `event ${n} is not signed by its party`);
  const [party, expected] = waiting();
  const isAside = ['sit', 'present', 'absent', 'claim', 'void', 'resume'].includes(type);
  const fits = type === expected || isAside || type === 'forfeit' || ['double', 'resign'].includes(type);
  insist(fits && (p === party || p === null || ['sit', 'claim'].includes(type)), `event ${n} is not allowed now`);
  happen[type](event);
  // The event in transit is here, or the server will never take it.
  const isVoided = type === 'void' && signed && event.hash === hex(sha256(tagged('bg-sent/1', signed)));
  if (isVoided || event.sig === signed?.sig) signed = null;
  Object.assign(match, { n: n + 1, head: hex(sha256(tagged('bg-hash/1', event))), at });
}

/** Checks the next link of a party's chain: its hash must be the previous link. */
function reveal({ p, n, reveal: link }) {
  const chain = match.chains.get(p);
  insist(
    hex(sha256(Buffer.from(link, 'hex'))) === chain.last,
    `the reveal of event ${n} does not match the commitment`,
  );
  Object.assign(chain, { last: link, used: chain.used + 1 });
  game.reveals[p ?? 2] = link;
}

/** Derives the dice from three reveals: HMAC-SHA-256, bytes below 252, modulo 6. */
function deriveDice(roll) {
  const [player0, player1, server] = game.reveals;
  const found = [];
  for (let counter = 0; found.length < 2; counter++) {
    const hmac = createHmac('sha256', Buffer.from(server + player0 + player1, 'hex'));
    const digest = hmac.update(`${match.header.protocol}\n${match.header.id}\n${roll}\n${counter}`).digest();
    found.push(...[...digest].filter((byte) => byte < 252).map((byte) => (byte % 6) + 1));
  }
  return found.slice(0, 2);
}

function endGame(winner, worth) {
  match.score[winner] += worth;
  game = newGame();
  if (match.score[winner] >= match.header.length) game.waits = [undefined, 'nothing'];
}

function afterPlay(player) {
  const [mine, theirs] = [game.board[player], game.board[1 - player]];
  if (mine[0] < 15) return Object.assign(game, { turn: 1 - player, dice: null, waits: [1 - player, 'roll'] });
  const isBackgammon = theirs.slice(19).some((count) => count > 0);
  return endGame(player, game.cube * (theirs[0] > 0 ? 1 : isBackgammon ? 3 : 2));
}

/** Applies each type of event. This client never doubles, resigns or declines, so `pass` and `decline` do not occur. */
const happen = {
  commit: ({ p, anchor, nonce }) => match.chains.set(p, { last: anchor, nonce, used: 0 }),
  roll(event) {
    reveal(event);
    game.waits = [1 - event.p, 'reveal'];
  },
  reveal(event) {
    reveal(event);
    game.waits = [null, 'dice'];
  },
  dice(event) {
    reveal(event);
    match.rolls += 1;
    insist(
      String(deriveDice(match.rolls)) === String(event.dice),
      `the dice of event ${event.n} do not follow from the reveals`,
    );
    const [first, second] = event.dice;
    if (game.turn === null && first === second) game.waits = [0, 'roll'];
    else {
      game.turn ??= first > second ? 0 : 1;
      Object.assign(game, { dice: event.dice, waits: [game.turn, 'play'] });
    }
    game.reveals = [];
  },
  play({ p, n, hops }) {
    let board = game.board;
    for (const [from, to] of hops) board = (hop(board, p, from, from - to) ?? hop(board, p, from, 6))?.board;
    const legal = legalPlays(game.board, p, game.dice);
    insist(
      legal.some((play) => String(play.board) === String(board)),
      `event ${n} is not a legal play`,
    );
    game.board = board;
    afterPlay(p);
  },
  double({ p }) {
    game.waits = [1 - p, 'take'];
  },
  take({ p }) {
    game.cube *= 2;
    game.waits = [1 - p, 'roll'];
  },
  resign({ p, points }) {
    game.offered = points * game.cube;
    game.waits = [1 - p, 'accept'];
  },
  accept({ p }) {
    endGame(p, game.offered);
  },
  // Asides never change the party that must act.
  sit() {},
  present() {},
  absent() {},
  claim() {},
  void() {},
  resume() {},
  forfeit() {
    game.waits = [undefined, 'nothing'];
  },
};

// --- what this client signs ---

/** Our chain is derived from the key and the nonce of our commit. Link 0 is the anchor. */
function link(nonce, index) {
  const { id, chain } = match.header;
  let bytes = createHmac('sha256', seed).update(`bg-chain/1\n${id}\n${nonce}`).digest();
  for (let left = chain - index; left > 0; left--) bytes = sha256(bytes);
  return hex(bytes);
}

const nextLink = () => {
  const { nonce, used } = match.chains.get(match.seat);
  return link(nonce, used + 1);
};

const decide = {
  commit() {
    const nonce = hex(randomBytes(16));
    return { type: 'commit', anchor: link(nonce, 0), nonce };
  },
  roll: () => ({ type: 'roll', reveal: nextLink() }),
  reveal: () => ({ type: 'reveal', reveal: nextLink() }),
  play: () => ({ type: 'play', hops: choose(legalPlays(game.board, match.seat, game.dice), match.seat).hops }),
  take: () => ({ type: 'take' }),
  accept: () => ({ type: 'accept' }),
};

/** The event in transit. Only asides can come before it, because this client is the one that has to act. */
let signed = null;
/** The connection that it was sent over. */
let sentOver = null;

function act() {
  const [party, what] = waiting();
  if (party !== match.seat) return;
  // Never sign two contents for one place. The same bytes are sent again over a new connection; at a later place the same decision
  // is signed again.
  if (signed?.n !== match.n || signed.prev !== match.head) {
    const { sig: _, ...decision } = signed ?? decide[what]();
    const unsigned = { ...decision, n: match.n, p: match.seat, prev: match.head, sent: Date.now() };
    signed = { ...unsigned, sig: hex(sign(null, tagged('bg-event/1', unsigned), own)) };
  } else if (sentOver === socket) return;
  sentOver = socket;
  send({ type: 'act', match: match.header.id, event: signed });
}

// --- the connection ---

const RETRY_MS = 1_000;
const MOST_RETRIES = 60;
/** The server replaced this connection by a newer one, or has banned the key. */
const FINAL = [4001, 4004];

let pinned = '';
let socket = null;
let retries = 0;
let isOver = false;
const send = (message) => socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message));
const sync = () => send({ type: 'sync', match: match.header.id, from: match.n });

const hear = {
  hello({ absenceMs, challenge, server, origins, now, sig: signed }) {
    pinned ||= server;
    insist(server === pinned, 'the server has another key than before');
    // A relay can pass all of this on, but it cannot put its own address under the server's signature.
    const greeting = tagged('bg-hello/3', { absenceMs, challenge, now, origins, server });
    insist(isSigned(server, greeting, signed), 'the greeting is not signed by the server');
    insist(origins.includes(origin), `the server is not configured for ${origin}`);
    const sig = hex(sign(null, tagged('bg-identify/2', { challenge, origin, pub, server }), own));
    send({ type: 'identify', pub, origin, sig, name: 'Minimal' });
  },
  identified(message) {
    retries = 0;
    if (!match.header) send({ type: 'play-bot', length: Number(points) });
    // `match` follows for a match that goes on. The end of another one comes with its last events.
    else if (message.match !== match.header.id) sync();
  },
  match(message) {
    begin(message);
    hear.events(message);
  },
  // A long match comes in pages. Request the next page until all are here.
  events({ events, length }) {
    insist(length >= match.n, 'the history has become shorter');
    for (const event of events) if (event.n === match.n) append(event);
    if (match.n < length) sync();
    else act();
  },
  event({ event }) {
    if (event.n > match.n) return sync();
    if (event.n < match.n) return;
    append(event);
    act();
  },
  finished({ result, record, finalHash }) {
    insist(finalHash === match.head, 'the match ended differently from its events');
    console.log(
      `${result.winner === match.seat ? 'won' : 'lost'} ${result.score.join('-')}, ${match.n} events checked`,
    );
    console.log(new URL(record, url.replace('ws', 'http')).href);
    isOver = true;
    socket.close();
  },
  aborted: ({ reason }) => insist(false, `aborted: ${reason}`),
  // A refusal is not signed, so the event may still be in the history: `sync` shows it, or what came first.
  rejected({ code, message }) {
    insist(['wrong-number', 'wrong-prev', 'not-stored'].includes(code), `rejected, ${code}: ${message}`);
    if (code !== 'not-stored') return sync();
    sentOver = null;
    setTimeout(sync, RETRY_MS);
  },
  error({ code, message }) {
    insist(['shutting-down', 'database-unavailable'].includes(code), `${code}: ${message}`);
    // The database will be back: connect and prove the key again.
    if (code === 'database-unavailable') socket.close();
  },
};

function connect() {
  socket = new WebSocket(url);
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    hear[message.type]?.(message);
  };
  // A connection that cannot be opened gives an error, and in some versions of Node no `close`.
  socket.onerror = lost;
  socket.onclose = lost;
}

function lost({ target, code }) {
  if (isOver || target !== socket) return;
  insist(pinned && retries < MOST_RETRIES && !FINAL.includes(code), `no connection to ${url}`);
  socket = null;
  retries += 1;
  setTimeout(connect, RETRY_MS);
}

connect();
