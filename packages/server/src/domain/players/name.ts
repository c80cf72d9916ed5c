/** Names are cut here, in code points. */
const MAX_NAME_LENGTH = 24;

/** Scripts whose words have joiners that are not seen and count all the same. */
const JOINED = String.raw`[\p{scx=Arab}\p{scx=Deva}\p{scx=Beng}\p{scx=Gujr}\p{scx=Guru}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Taml}\p{scx=Telu}\p{scx=Khmr}]`;
const PICTURE = String.raw`\p{ExtPict}\p{EMod}?\uFE0F?`;
/** A joiner within such a word and the pictures that joiners make one are kept; of the rest, all that is not seen. */
const UNSEEN = new RegExp(
  String.raw`((?<=${JOINED})[\u200C\u200D](?=${JOINED})|${PICTURE}(?:\u200D${PICTURE})*)|[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}\p{DI}\u2800]`,
  'gu',
);

/**
 * A new name as it is shown: well-formed, without control characters and what is not seen (such as marks that turn the direction of
 * writing, and spaces without width), at most 24 code points; null when nothing is left.
 */
export function cleanName(wished: string): string | null {
  const seen = wished.replace(UNSEEN, '$1').trim();
  const cut = [...seen].slice(0, MAX_NAME_LENGTH).join('');
  return cut.replace(/[\u200C\u200D]+$/, '').trim() || null;
}

/** What a player is called who gave no name: the start of his key, so that two guests are told apart. */
export function guestName(pub: string): string {
  return `Guest ${pub.slice(0, 4)}`;
}
