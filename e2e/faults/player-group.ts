import { setTimeout as sleep } from 'node:timers/promises';
import { generateKey } from 'bg-record';
import type { Policy } from '../kit/policy.ts';
import type { Facts } from './facts.ts';
import { type MatchTerms, StubbornPlayer } from './player.ts';

const LOOK_MS = 20;
/** Players resign early, so that many matches begin and end during the faults. */
const RESIGNS_AT = 40;
/** Probabilities that a player leaves a match before its first roll, and that a player of the last pair thinks long before a play. */
const LEAVES = 0.6;
const THINKS = 0.5;
/** Probability that a seek is withdrawn before it is accepted. */
const WITHDRAWS = 0.3;
/** Time limit for both players to join their match after one has accepted. */
const SIT_DOWN_MS = 3000;

export interface PlayerGroup {
  readonly players: readonly StubbornPlayer[];
  /** Starts no more matches and resigns the live ones. Resolves with true when all are over, or with false after `patienceMs`. */
  finish(patienceMs: number): Promise<boolean>;
  leave(): void;
}

interface Setting {
  readonly url: string;
  readonly random: () => number;
  readonly facts: Facts;
  readonly pairs: number;
}

/** Starts `pairs` pairs of players who play rated matches one after the other, and one player who plays the bot. */
export async function startPlayers({ url, random, facts, pairs }: Setting): Promise<PlayerGroup> {
  const policy = (): Policy => ({ random, double: 0.1, take: 0.7, wild: true, resignsAt: RESIGNS_AT });
  const make = async (index: number) => {
    const thinks = index >> 1 === pairs - 1 ? THINKS : 0;
    return new StubbornPlayer({ url, facts, key: await generateKey(), policy: policy(), thinks, leaves: LEAVES });
  };
  const couples: (readonly [StubbornPlayer, StubbornPlayer])[] = [];
  for (let pair = 0; pair < pairs; pair++) couples.push([await make(2 * pair), await make(2 * pair + 1)]);
  const alone = await make(2 * pairs);
  const players = [...couples.flat(), alone];
  for (const player of players) player.come();
  let isOpen = true;
  const mayBegin = () => isOpen;
  const loops = couples.map(([host, guest]) => play([host, guest], () => sitDown(host, guest, random), mayBegin));
  const over = Promise.all([...loops, play([alone], () => sitWithBot(alone), mayBegin)]).then(() => true);
  return {
    players,
    async finish(patienceMs) {
      isOpen = false;
      for (const { settings } of players) {
        settings.policy = { ...settings.policy, resignsAt: 0 };
        settings.thinks = 0;
        settings.leaves = 0;
      }
      const patience = new AbortController();
      const late = sleep(patienceMs, false, { signal: patience.signal }).catch(() => false);
      const isOver = await Promise.race([over, late]);
      patience.abort();
      return isOver;
    },
    leave() {
      for (const player of players) player.end();
    },
  };
}

/** Plays one match after the other until no more may begin and the service reports that none of these players is in a match. */
async function play(
  players: readonly StubbornPlayer[],
  begin: () => Promise<void>,
  mayBegin: () => boolean,
): Promise<void> {
  for (;;) {
    if (players.every(({ match }) => match === null)) {
      if (mayBegin()) await begin();
      else if (!(await anyIsSeated(players))) return;
    }
    await sleep(LOOK_MS);
  }
}

/** Asks the service if a player is in a match, and waits for that match: it may have started after its players gave up waiting. */
async function anyIsSeated(players: readonly StubbornPlayer[]): Promise<boolean> {
  const seated = await Promise.all(players.map((player) => player.isSeated()));
  if (!seated.includes(true)) return false;
  await until(() => players.some(({ match }) => match !== null), SIT_DOWN_MS);
  return true;
}

/** The two sit down by an invitation, by a seek that one accepts, or by two seeks that the lobby pairs. */
async function sitDown(host: StubbornPlayer, guest: StubbornPlayer, random: () => number): Promise<void> {
  const length = 1 + Math.floor(random() * 3);
  const terms = { length, rated: random() < 0.8, clock: random() < 0.5 ? 'fast' : 'normal' } as const;
  const way = [byInvitation, bySeek, byPairing][Math.floor(random() * 3)] ?? byInvitation;
  if (!(await way(host, guest, terms, random))) return;
  await until(() => host.match !== null && guest.match !== null, SIT_DOWN_MS);
  for (const one of [host, guest]) if (one.match === null) one.reload();
}

/** Begins a match of two players. Returns false if none is to be expected. */
type Way = (host: StubbornPlayer, guest: StubbornPlayer, terms: MatchTerms, random: () => number) => Promise<boolean>;

const byInvitation: Way = async (host, guest, terms) => {
  const invited = await host.ask({ type: 'invite', ...terms }, ['invited']);
  if (invited?.type !== 'invited') return false;
  await guest.ask({ type: 'join', code: invited.code }, ['match']);
  return true;
};

/** No match may begin by a seek after the answer to its withdrawal. */
const bySeek: Way = async (host, guest, terms, random) => {
  const seek = await host.seek(terms);
  if (seek === null) return false;
  const isWithdrawn = random() < WITHDRAWS && (await host.unseek());
  // A match of an earlier request may arrive in the meantime, whose players had given up waiting.
  const answer = await guest.ask({ type: 'accept-seek', seek, id: seek }, ['match']);
  const isTheirs = answer?.type === 'match' && answer.header.players.some(({ pub }) => pub === host.pub);
  const isAnswer = isTheirs && answer.id === seek;
  if (isWithdrawn && isAnswer && !guest.isSeeking) host.settings.facts.revived.push(answer.header.id);
  return !isWithdrawn || isTheirs;
};

const byPairing: Way = async (host, guest, terms) => {
  await Promise.all([host.seek(terms), guest.seek(terms)]);
  await until(() => host.match !== null && guest.match !== null, SIT_DOWN_MS);
  for (const one of [host, guest]) if (one.match === null) await one.unseek();
  return host.match !== null || guest.match !== null;
};

async function sitWithBot(player: StubbornPlayer): Promise<void> {
  await player.ask({ type: 'play-bot', length: 1, level: 'beginner' }, ['match']);
  await until(() => player.match !== null, SIT_DOWN_MS);
}

/** Waits until the condition holds, or until the time limit. */
async function until(holds: () => boolean, patienceMs: number): Promise<void> {
  const giveUp = performance.now() + patienceMs;
  while (!holds() && performance.now() < giveUp) await sleep(LOOK_MS);
}
