/** Names are cut here, in code points. */
const MAX_NAME_LENGTH = 24;

/** A name as it is shown: well-formed, without control characters, at most 24 code points; null when nothing is left. */
export function cleanName(wished: string): string | null {
  const wellFormed = wished.replace(/[\p{Cc}\p{Cs}]/gu, '').trim();
  return [...wellFormed].slice(0, MAX_NAME_LENGTH).join('').trim() || null;
}

/** What a player is called who gave no name: the start of his key, so that two guests are told apart. */
export function guestName(pub: string): string {
  return `Guest ${pub.slice(0, 4)}`;
}
