// Measures the verifier on texts that an attacker could make to keep it busy, each just below the size limit.
import { parseRecordText } from '../packages/record/src/text.ts';
import { verify } from '../packages/record/src/verify.ts';
import { hostileTexts } from './hostile.ts';

const SEED = 1;
const ROUNDS = 5;

interface Answer {
  readonly name: string;
  readonly megabytes: number;
  /** Time of the best round, because other processes can only slow it down. */
  readonly textMs: number;
  readonly bytesMs: number;
  readonly code: string;
}

/** Parses a text and verifies its content. */
async function judge(text: string | Uint8Array): Promise<string> {
  const read = parseRecordText(text);
  if (!read.ok) return read.code;
  const verdict = await verify(read.value);
  return verdict.ok ? 'ok' : verdict.code;
}

async function bestMs(text: string | Uint8Array): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const begin = performance.now();
    await judge(text);
    best = Math.min(best, performance.now() - begin);
  }
  return best;
}

const answers: Answer[] = [];
for (const { name, text } of hostileTexts(SEED)) {
  const bytes = new TextEncoder().encode(text);
  const [textMs, bytesMs] = [await bestMs(text), await bestMs(bytes)];
  answers.push({ name, megabytes: bytes.length / 1e6, textMs, bytesMs, code: await judge(text) });
}

const worst = ({ textMs, bytesMs }: Answer) => Math.max(textMs, bytesMs);
answers.sort((a, b) => worst(b) - worst(a));
console.log(`\n${answers.length} hostile texts, seed ${SEED}, slowest first`);
console.log(`${'MB'.padStart(8)}${'text ms'.padStart(10)}${'bytes ms'.padStart(10)}  answer`);
for (const { name, megabytes, textMs, bytesMs, code } of answers) {
  const cells = [megabytes.toFixed(1).padStart(8), textMs.toFixed(0).padStart(10), bytesMs.toFixed(0).padStart(10)];
  console.log(`${cells.join('')}  ${code.padEnd(24)}${name}`);
}
