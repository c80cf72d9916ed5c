import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { MatchRecord } from '../packages/record/src/types.ts';
import type { Check } from './record.ts';
import { type Timing, timings } from './timing.ts';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const MODULE = new URL('../packages/record/dist/browser.js', import.meta.url);

/** What the page gets: bytes as hex, and the timer as text. */
interface Work {
  readonly record: MatchRecord;
  readonly checks: readonly { readonly pub: string; readonly message: string; readonly sig: string }[];
  readonly timings: string;
}

/** Whole record and bare signatures in a page, with the built module that servers hand out; null without a browser. */
export async function inChromium(record: MatchRecord, checks: readonly Check[]): Promise<Timing[] | null> {
  if (!existsSync(CHROMIUM) || !existsSync(MODULE)) return null;
  const { chromium } = createRequire(new URL('../e2e/package.json', import.meta.url))('playwright-core');
  const server = await serve();
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    // The compiler of this bench names functions with a helper that the page lacks.
    await page.evaluate('globalThis.__name = (value) => value');
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
    const sent = checks.map(({ pub, message, sig }) => ({ pub, message: hex(message), sig: hex(sig) }));
    return await page.evaluate(inPage, { record, checks: sent, timings: timings.toString() });
  } finally {
    await browser.close();
    server.close();
  }
}

/** A page and the module, from an address that browsers trust with their cryptography. */
function serve(): Promise<Server> {
  const server = createServer(({ url }, response) => {
    const script = url === '/record.js';
    response.setHeader('content-type', script ? 'text/javascript' : 'text/html');
    response.end(script ? readFileSync(MODULE) : '<!doctype html><title>bench</title>');
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** Runs in the page: it sees nothing of this file. */
async function inPage({ record, checks, timings }: Work): Promise<Timing[]> {
  const time = new Function(`return ${timings}`)();
  const { verify } = await import(`${location.origin}/record.js`);
  const bytes = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const importKey = (pub: string) => crypto.subtle.importKey('raw', bytes(pub), 'Ed25519', false, ['verify']);
  const keys = new Map<string, CryptoKey>();
  for (const { pub } of checks) if (!keys.has(pub)) keys.set(pub, await importKey(pub));
  const prepared = checks.map(({ pub, message, sig }) => [keys.get(pub)!, bytes(sig), bytes(message)] as const);
  return time({
    'whole record': async () => {
      if (!(await verify(record)).ok) throw new Error('the record did not verify');
    },
    'signatures only': async () => {
      const right = await Promise.all(prepared.map((args) => crypto.subtle.verify('Ed25519', ...args)));
      if (right.includes(false)) throw new Error('a signature did not hold');
    },
  });
}
