import { isHex } from './crypto/hex.ts';

/**
 * Checks a value. Returns null, or the end of an error message that begins with the path of the value. Checks
 * name every member, so they reject unknown members and never go deeper than the form, whatever the input is.
 */
export type Check = (value: unknown) => string | null;

export type Fields = Readonly<Record<string, Check>>;

/** An object with exactly these members, and perhaps some of the optional ones. */
export function object(fields: Fields, optional: Fields = {}): Check {
  const members = Object.entries({ ...fields, ...optional });
  return (value) => {
    if (!isObject(value)) return ' is not an object';
    let found = 0;
    for (const [name, check] of members) {
      if (!Object.hasOwn(value, name)) {
        if (Object.hasOwn(optional, name)) continue;
        return ` lacks "${name}"`;
      }
      found += 1;
      const fault = check(value[name]);
      if (fault !== null) return `.${name}${fault}`;
    }
    return Object.keys(value).length === found ? null : ' has an unknown member';
  };
}

/** An array with exactly these elements. */
export function tuple(...checks: readonly Check[]): Check {
  return (value) => {
    if (!Array.isArray(value) || value.length !== checks.length) return ` is not a list of ${checks.length}`;
    return firstFault(checks.map((check, i) => check(value[i])));
  };
}

/** An array of at most `most` elements of one form. */
export function listOf(check: Check, most: number): Check {
  return (value) => {
    if (!Array.isArray(value) || value.length > most) return ` is not a list of at most ${most}`;
    return firstFault(Array.from(value, check));
  };
}

/** An integer from `least` to `most`. −0 is refused, because canonical JSON writes it as 0. */
export function integer(least: number, most = Number.MAX_SAFE_INTEGER): Check {
  return (value) =>
    Number.isSafeInteger(value) && !Object.is(value, -0) && Number(value) >= least && Number(value) <= most
      ? null
      : ` is not a whole number from ${least} to ${most}`;
}

/** Exactly this many bytes in lower-case hex. */
export function hex(bytes: number): Check {
  return (value) => (isHex(value, bytes) ? null : ` is not ${bytes} bytes in lower-case hex`);
}

export function oneOf(...values: readonly (string | number | boolean | null)[]): Check {
  return (value) =>
    values.some((allowed) => Object.is(allowed, value)) ? null : ` is not one of ${values.join(', ')}`;
}

export const boolean: Check = oneOf(true, false);

/** A string that `accepts` returns true for. `form` describes it in the error message. */
export function text(accepts: (value: string) => boolean, form: string): Check {
  return (value) => (typeof value === 'string' && accepts(value) ? null : ` is not ${form}`);
}

export function nullOr(check: Check): Check {
  return (value) => (value === null ? null : check(value));
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a deep copy of a checked value, so that later changes by the caller have no effect. */
export function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (!isObject(value)) return value;
  const copy: Record<string, unknown> = { ...value };
  for (const name of Object.keys(copy)) {
    if (typeof copy[name] === 'object') copy[name] = copyOf(copy[name]);
  }
  return copy;
}

function firstFault(faults: readonly (string | null)[]): string | null {
  const place = faults.findIndex((fault) => fault !== null);
  return place < 0 ? null : `[${place}]${faults[place]}`;
}
