import { type Comparison, compare } from '../compare.ts';
import { type VerifyResult, verify } from '../verify.ts';
import type { Given } from './arguments.ts';
import { EXIT, worst } from './exit-codes.ts';
import { isUnreadable, readSource } from './read.ts';
import { capitalised, faultSentence, keyStart } from './sentence.ts';
import { print } from './terminal.ts';
import { hasClosing, sourceName } from './verdict.ts';

/** `bg-record compare`: prints one sentence on how two copies of a match relate. */
export async function compareCommand({ sources, json }: Given): Promise<number> {
  const [first = '', second = ''] = sources;
  const [a, b] = [await readSource(first), await readSource(second)];
  if (!a.ok || !b.ok) return unread(sources, [a, b], json);
  const closings = [await closingOf(a.value), await closingOf(b.value)];
  const comparison = judged(await compare(a.value, b.value), closings);
  const code = exitCode(comparison);
  if (json) print(JSON.stringify({ files: sources, ...comparison, closings: closings.map(closingForMachines) }));
  else print(sentence(comparison, closings, sources), code === EXIT.valid ? 'green' : 'red');
  return code;
}

type Read = Awaited<ReturnType<typeof readSource>>;

function unread(sources: readonly string[], reads: readonly Read[], json: boolean): number {
  const codes = reads.map((read, i) => {
    if (read.ok) return EXIT.valid;
    const { code, message } = read;
    const said = isUnreadable(read) ? `could not read: ${message}` : faultSentence({ event: null, code, message });
    const text = `${sourceName(sources[i] ?? '')}: ${said}`;
    print(json ? JSON.stringify({ file: sources[i], ok: false, code, message }) : text);
    return isUnreadable(read) ? EXIT.unreadable : EXIT.notValid;
  });
  return worst(codes);
}

/** The verdict on a complete record, including its closing. Null for a transcript, which has no closing. */
type Closing = VerifyResult | null;

async function closingOf(value: unknown): Promise<Closing> {
  return hasClosing(value) ? verify(value) : null;
}

/** Two files agree only if their closings are valid too. `compare` itself ignores closings. */
function judged(comparison: Comparison, closings: readonly Closing[]): Comparison {
  if (comparison.relation !== 'same' && comparison.relation !== 'prefix') return comparison;
  for (const which of [0, 1] as const) {
    const closing = closings[which];
    if (closing?.ok === false) {
      const { event, code, message } = closing;
      return { relation: 'not-verifiable', which, event, code, message };
    }
  }
  return comparison;
}

function closingForMachines(closing: Closing) {
  if (closing === null) return null;
  return closing.ok ? { ok: true } : { ok: false, code: closing.code, message: closing.message };
}

function sentence(comparison: Comparison, closings: readonly Closing[], sources: readonly string[]): string {
  if (comparison.relation === 'not-verifiable')
    return `${sourceName(sources[comparison.which] ?? '')}: ${faultSentence(comparison)}`;
  const isOneStory = comparison.relation === 'same' || comparison.relation === 'prefix';
  const said = closings.map((closing, i) => {
    const name = sourceName(sources[i] ?? '');
    if (closing?.ok === false) return ` ${name}: ${faultSentence(closing)}`;
    if (!isOneStory) return '';
    return closing === null ? ` ${name} has no closing.` : ` The closing of ${name} is right.`;
  });
  return `${comparison.relation}: ${comparison.message}${signers(comparison)}${said.join('')}`;
}

/** The keys of those who signed both: names are what the maker of a file wrote. */
function signers(comparison: Comparison): string {
  if (comparison.relation !== 'fork' || comparison.signedBoth.length === 0) return '';
  const keys = comparison.signedBoth.map(({ who, pub }) => `${who} has key ${keyStart(pub)}`);
  return ` ${capitalised(keys.join('; '))}. Names prove nothing.`;
}

function exitCode(comparison: Comparison): number {
  if (comparison.relation === 'same' || comparison.relation === 'prefix') return EXIT.valid;
  return comparison.relation === 'fork' && comparison.signedBoth.length > 0 ? EXIT.fork : EXIT.notValid;
}
