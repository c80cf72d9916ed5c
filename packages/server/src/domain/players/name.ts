/** Longest name, in code points. */
const MAX_NAME_LENGTH = 24;

/** Scripts in which invisible joiners are part of the spelling. */
const JOINED = String.raw`[\p{scx=Arab}\p{scx=Deva}\p{scx=Beng}\p{scx=Gujr}\p{scx=Guru}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Taml}\p{scx=Telu}\p{scx=Khmr}]`;
const PICTURE = String.raw`\p{ExtPict}\p{EMod}?\uFE0F?`;
/** Keeps joiners between letters of those scripts and inside emoji sequences. Matches all other invisible characters. */
const UNSEEN = new RegExp(
  String.raw`((?<=${JOINED})[\u200C\u200D](?=${JOINED})|${PICTURE}(?:\u200D${PICTURE})*)|[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}\p{DI}\u2800]`,
  'gu',
);

/**
 * Normalises a chosen name: well-formed, without control and invisible characters (such as bidirectional marks and zero-width spaces),
 * at most 24 code points. Returns null when nothing is left.
 */
export function cleanName(wished: string): string | null {
  const seen = wished.replace(UNSEEN, '$1').trim();
  const cut = [...seen].slice(0, MAX_NAME_LENGTH).join('');
  return cut.replace(/[\u200C\u200D]+$/, '').trim() || null;
}

/** The name of a player who has chosen none. The start of the key tells guests apart. */
export function guestName(pub: string): string {
  return `Guest ${pub.slice(0, 4)}`;
}
