/**
 * Replaces the characters with which a text of a server or a file could command the terminal or change the direction of other text. New
 * lines stay.
 */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n]|[\p{Bidi_Control}\p{Zl}\p{Zp}]/gu, '\uFFFD');
}
