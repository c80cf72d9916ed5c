import { namelessTexts } from '../strings/names.ts';

/**
 * Characters that say nothing by themselves but could reorder what stands around a name, break its line, or hide a part of
 * it. Their author is another player; who wants to look like somebody else would use them.
 */
const TREACHEROUS =
  /[\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cc}\u200b\u2060-\u2064\ufeff\u00ad\u180e\u115f\u1160\u3164\uffa0\u2800]/gu;
/** Marks piled up on one letter reach into the lines above and below; no script needs more than these. */
const PILED = /(\p{M}{4})\p{M}+/gu;

/** Words that came from elsewhere and may name somebody, without what could deceive. */
export function plainText(text: string): string {
  return text.replace(TREACHEROUS, '').replace(PILED, '$1');
}

/** A name for a place that is its own paragraph or an isolated element. */
export function plainName(name: string, pub = ''): string {
  const plain = plainText(name).trim();
  return /[^\s\p{M}\p{Cf}]/u.test(plain) ? plain : namelessTexts.nobody(pub.slice(0, 6)).trim();
}

/** A name within a sentence: whichever way it is written, the words around it keep their order. */
export function isolated(name: string, pub = ''): string {
  return `\u2068${plainName(name, pub)}\u2069`;
}
