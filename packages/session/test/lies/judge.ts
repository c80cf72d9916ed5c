import {
  canonicalJson,
  compare,
  eventHash,
  examine,
  type Header,
  headerHash,
  isAside,
  isDisplacing,
  Ledger,
  type MatchEvent,
  type SignedEvent,
  sentHash,
} from 'bg-record';
import type { Player } from 'bg-rules';
import { keyOf, type Page } from './page.ts';
import type { Tree } from './tree.ts';

/** The broken promises. Empty if there are none. */
type Broken = string[];

/** More comparisons would repeat the same ones. */
const COMPARED = 6;

/** (a) No two histories that the server can assemble make `compare` name this player. */
export async function neverNamed(tree: Tree, seat: Player, pages: readonly Page[]): Promise<Broken> {
  const signed = uniqueBy(
    pages.flatMap((page) => page.signed),
    ({ sig }) => sig,
  );
  const { header } = tree;
  const { pub, name } = header.players[seat];
  const histories = signed.filter(({ prev }) => tree.has(prev)).map((event) => historyWith(tree, event));
  const broken = doublePlaces(tree, signed).map((place) => `(a) ${name} signed two contents at ${place}`);
  const pairs = histories.flatMap((one, i) => histories.slice(i + 1).map((other) => [one, other] as const));
  const suspicious = pairs.filter(([one, other]) => isNamed(seat, one, other));
  const sample = [...suspicious.slice(0, 2), ...pairs.filter(isFork).slice(-COMPARED)];
  for (const [one, other] of sample) {
    const verdict = await compare({ header, events: one }, { header, events: other });
    if (verdict.relation === 'not-verifiable')
      broken.push(`(a) a history of the judge is not verifiable: ${verdict.code}`);
    if (verdict.relation === 'fork' && verdict.signedBoth.some((signer) => signer.pub === pub))
      broken.push(`(a) compare names ${name}: ${verdict.message}`);
  }
  return broken;
}

/**
 * Returns a history that ends with an event of the player, either as accepted or with a date that the server makes up.
 */
function historyWith(tree: Tree, event: SignedEvent): MatchEvent[] {
  const before = tree.path(event.prev);
  const accepted = tree.hashes.map((hash) => tree.eventAt(hash)).find((node) => node?.sig === event.sig);
  const at = Math.max(before.at(-1)?.at ?? tree.header.created, accepted?.at ?? 0);
  return [...before, { ...event, at }];
}

/** Returns the places for which two contents were signed, except those by which a device takes its seat. */
function doublePlaces(tree: Tree, signed: readonly SignedEvent[]): string[] {
  const places = new Map<string, string>();
  return signed
    .filter((event) => event.type !== 'sit' && !isFirstCommit(tree, event))
    .flatMap((event) => {
      const place = `${event.n} ${event.prev}`;
      const content = contentOf(event);
      const before = places.get(place);
      places.set(place, content);
      return before !== undefined && before !== content ? [`${event.n} (${event.type})`] : [];
    });
}

function isFirstCommit(tree: Tree, { type, prev, p }: SignedEvent): boolean {
  return type === 'commit' && !tree.path(prev).some((event) => event.type === 'commit' && event.p === p);
}

/** The rule of `compare` for one key, without signatures. It selects the pairs to compare. */
function isNamed(seat: Player, one: readonly MatchEvent[], other: readonly MatchEvent[]): boolean {
  const n = partingOf(one, other);
  const binds = (events: readonly MatchEvent[]) => {
    const own = events.filter((event) => event.p === seat && event.n >= n);
    return (
      own.some((event) => event.n > n) &&
      ![own[0], own.find((event) => event.n > n)].some((event) => event?.type === 'sit')
    );
  };
  return n < one.length && n < other.length && binds(one) && binds(other);
}

function isFork([one, other]: readonly [readonly MatchEvent[], readonly MatchEvent[]]): boolean {
  const n = partingOf(one, other);
  return n < one.length && n < other.length;
}

