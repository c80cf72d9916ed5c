import { isObject } from './fields.ts';
import { FORMAT } from './types.ts';

/** A name of a record format, as every version writes it. */
const FORMAT_NAME = /^bg-record\/[1-9]\d{0,3}$/;

/**
 * Returns the format that a record names, if it is another one than `known`. A record of another version cannot be verified here, and
 * that proves nothing against any party.
 */
export function otherFormat(record: unknown, known: string = FORMAT): string | null {
  const format = isObject(record) && isObject(record.header) ? record.header.format : null;
  return typeof format === 'string' && format !== known && FORMAT_NAME.test(format) ? format : null;
}
