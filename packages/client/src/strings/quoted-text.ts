import { quoted } from 'bg-record';

/**
 * Quotes a text from a file, for a sentence of the page: the name of a file or a log, or a name that the maker of a record chose. Its hidden
 * characters are escapes, at most 200 characters are shown, and its direction does not reorder the words around it.
 */
export function quotedText(text: string): string {
  return `\u2068${quoted(text)}\u2069`;
}
