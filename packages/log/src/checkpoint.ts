import { fromDecimal, hashFromBase64, isDecimal, isSize, toBase64 } from './encoding.ts';
import { HASH_BYTES } from './merkle.ts';
import { type Result, refuse, succeed } from './result.ts';

/** The head of a log: the text of a checkpoint (tlog-checkpoint, "Note text"). */
export interface Checkpoint {
  /** The unique name of the log; one line. */
  readonly origin: string;
  /** Number of entries. */
  readonly size: number;
  /** Root of the tree at this size, 32 bytes. */
  readonly root: Uint8Array;
  /** Further lines, none of them empty. Their use is not recommended, and witnesses state nothing about them. */
  readonly extensions: readonly string[];
}

/**
 * Parses the text of a checkpoint. Verifies nothing.
 * @returns `checkpoint-form`, or `size-too-large` for a tree of more than 2^53 − 1 entries
 */
export function parseCheckpoint(text: string): Result<Checkpoint> {
  const bad = (what: string) => refuse('checkpoint-form', `The text is not a checkpoint: ${what}.`);
  if (!text.endsWith('\n')) return bad('it does not end with a newline');
  const lines = text.slice(0, -1).split('\n');
  const [origin = '', sizeLine = '', rootLine = '', ...extensions] = lines;
  if (lines.length < 3 || lines.includes('')) return bad('it does not have three lines or more, none of them empty');
  if (!isDecimal(sizeLine)) return bad('its second line is not a decimal number');
  const size = fromDecimal(sizeLine);
  if (size === null) return refuse('size-too-large', 'The tree has more than 2^53 − 1 entries.');
  const root = hashFromBase64(rootLine);
  if (!root) return bad('its third line is not a hash in base64');
  return succeed({ origin, size, root, extensions });
}

/**
 * Writes the text of a checkpoint.
 * @throws TypeError if a member is out of its range, or a line is empty or contains a newline
 */
export function formatCheckpoint({ origin, size, root, extensions }: Checkpoint): string {
  const lines = [origin, ...extensions];
  if (lines.some((line) => line === '' || line.includes('\n'))) throw new TypeError('not a line of a checkpoint');
  if (!isSize(size)) throw new TypeError('the size of a tree is an integer from 0 to 2^53 − 1');
  if (root.length !== HASH_BYTES) throw new TypeError('the root of a tree has 32 bytes');
  return `${[origin, size, toBase64(root), ...extensions].join('\n')}\n`;
}
