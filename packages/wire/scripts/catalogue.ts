import * as z from 'zod/mini';
import * as board from '../src/board.ts';
import { clientMessages } from '../src/client-messages.ts';
import { socketCodes } from '../src/codes.ts';
import * as primitives from '../src/primitives.ts';
import * as puzzles from '../src/puzzle.ts';
import {
  abortProof,
  banView,
  errorCode,
  event,
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

/** Types that the catalogue names, each with its name and description. */
const named = new Map<unknown, readonly [name: string, meaning: string]>([
  [primitives.publicKey, ['key', 'an Ed25519 public key, 64 hex digits']],
  [primitives.signature, ['signature', 'an Ed25519 signature, 128 hex digits']],
  [primitives.hash, ['hash', 'a SHA-256, 64 hex digits']],
  [primitives.challenge, ['challenge', '16 bytes, 32 hex digits']],
  [primitives.matchId, ['match id', '14 to 64 of `A–Z a–z 0–9 _ -`']],
  [primitives.handle, ['handle', '8 to 64 of `A–Z a–z 0–9 _ -`']],
  [primitives.count, ['count', 'a non-negative integer; times are milliseconds since the epoch']],
  [primitives.seat, ['seat', '0 or 1']],
  [primitives.matchLength, ['length', 'points, 1 to 25; 0 is one money game']],
  [
    primitives.clockName,
    [
      'clock',
      '`"fast"`, `"normal"`, `"slow"`, `"days1"`, `"days2"`, `"days3"`, `"days7"`, or `"none"` (only against the bot)',
    ],
  ],
  [primitives.diceKind, ['dice kind', '`"advance"`: dice in advance']],
  [primitives.rulesWish, ['rules wish', 'any of the members of *rules*; absent members have the default']],
  [
    primitives.ratingRange,
    [
      'rating range',
      '`{ least: integer, most: integer }`: the ratings that the opponent may have, 0 to 5000, both ends included',
    ],
  ],
  [primitives.rules, ['rules', '`{ cube, crawford, jacoby, beavers }`, each true or false']],
  [primitives.wishedName, ['wished name', 'a string of 1 to 200 characters']],
  [primitives.name, ['name', 'a string of at most 24 characters']],
  [primitives.reaction, ['reaction', primitives.reaction.options.map((one) => `\`"${one}"\``).join(', ')]],
  [primitives.matchResult, ['result', '`{ winner: seat, score: [count, count], reason }` as in the record']],
  [header, ['header', 'the header of the record']],
  [event, ['event', 'an event of the record, with `at`']],
  [receipt, ['receipt', '']],
  [abortProof, ['signed abort', '']],
  [personView, ['person', '']],
  [livePlayer, ['seated person', '']],
  [keyStatement, ['key statement', '']],
  [
    banView,
    [
      'ban',
      '`{ what: `"key"` or `"address"`, until: count \\| null, reason: string \\| null }`; null in `until` means permanent',
    ],
  ],
  [ratingChange, ['rating change', '']],
  [seekView, ['seek', '']],
  [sentOffer, ['sent offer', '']],
  [receivedOffer, ['received offer', '']],
  [errorCode, ['code', 'a word of [the table below](#codes-of-error), or of that of a newer server']],
  [pairingEnd, ['pairing end', pairingEnd.options.map((one) => `\`"${one}"\``).join(', ')]],
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

type Json = z.core.JSONSchema._JSONSchema;

/** Returns the generated part of docs/realtime.md: every message, its members, and every code of `error`. */
export function makeCatalogue(): string {
  return [
    '### Types',
    '',
    ...[...named].map(
      ([schema, [name, meaning]]) => `- *${name}*: ${meaning || `\`${memberList(jsonOf(schema, schema))}\``}`,
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
  if (json.title !== undefined) return json.title;
  if (json.enum) return 'a code';
  if (json.anyOf) return json.anyOf.map(typeOf).join(' \\| ');
  if (json.prefixItems) return `[${json.prefixItems.map(typeOf).join(', ')}]`;
  if (json.type === 'array') return `list of ${elementOf(json)}`;
  if (json.type === 'object') return json.properties ? `{ ${memberList(json)} }` : 'an object';
  const bound = json.maxLength === undefined ? '' : ` up to ${json.maxLength}`;
  return `${json.type}${bound}`;
}

function elementOf({ items }: z.core.JSONSchema.BaseSchema): string {
  return items === undefined || Array.isArray(items) ? 'any' : typeOf(items);
}
