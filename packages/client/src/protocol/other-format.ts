/** A name of a record format, as every version writes it. */
const FORMAT_NAME = /^bg-record\/[1-9]\d{0,3}$/;

/**
 * Returns the format that a record names, if it is another one than `known`. Such a record was stored by another version of
 * the program: this one cannot verify it, and must not accuse anybody of it.
 */
export function otherFormat(record: unknown, known: string): string | null {
  if (typeof record !== 'object' || record === null || !('header' in record)) return null;
  const { header } = record;
  if (typeof header !== 'object' || header === null || !('format' in header)) return null;
  const { format } = header;
  return typeof format === 'string' && format !== known && FORMAT_NAME.test(format) ? format : null;
}
