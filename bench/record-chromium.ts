import type { MatchRecord } from '../packages/record/src/types.ts';
import { inEmptyPage } from './empty-page.ts';
import type { Check } from './record.ts';
import { type Timing, timings } from './timing.ts';

const MODULE = new URL('../packages/record/dist/browser.js', import.meta.url);

/** The page's input: the module's name, bytes as hex, and the timer as source text. */
interface Work {
  readonly module: string;
  readonly record: MatchRecord;
  readonly checks: readonly { readonly pub: string; readonly message: string; readonly sig: string }[];
  readonly timings: string;
}

/**
 * Times the whole record and only its signatures in a page, with the built module that servers serve. Returns
 * null without a browser.
 */
export function inChromium(record: MatchRecord, checks: readonly Check[]): Promise<Timing[] | null> {
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
  const sent = checks.map(({ pub, message, sig }) => ({ pub, message: hex(message), sig: hex(sig) }));
  const work: Work = { module: 'bg-record', record, checks: sent, timings: timings.toString() };
  return inEmptyPage({ 'bg-record': MODULE }, (page) => page.evaluate(inPage, work));
}

/** Runs in the page. It cannot use anything of this module. */
async function inPage({ module, record, checks, timings }: Work): Promise<Timing[]> {
  const time = new Function(`return ${timings}`)();
  const { verify } = await import(module);
  const bytes = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const importKey = (pub: string) => crypto.subtle.importKey('raw', bytes(pub), 'Ed25519', false, ['verify']);
  const keys = new Map<string, CryptoKey>();
  for (const { pub } of checks) if (!keys.has(pub)) keys.set(pub, await importKey(pub));
  const prepared = checks.map(({ pub, message, sig }) => [keys.get(pub)!, bytes(sig), bytes(message)] as const);
  return time({
    'whole record': async () => {
      if (!(await verify(record)).ok) throw new Error('the record is not valid');
    },
    'signatures only': async () => {
      const right = await Promise.all(prepared.map((args) => crypto.subtle.verify('Ed25519', ...args)));
      if (right.includes(false)) throw new Error('a signature is not valid');
    },
  });
}
