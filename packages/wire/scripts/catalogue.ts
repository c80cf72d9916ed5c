import * as z from 'zod/mini';
import * as board from '../src/board.ts';
import { clientMessages, sentEvent } from '../src/client-messages.ts';
import { socketCodes } from '../src/codes.ts';
import * as primitives from '../src/primitives.ts';
import * as puzzles from '../src/puzzle.ts';
import { reaction } from '../src/reaction.ts';
import {
  abortProof,
  banView,
  errorCode,
  event,
  fate,
  header,
  keyStatement,
  livePlayer,
  liveView,
  pairingEnd,
  personView,
  ratingChange,
  receipt,
  receivedOffer,
  seekView,
  sentOffer,
  serverMessages,
} from '../src/server-messages.ts';
import { clientMeanings, serverMeanings } from './meanings.ts';

/** Lists the words of a schema. */
const words = ({ options }: { readonly options: readonly string[] }) =>
  options.map((word) => `\`${JSON.stringify(word)}\``).join(', ');

/** Types that the catalogue names, each with its name and description. If the description is empty it lists the members, and then the remark. */
const named = new Map<unknown, readonly [name: string, meaning: string, remark?: string]>([
  [primitives.publicKey, ['key', 'an Ed25519 public key, 64 hex digits']],
  [primitives.signature, ['signature', 'an Ed25519 signature, 128 hex digits']],
  [primitives.hash, ['hash', 'a SHA-256, 64 hex digits']],
  [primitives.challenge, ['challenge', '16 bytes, 32 hex digits']],
  [primitives.matchId, ['match id', '14 to 64 of `A–Z a–z 0–9 _ -`']],
  [primitives.handle, ['handle', '8 to 64 of `A–Z a–z 0–9 _ -`']],
  [primitives.count, ['count', 'a non-negative integer; times are milliseconds since the epoch']],
  [primitives.seat, ['seat', '0 or 1']],
  [primitives.matchLength, ['length', 'points, 1 to 25; 0 is one money game']],
  [primitives.clockName, ['clock', `${words(primitives.clockName)}; the last one only against the bot`]],
  [primitives.diceKind, ['dice kind', `${words(primitives.diceKind)}: dice in advance`]],
  [primitives.wantedRules, ['wanted rules', '', 'absent members have the default']],
  [
    primitives.ratingRange,
    [
      'rating range',
      '`{ least: integer, most: integer }`: the ratings that the opponent may have, 0 to 5000, both ends included',
    ],
  ],
  [primitives.rules, ['rules', '']],
  [primitives.wantedName, ['wanted name', 'a string of 1 to 200 characters']],
  [primitives.webOrigin, ['origin', 'a web origin, such as `https://example.org`: a string of at most 300 characters']],
  [primitives.emailAddress, ['mail address', 'a string of at most 254 characters']],
  [primitives.mailToken, ['token', 'the token of a link in a mail, 48 hex digits']],
  [primitives.privateJwk, ['private key', '']],
  [primitives.countryCode, ['country', 'two letters, A to Z, as in ISO 3166-1']],
  [primitives.pushKind, ['push kind', words(primitives.pushKind)]],
  [primitives.pushEndpoint, ['push endpoint', 'an https URL of at most 1024 characters']],
  [primitives.pushPublicKey, ['push key', 'an uncompressed P-256 public key, 87 characters of base64url']],
  [primitives.pushSecret, ['push secret', '16 bytes, 22 characters of base64url']],
  [primitives.name, ['name', 'a string of at most 24 characters']],
  [reaction, ['reaction', words(reaction)]],
  [primitives.matchEnd, ['match end', words(primitives.matchEnd)]],
  [primitives.matchResult, ['result', '']],
  [primitives.relationKind, ['relation', words(primitives.relationKind)]],
  [primitives.complaintKind, ['complaint', words(primitives.complaintKind)]],
  [header, ['header', 'the header of the record']],
  [event, ['event', 'an event of the record, with `at`']],
  [sentEvent, ['sent event', 'an event of the record, without `at`']],
  [
    fate,
    [
      'fate',
      'one of the words `stored`, `void` and `moved`, or a code of [record-format.md](record-format.md#how-to-verify-and-the-codes)',
    ],
  ],
  [receipt, ['receipt', '']],
  [abortProof, ['signed abort', '']],
  [personView, ['person', '']],
  [livePlayer, ['seated person', '']],
  [keyStatement, ['key statement', '']],
  [banView, ['ban', '', 'null in `until` means permanent']],
  [ratingChange, ['rating change', '']],
  [seekView, ['seek', '']],
  [sentOffer, ['sent offer', '']],
  [receivedOffer, ['received offer', '']],
  [errorCode, ['code', 'a word of [the table below](#codes-of-error), or of that of a newer server']],
  [pairingEnd, ['pairing end', words(pairingEnd)]],
  [liveView, ['live match', '']],
  [puzzles.puzzleDate, ['date', 'a day in UTC, `YYYY-MM-DD`']],
  [puzzles.puzzleMonth, ['month', 'a month in UTC, `YYYY-MM`']],
  [puzzles.puzzleDay, ['puzzle day', '']],
  [
    board.hops,
    ['hops', 'up to four hops `[from, to]` in the mover’s numbering: points 24 to 1, 25 for the bar, 0 for off'],
  ],
  [puzzles.puzzleView, ['puzzle', '']],
  [puzzles.puzzleStats, ['puzzle stats', '']],
  [puzzles.puzzlePlay, ['judged play', '']],
  [puzzles.puzzleAnswer, ['judged answer', '']],
]);

