import { botLevelOf } from '@anchor/wire';
import { namelessTexts } from './names.ts';

/**
 * Invisible characters that could reorder the text around a name, break its line, or hide part of it. Names are written
 * by other players, who might use these characters to impersonate somebody.
 */
const TREACHEROUS =
  /[\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cc}\u200b\u2060-\u2064\ufeff\u00ad\u180e\u115f\u1160\u3164\uffa0\u2800]/gu;
/** Combining marks piled on one letter overlap the lines above and below. No script needs more than this many. */
const PILED = /(\p{M}{4})\p{M}+/gu;

/** Returns a text from elsewhere, which may contain names, without deceptive characters. */
export function plainText(text: string): string {
  return text.replace(TREACHEROUS, '').replace(PILED, '$1');
}

/** Returns a name for its own paragraph or an isolated element. The service's bots have names in the reader's language. */
export function plainName(name: string, pub = ''): string {
  const plain = plainText(name).trim();
  const level = botLevelOf(plain);
  if (level) return namelessTexts.bots[level];
  return /[^\s\p{M}\p{Cf}]/u.test(plain) ? plain : namelessTexts.nobody(pub.slice(0, 6)).trim();
}

/** Returns a name for use within a sentence. Its text direction does not reorder the words around it. */
export function isolated(name: string, pub = ''): string {
  return `\u2068${plainName(name, pub)}\u2069`;
}

/**
 * Returns a text without the characters that isolate names. For texts that are not seen within a line: the names
 * of elements and what is only spoken, where some screen readers speak these characters, and the title of a tab, where some window
 * managers show them as boxes.
 */
export function withoutIsolates(text: string): string {
  return text.replace(/[\u2066-\u2069]/g, '');
}
