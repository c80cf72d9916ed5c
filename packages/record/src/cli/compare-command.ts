import { type Comparison, compare } from '../compare.ts';
import type { Given } from './arguments.ts';
import { EXIT, worst } from './exit-codes.ts';
import { isUnreadable, readSource } from './read.ts';
import { coloured, printable } from './terminal.ts';

/** `bg-record compare`: one sentence on how two copies of a match stand to one another. */
export async function compareCommand({ sources, json }: Given): Promise<number> {
  const [first = '', second = ''] = sources;
  const [a, b] = [await readSource(first), await readSource(second)];
  if (!a.ok || !b.ok) return unread(sources, [a, b], json);
  const comparison = await compare(a.value, b.value);
  const code = exitCode(comparison);
  const line = json ? JSON.stringify({ files: sources, ...comparison }) : words(comparison, sources, code);
  process.stdout.write(`${line}\n`);
  return code;
}

type Read = Awaited<ReturnType<typeof readSource>>;

function unread(sources: readonly string[], reads: readonly Read[], json: boolean): number {
  const codes = reads.map((read, i) => {
    if (read.ok) return EXIT.valid;
    const { code, message } = read;
    const text = printable(`${sources[i]}: could not read: ${message}`);
    process.stdout.write(`${json ? JSON.stringify({ file: sources[i], ok: false, code, message }) : text}\n`);
    return isUnreadable(read) ? EXIT.unreadable : EXIT.notValid;
  });
  return worst(codes);
}

function words(comparison: Comparison, sources: readonly string[], code: number): string {
  const colour = code === EXIT.valid ? 'green' : 'red';
  return coloured(printable(sentence(comparison, sources)), colour, process.stdout);
}

function sentence(comparison: Comparison, sources: readonly string[]): string {
  if (comparison.relation !== 'not-verifiable') return `${comparison.relation}: ${comparison.message}`;
  const place = comparison.event === null ? '' : ` at event ${comparison.event}`;
  return `${sources[comparison.which]}: not valid${place} (${comparison.code}): ${comparison.message}`;
}

function exitCode(comparison: Comparison): number {
  if (comparison.relation === 'same' || comparison.relation === 'prefix') return EXIT.valid;
  return comparison.relation === 'fork' && comparison.signedBoth.length > 0 ? EXIT.fork : EXIT.notValid;
}
