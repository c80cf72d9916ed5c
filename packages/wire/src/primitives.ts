import { MATCH_ID } from 'bg-record';
import * as z from 'zod/mini';

/** An object schema that rejects unknown members. */
export const shape = z.strictObject;

export const count = z.int().check(z.nonnegative());
/** Milliseconds since the epoch. */
export const timeMs = count;
export const seat = z.union([z.literal(0), z.literal(1)]);
export const publicKey = z.string().check(z.regex(/^[0-9a-f]{64}$/));
/** 16 bytes in hex. */
export const chainNonce = z.string().check(z.regex(/^[0-9a-f]{32}$/));
/** A prefix of a public key, long enough to identify a player. */
export const keyStart = z.string().check(z.regex(/^[0-9a-f]{16,64}$/));
export const signature = z.string().check(z.regex(/^[0-9a-f]{128}$/));
export const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
export const challenge = z.string().check(z.regex(/^[0-9a-f]{32}$/));
/** A web origin as `originOf` of bg-record writes it. */
export const webOrigin = z.string().check(z.maxLength(300), z.regex(/^https?:\/\/[^\s/@?#\\]+$/));
export const matchId = z.string().check(z.regex(MATCH_ID));
/** The handle of a seek or the code of an invitation. */
export const handle = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/));
/** An id that the client sets on a request; the answer repeats it. */
export const requestId = z.union([z.int(), z.string().check(z.maxLength(64))]);
/** A display name as entered. The server cleans it and truncates it to 24 characters. */
export const wantedName = z.string().check(z.minLength(1), z.maxLength(200));
export const name = z.string().check(z.maxLength(48));
/** A mail address in the usual form. The schema does not show that the address exists. */
export const emailAddress = z
  .string()
  .check(z.maxLength(254), z.regex(/^[^\s@<>()[\],;:"\\\p{Cc}]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.)+[\p{L}\p{N}-]{2,63}$/u));
/** The token of a link in a mail. */
export const mailToken = z.string().check(z.regex(/^[0-9a-f]{48}$/));
/** The code in a mail that confirms an account or an address. */
export const mailCode = z.string().check(z.regex(/^[0-9]{6}$/));
const keyPart = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));
/** A private Ed25519 key as JSON Web Key (RFC 8037), with the members that browsers add on export. */
export const privateJwk = shape({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: keyPart,
  d: keyPart,
  alg: z.optional(z.string().check(z.maxLength(16))),
  ext: z.optional(z.boolean()),
  key_ops: z.optional(z.array(z.string().check(z.maxLength(16))).check(z.maxLength(8))),
});

/** The member `dice` of a header: dice in advance. Absent in any other match. */
export const diceKind = z.enum(['advance']);
export const clockName = z.enum(['fast', 'normal', 'slow', 'days1', 'days2', 'days3', 'days7', 'none']);
export const matchLength = z.int().check(z.gte(0), z.lte(25));
/** Requested rules. Absent members have the default for a match or a money game. */
export const wantedRules = shape({
  cube: z.optional(z.boolean()),
  crawford: z.optional(z.boolean()),
  jacoby: z.optional(z.boolean()),
  beavers: z.optional(z.boolean()),
});
export const rules = shape({ cube: z.boolean(), crawford: z.boolean(), jacoby: z.boolean(), beavers: z.boolean() });

const ratingEnd = z.int().check(z.gte(0), z.lte(5000));
/** The ratings that an opponent may have, both ends included. */
export const ratingRange = shape({ least: ratingEnd, most: ratingEnd }).check(
  z.refine(({ least, most }) => least <= most, 'The least rating is above the most.'),
);

export const matchEnd = z.enum(['points', 'resign', 'time', 'abandonment']);
export const matchResult = shape({ winner: seat, score: z.tuple([count, count]), reason: matchEnd });

/** Playing strength of the service’s bots, weakest first. */
export const botLevel = z.enum(['beginner', 'intermediate', 'advanced', 'expert']);
/** The bot’s level if a request names none. */
export const USUAL_BOT_LEVEL: BotLevel = 'intermediate';

const BOT_NAME = 'Anchor bot, ';
/** The name of the service’s bot of a level, in the headers of its matches. */
export function botName(level: BotLevel): string {
  return BOT_NAME + level;
}
/** The level of the bot that has this name. Null for other names. */
export function botLevelOf(name: string): BotLevel | null {
  return botLevel.options.find((level) => botName(level) === name) ?? null;
}

/** An ISO 3166-1 alpha-2 code. The schema does not show that it is assigned; see `COUNTRIES`. */
export const countryCode = z.string().check(z.regex(/^[A-Z]{2}$/));

/** The relations that a player can have to another one. */
export const relationKind = z.enum(['follow', 'block']);
/** The kinds of complaints that a player sends to the operator: of the opponent's name, of needless waiting, of help by an engine. */
export const complaintKind = z.enum(['name', 'stalling', 'engine']);

/** Kinds of push messages: an opponent waits for the player in a match, was found for the player's seek, or challenges the player. */
export const pushKind = z.enum(['turn', 'opponent', 'challenge']);
/** The address of a browser at its push service (RFC 8030). */
export const pushEndpoint = z.string().check(z.regex(/^https:\/\/[\x21-\x7e]+$/), z.maxLength(1024));
/** An uncompressed P-256 public key, base64url. */
export const pushPublicKey = z.string().check(z.regex(/^B[A-Za-z0-9_-]{86}$/));
/** The shared secret of RFC 8291, 16 bytes, base64url. */
export const pushSecret = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/));

/** The text of a push message. The browser’s service worker shows it in the language of the page. */
export const pushNotice = shape({
  kind: pushKind,
  /** The opponent’s name. Empty for a challenger whom the player does not know. */
  name,
  /** The page that the message opens. */
  path: z.string(),
});

export type BotLevel = z.infer<typeof botLevel>;
export type ClockName = z.infer<typeof clockName>;
export type RatingRange = z.infer<typeof ratingRange>;
export type WantedRules = z.infer<typeof wantedRules>;
export type RelationKind = z.infer<typeof relationKind>;
export type ComplaintKind = z.infer<typeof complaintKind>;
export type PushKind = z.infer<typeof pushKind>;
export type PushNotice = z.infer<typeof pushNotice>;
export type PrivateJwk = z.infer<typeof privateJwk>;
