import * as z from 'zod/mini';

/** The rounds of leaving out. Each can bring up faults that were hidden before. */
const ROUNDS = 8;

type Container = Record<PropertyKey, unknown>;
type Path = readonly PropertyKey[];

/**
 * Reads a JSON value that has to be exactly as the schema says. Never throws: Zod does if a list has more faults than a call can have
 * arguments.
 */
export function readExactly<T>(schema: z.core.$ZodType<T>, value: unknown): z.core.util.SafeParseResult<T> {
  try {
    return z.safeParse(schema, value);
  } catch {
    return z.safeParse(z.never(), value);
  }
}

/**
 * Reads a JSON value that a newer program may have written. Leaves out members that the schema does not know, and entries of lists
 * with a word that it does not know, such as a new clock. A signed object (one with `sig`) inside the value has to be exactly as the
 * schema says. Changes `value`.
 */
export function readTolerantly<T>(schema: z.core.$ZodType<T>, value: unknown): z.core.util.SafeParseResult<T> {
  for (let round = 0; ; round++) {
    const parsed = readExactly(schema, value);
    if (parsed.success || round === ROUNDS || !leaveOut(value, parsed.error.issues)) return parsed;
  }
}

/** Leaves out what the issues are about. Returns false if one of them is of another kind, or about a signed object. */
function leaveOut(value: unknown, issues: readonly z.core.$ZodIssue[]): boolean {
  const at = (path: Path) => path.reduce((inner, step) => inner[step] as Container, value as Container);
  const unread = new Map<Container, Set<PropertyKey>>();
  for (const issue of issues) {
    const { code, path } = issue;
    const depth = path.findIndex((step) => typeof step === 'number');
    if (isSigned(path, at)) return false;
    if (code === 'unrecognized_keys') for (const key of issue.keys) delete at(path)[key];
    else if (code === 'invalid_value' && depth > 0) {
      const list = at(path.slice(0, depth));
      unread.set(list, (unread.get(list) ?? new Set()).add(path[depth] ?? depth));
    } else return false;
  }
  for (const [list, indexes] of unread) {
    if (!Array.isArray(list)) return false;
    let kept = 0;
    for (const [index, entry] of list.entries()) if (!indexes.has(index)) list[kept++] = entry;
    list.length = kept;
  }
  return true;
}

/** True if the path leads into a signed object. The whole value does not count: what it signs is checked by other code. */
function isSigned(path: Path, at: (path: Path) => Container): boolean {
  return path.some((_, depth) => {
    const inner = at(path.slice(0, depth + 1));
    return typeof inner === 'object' && inner !== null && 'sig' in inner;
  });
}