const ignored = new Set(['type', 'id']);
/** Separates alternatives. A table needs the backslash. */
const OR = ' \\| ';

type Json = z.core.JSONSchema._JSONSchema;

/** Returns the generated part of docs/realtime.md: every message, its members, and every code of `error`. */
export function makeCatalogue(): string {
  return [
    '### Types',
    '',
    ...[...named].map(
      ([schema, [name, meaning, remark]]) =>
        `- *${name}*: ${meaning || membersOf(schema)}${remark === undefined ? '' : `; ${remark}`}`,
    ),
    '',
    '### From the client',
    '',
    ...messageTable(clientMessages, clientMeanings),
    '',
    '### From the server',
    '',
    ...messageTable(serverMessages, serverMeanings),
    '',
    '### Codes of `error`',
    '',
    '| code | means |',
    '|---|---|',
    ...Object.entries(socketCodes).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`),
  ].join('\n');
}

/** The members of a named type, outside a table. */
function membersOf(schema: unknown): string {
  return `\`${memberList(jsonOf(schema, schema)).replaceAll(OR, ' | ')}\``;
}

function messageTable(
  schemas: Readonly<Record<string, unknown>>,
  meanings: Readonly<Record<string, string>>,
): string[] {
  const rows = Object.entries(schemas).map(([type, schema]) => {
    const members = memberList(jsonOf(schema), ignored);
    return `| \`${type}\` | ${members ? `\`${members}\`` : ''} | ${meanings[type]} |`;
  });
  return ['| type | members | |', '|---|---|---|', ...rows];
}

/** Returns the schema as JSON Schema, with named types as titles, except for `itself`. */
function jsonOf(schema: unknown, itself?: unknown): Json {
  if (!(schema instanceof z.core.$ZodType)) throw new TypeError('not a schema');
  return z.toJSONSchema(schema, {
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ zodSchema, jsonSchema }) => {
      const name = zodSchema === itself ? undefined : named.get(zodSchema)?.[0];
      if (name !== undefined) jsonSchema.title = name;
    },
  });
}

function memberList(json: Json, without: ReadonlySet<string> = new Set()): string {
  if (typeof json === 'boolean') return '';
  const { properties = {}, required = [] } = json;
  return Object.entries(properties)
    .filter(([member]) => !without.has(member))
    .map(([member, type]) => `${member}${required.includes(member) ? '' : '?'}: ${typeOf(type)}`)
    .join(', ');
}

function typeOf(json: Json): string {
  if (typeof json === 'boolean') return 'any';
  const { title, const: only, enum: words, anyOf, prefixItems, type, properties, maxLength, minimum, maximum } = json;
  if (title !== undefined) return title;
  if (only !== undefined) return JSON.stringify(only);
  if (words) return words.map((word) => JSON.stringify(word)).join(OR);
  if (anyOf) return anyOf.map(typeOf).join(OR);
  if (prefixItems) return `[${prefixItems.map(typeOf).join(', ')}]`;
  if (type === 'array') return `list of ${sizeOf(json)}${elementOf(json)}`;
  if (type === 'object') return properties ? `{ ${memberList(json)} }` : 'an object';
  if (type === 'string' && maxLength !== undefined) return `string up to ${maxLength}`;
  const isBounded = isSmall(minimum) && isSmall(maximum);
  return `${[type].flat().join(OR)}${isBounded ? ` ${minimum} to ${maximum}` : ''}`;
}

function isSmall(bound: unknown): boolean {
  return typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
}

/** The number of elements of a list, if it is bounded. */
function sizeOf({ minItems = 0, maxItems }: z.core.JSONSchema.BaseSchema): string {
  if (maxItems === undefined) return minItems > 0 ? `${minItems} or more ` : '';
  return minItems === maxItems ? `${maxItems} ` : `${minItems} to ${maxItems} `;
}

function elementOf({ items }: z.core.JSONSchema.BaseSchema): string {
  return items === undefined || Array.isArray(items) ? 'any' : typeOf(items);
}