function partingOf(one: readonly MatchEvent[], other: readonly MatchEvent[]): number {
  let n = 0;
  while (n < one.length && n < other.length && keyOf(one[n]!) === keyOf(other[n]!)) n += 1;
  return n;
}

/**
 * (b) A page signs one content for one place. It decides again only after a `void`, and after a voided roll it only
 * rolls again.
 */
export function neverAnew(tree: Tree, page: Page): Broken {
  const broken = doublePlaces(tree, page.signed).map((place) => `(b) ${page.name} signed two contents at ${place}`);
  for (const [i, event] of page.signed.entries()) {
    const next = page.signed[i + 1];
    if (!next || event.type === 'sit' || event.type === 'present' || event.type === 'claim') continue;
    const path = tree.path(next.prev);
    const since = path.slice(event.n);
    if (since.length === 0 && next.n === event.n) continue;
    if ((since[0]?.prev ?? next.prev) !== event.prev)
      broken.push(`(b) ${page.name} signed in two histories at ${next.n}`);
    if (since.some(({ sig }) => sig === event.sig) || since.some(({ type, p }) => type === 'sit' && p === page.seat))
      continue;
    if (next.type === 'sit' || next.type === 'present' || next.type === 'claim') continue;
    const isVoid = since.some((other) => other.type === 'void' && other.hash === sentHash(event));
    if (!isVoid && decisionOf(next) !== decisionOf(event))
      broken.push(`(b) ${page.name} decided anew at ${next.n} without a void: ${event.type}, then ${next.type}`);
    if (isVoid && event.type === 'roll' && decisionOf(next) !== decisionOf(event))
      broken.push(`(b) ${page.name} signed ${next.type} at ${next.n} in place of a voided roll`);
  }
  return broken;
}

/** (b) A device signs only if it was the last to take its seat. */
export function neverInAnothersSeat(tree: Tree, page: Page): Broken {
  const own = new Set(page.signed.map(({ sig }) => sig));
  return page.signed.flatMap((event) => {
    const path = tree.path(event.prev).filter(({ p }) => p === page.seat);
    const taken = path.findLast(({ type }) => type === 'sit') ?? path.find(({ type }) => type === 'commit');
    if (!taken || event.type === 'sit' || own.has(taken.sig)) return [];
    return [`(b) ${page.name} signed ${event.type} at ${event.n} in the seat of another device`];
  });
}

/** (c) A forfeit that contradicts the page's data stops the page and saves the evidence. */
export async function neverBelieved(header: Header, page: Page): Promise<Broken> {
  const { events, halted } = page.view;
  const last = events.at(-1);
  if (last?.type !== 'forfeit') return [];
  const before = new Ledger(header);
  await before.appendAll(events.slice(0, -1));
  const { absent } = before.state;
  const { expiresAt } = before;
  const announcedAt = absent?.seat === last.loser ? absent.since : null;
  const deadline = last.reason === 'time' ? expiresAt : announcedAt === null ? null : announcedAt + header.absenceMs!;
  const isUnclaimed = last.reason === 'abandonment' && header.clock !== null && absent?.claimedAt == null;
  const isEarly = deadline === null || last.at < deadline;
  if (!isEarly && !isUnclaimed) return [];
  if (!halted)
    return [`(c) ${page.name} believed a forfeit for ${last.reason} (${isEarly ? 'too early' : 'unclaimed'})`];
  return page.store.evidence.length > 0 ? [] : [`(c) ${page.name} stopped without evidence`];
}

/**
 * (h) One receipt, or one `void`, that contradicts the rules together with the event that it names stops the page, and nothing else
 * does so in that name. Events of these players are legal where they are signed.
 */
