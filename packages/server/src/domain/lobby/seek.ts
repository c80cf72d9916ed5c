import { PAIRING, type SeekView } from '@anchor/wire';
import type { World } from '../ports/world.ts';
import type { Seek } from '../rooms/lobby-messages.ts';

/** Largest number of failed opponents that a seek remembers. */
const MOST_PASSED = 8;

/** The digits of a key by which a seek names a blocked player. */
const BLOCKED_DIGITS = 16;

const HANDLE_BYTES = 9;

export function makeHandle(world: World): string {
  return Buffer.from(world.randomBytes(HANDLE_BYTES)).toString('base64url');
}

/** Returns the part of a seek that the lobby shows. */
export function viewOf({ passed: _passed, blocked: _blocked, ...view }: Seek): SeekView {
  return view;
}

/** The seek of a player who blocks these keys. */
export function blocking({ blocked: _before, ...seek }: Seek, keys: readonly string[]): Seek {
  return keys.length === 0 ? seek : { ...seek, blocked: keys.map((key) => key.slice(0, BLOCKED_DIGITS)) };
}

/** True if two players may be paired at all: they are two, and neither blocks the other. */
export function mayMeet(a: Seek, b: Seek): boolean {
  return a.from.pub !== b.from.pub && !isBlocked(a, b) && !isBlocked(b, a);
}

function isBlocked({ blocked }: Seek, { from }: Seek): boolean {
  return blocked?.includes(from.pub.slice(0, BLOCKED_DIGITS)) ?? false;
}

/** Seeks with equal texts ask for the same kind of match. */
export function termsText({ length, rated, clock, rules }: SeekView): string {
  const { cube, crawford, jacoby, beavers } = rules;
  return [length, rated, clock, cube, crawford, jacoby, beavers].join();
}

/** True if a rating is within the range that the seek asks for. A seek without a range takes every rating. */
export function wantsRating({ range }: Pick<SeekView, 'range'>, rating: number): boolean {
  return range === undefined || (range.least <= rating && rating <= range.most);
}

export function differenceOf(a: Seek, b: Seek): number {
  return Math.abs(a.from.rating - b.from.rating);
}

/** The time that a seek has to wait before it accepts an opponent whose rating differs by so many points, in milliseconds. */
export function widenedAfterMs(difference: number): number {
  const { tolerance, perSecond, unlimitedMs } = PAIRING;
  return Math.min(unlimitedMs, Math.max(0, ((difference - tolerance) / perSecond) * 1000));
}

/**
 * The time from which two seeks may be paired, in milliseconds since the epoch. Infinite if they may not. The tolerance of the newer
 * seek decides, because that of the older one is wider.
 */
export function meetAt(a: Seek, b: Seek): number {
  return termsText(a) === termsText(b) ? meetOnEqualTermsAt(a, b) : Number.POSITIVE_INFINITY;
}

/** The same for two seeks whose terms are known to be equal. */
export function meetOnEqualTermsAt(a: Seek, b: Seek): number {
  const isPossible = mayMeet(a, b) && wantsRating(a, b.from.rating) && wantsRating(b, a.from.rating);
  if (!isPossible) return Number.POSITIVE_INFINITY;
  const widened = Math.max(a.since, b.since) + widenedAfterMs(differenceOf(a, b));
  return Math.max(widened, apartUntil(a, b), apartUntil(b, a));
}

/** The seek after its pairing with an opponent has failed. It keeps its place. */
export function passing(seek: Seek, pub: string, now: number): Seek {
  const others = seek.passed.filter((one) => one.pub !== pub && one.until > now);
  return { ...seek, passed: [...others, { pub, until: now + PAIRING.apartMs }].slice(-MOST_PASSED) };
}

function apartUntil({ passed }: Seek, { from }: Seek): number {
  return passed.find(({ pub }) => pub === from.pub)?.until ?? 0;
}
