import type { Given } from './arguments.ts';
import { worst } from './exit-codes.ts';
import { progressLine } from './terminal.ts';
import { exitCode, judgeSource, printVerdict } from './verdict.ts';

/** `bg-record verify`: prints one line for each source as soon as its verdict is known. */
export async function verifyCommand({ sources, json, serverKey, proof, policy }: Given): Promise<number> {
  const inLog = proof !== undefined && policy !== undefined ? { proof, policy } : undefined;
  const codes: number[] = [];
  const counter = progressLine();
  for (const [done, source] of sources.entries()) {
    if (sources.length > 1) counter.show(`${done} of ${sources.length}`);
    const verdict = await judgeSource(source, { serverKey, inLog });
    codes.push(exitCode(verdict));
    counter.end();
    printVerdict(verdict, json);
  }
  return worst(codes);
}