export async function neverDropped(page: Page): Promise<Broken> {
  const { events, halted } = page.view;
  const { findings } = await evidenceOf(page);
  const lies = page.answers.flatMap(({ event, receipt }) => {
    if (!event || !receipt || receipt.asked !== sentHash(event)) return [];
    const { n, head, fate } = receipt;
    if (fate !== 'stored') return n === event.n && head === event.prev ? ['event-denied'] : [];
    const isIn = event.n < n && events[event.n]?.sig === event.sig;
    return n <= events.length && headOf(page, n) === head && !isIn ? ['event-missing'] : [];
  });
  const voided = page.signed.some((event) => {
    const there = events[event.n];
    return there?.type === 'void' && there.prev === event.prev && there.hash === sentHash(event);
  });
  if (voided) lies.push('event-voided');
  // A page that has just been reloaded has read nothing yet, and does not go on.
  const goesOn = !halted && events.length > 0;
  if (lies.length > 0 && goesOn)
    return [`(h) ${page.name} went on although the server had signed: ${[...new Set(lies)].join()}`];
  const isSo = halted && ['event-denied', 'event-missing', 'event-voided'].includes(halted.code);
  if (isSo && !lies.includes(halted.code)) return [`(h) ${page.name} stopped by ${halted.code} without such a receipt`];
  if (isSo && !findings.includes(halted.code)) return [`(h) the evidence of ${page.name} does not show ${halted.code}`];
  return [];
}

function headOf({ view: { header, events } }: Page, n: number): string {
  const last = events[n - 1];
  return last ? eventHash(last) : headerHash(header);
}

/** The codes of what `bg-record evidence` finds in the file of a page. */
export async function evidenceOf(page: Page): Promise<{ findings: string[]; file: unknown }> {
  page.session.saveEvidence();
  await page.session.idle();
  const file = JSON.parse(JSON.stringify(page.saved.at(-1)));
  const examined = await examine(file);
  return { findings: examined.ok ? examined.findings.map(({ code }) => code) : [`unreadable: ${examined.code}`], file };
}

/** (i) A page that stayed connected during gaps of more than a minute in all warns and keeps evidence. */
export function neverRefunded(page: Page): Broken {
  const { events, halted } = page.view;
  const receipts = page.answers.filter(({ receipt }) => receipt !== null);
  let sumMs = 0;
  for (const event of events) {
    const arrived = page.toldAt.get(keyOf(event));
    if (event.type !== 'resume' || arrived === undefined) continue;
    const ms = event.at - event.since;
    // Receipts came before the gap and after it, and nothing disturbed the connection in between.
    const isBefore = receipts.some(({ receipt, at }) => receipt!.now <= event.since && at > page.disturbedAt);
    const isAfter = receipts.some(({ receipt, at }) => receipt!.now >= event.at && at >= arrived);
    if (isBefore && isAfter) sumMs += ms;
  }
  const isKept = page.store.evidence.some(({ code }) => code === 'refunded');
  if (sumMs <= 60_000 || halted || isKept) return [];
  return [`(i) ${page.name} said nothing of ${sumMs} ms given back while it was connected`];
}

/** (j) A page that got no answer about its event for long, while it was connected, says so. */
export function neverSilenced(page: Page): Broken {
  if (page.silentMs < 45_000 || page.view.halted || page.warnings.has('silent')) return [];
  return [`(j) ${page.name} got no answer about an event for ${page.silentMs} ms and said nothing`];
}

/** (k) No page takes part in a live match in which an absent player has less time than the server has signed, or than two minutes. */
export function neverShort({ absenceMs, clock }: Header, greetedMs: number, page: Page): Broken {
  const isShort = clock !== null && (absenceMs !== greetedMs || absenceMs < 120_000);
  return isShort && page.signed.length > 0 ? [`(k) ${page.name} plays with an absence of ${absenceMs} ms`] : [];
}

