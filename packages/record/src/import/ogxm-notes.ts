import { MAX_COMMENT_LENGTH } from './comments.ts';
import { Refusal } from './imported.ts';
import type { ByteReader } from './ogxm-bytes.ts';

/** The most notes that are read. */
const MOST_NOTES = 50_000;
/** The kinds of notes that are read: on an action, and on a judgement of one. Others are on the match, a game, or one of several plays. */
const SCOPES: readonly number[] = [2, 3];
/** A note with a name is for programs. */
const NAME = 0;

/** Reads the notes on actions, by the index of the action in the match. Everything behind a damaged note is left out. */
export function notesOf(sections: readonly ByteReader[]): Map<number, string> {
  const notes = new Map<number, string>();
  let left = MOST_NOTES;
  try {
    for (const section of sections) {
      const reader = section.again();
      for (; left > 0 && !reader.isAtEnd; left--) {
        const record = reader.record();
        const [scope, action, text] = [record.varint(), record.varint(), record.text()];
        if (record.has(NAME) || !SCOPES.includes(scope)) continue;
        const before = notes.get(action) ?? '';
        if (before.length < MAX_COMMENT_LENGTH) notes.set(action, before === '' ? text : `${before}\n\n${text}`);
      }
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  return notes;
}
