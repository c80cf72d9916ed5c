import type { Given } from './arguments.ts';
import { worst } from './exit-codes.ts';
import { progress } from './terminal.ts';
import { exitCode, judgeSource, verdictJson, verdictLine } from './verdict.ts';

/** `bg-record verify`: prints one line for each source as soon as its verdict is known. */
export async function verifyCommand({ sources, json, serverKey, proof, policy }: Given): Promise<number> {
  const inLog = proof !== undefined && policy !== undefined ? { proof, policy } : undefined;
  const codes: number[] = [];
  const counter = progress(sources.length, process.stderr);
  for (const [done, source] of sources.entries()) {
    counter.step(done);
    const verdict = await judgeSource(source, { serverKey, inLog });
    codes.push(exitCode(verdict));
    counter.end();
    process.stdout.write(json ? verdictJson(verdict) : verdictLine(verdict, process.stdout));
  }
  return worst(codes);
}