/** (d) Returns the time that the server charged beyond the player's own, where only the server can have caused it. */
export function overchargedMs(header: Header, page: Page): number {
  const { events } = page.view;
  const ledger = { seat: page.seat, header };
  let sum = 0;
  for (const [n, event] of events.entries()) {
    const before = events[n - 1];
    const sentAt = page.sentAt.get(event.sig);
    const toldAt = before && page.toldAt.get(keyOf(before));
    if (event.p !== ledger.seat || !before || sentAt === undefined || toldAt === undefined) continue;
    // A claim is made in the other player's time.
    if (event.type === 'claim') continue;
    // A connection lost since then, or a device that slept, may have delayed it.
    if (page.disturbedAt >= toldAt - 15_000) continue;
    sum += Math.max(0, event.at - before.at - (sentAt - toldAt) - page.slowestMs - 1_500);
  }
  return sum;
}

/** (c) A loser whose own clock shows that the announced absence was far from over keeps the evidence. */
export function neverHurried({ absenceMs }: Header, page: Page): Broken {
  const { events, halted } = page.view;
  const last = events.at(-1);
  if (last?.type !== 'forfeit' || last.loser !== page.seat || last.reason !== 'abandonment' || halted) return [];
  const absent = events.findLast(({ type }) => type === 'absent');
  const from = absent && page.toldAt.get(keyOf(absent));
  const to = page.toldAt.get(keyOf(last));
  if (from === undefined || to === undefined || page.disturbedAt >= from - 15_000) return [];
  const isHurried = to - from < absenceMs! - 31_000 - page.slowestMs - 1_500;
  if (!isHurried || page.store.evidence.some(({ code }) => code === 'overcharged')) return [];
  return [`(c) ${page.name} kept nothing of an absence that took ${to - from} ms`];
}

/** (g) The page keeps evidence of a decision that asides displaced three times while it was connected. */
export function neverKeptOut(header: Header, page: Page): Broken {
  const { events, halted } = page.view;
  const isDisplaced = (from: number, to: number) =>
    events.slice(from, to).some((event) => {
      const before = events[event.n - 1];
      return isDisplacing(event, {
        at: before?.at ?? header.created,
        type: before?.type ?? null,
        party: page.seat,
      });
    });
  let times = 0;
  for (const [i, event] of page.signed.entries()) {
    const before = page.signed[i - 1];
    // The event before was not stored: between the two there are asides only.
    const isAgain =
      before &&
      !isAside(before.type) &&
      !isAside(event.type) &&
      before.n < event.n &&
      events.slice(before.n, event.n).every(({ type }) => isAside(type));
    const sentAt = (before && page.sentAt.get(before.sig)) ?? 0;
    const isConnected = page.pongs.some((at) => at > page.disturbedAt && at <= sentAt);
    if (!isAgain || !isConnected) times = 0;
    else if (isDisplaced(before.n, event.n)) times += 1;
    if (times < 3 || halted || page.store.evidence.some(({ code }) => code === 'displaced')) continue;
    return [`(g) ${page.name} kept nothing of ${event.type} at ${event.n}, displaced ${times} times`];
  }
  return [];
}

/**
 * (f) The page keeps a match that was called off after this player's roll. It does not believe the abort of a match
 * with an accepted roll.
 */
export function neverForgotten(page: Page): Broken {
  if (!page.aborted) return [];
  const { halted, events } = page.view;
  if (!halted && events.some(({ type }) => type === 'roll'))
    return [`(f) ${page.name} let a rolled match be called off`];
  const hasRolled = page.signed.some(({ type }) => type === 'roll');
  return hasRolled && page.store.evidence.length === 0 ? [`(f) ${page.name} kept nothing of an aborted match`] : [];
}

function contentOf({ sig: _sig, ...content }: SignedEvent): string {
  return canonicalJson(content);
}

/** Returns the decision in an event, without its place and time. */
function decisionOf(event: SignedEvent): string {
  const { n: _n, p: _p, prev: _prev, sig: _sig, ...body } = event;
  return canonicalJson({ ...body, sent: 0 });
}

function uniqueBy<T>(list: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(list.map((item) => [keyOf(item), item])).values()];
}
