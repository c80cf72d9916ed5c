import { callNames } from '../export/outcome.ts';
import { type MoneySession, type NotASession, verifySession } from '../session.ts';
import type { MatchRecord } from '../types.ts';
import type { Given } from './arguments.ts';
import { EXIT, worst } from './exit-codes.ts';
import { count, faultSentence, keyStart } from './sentence.ts';
import { coloured, printable } from './terminal.ts';
import { exitCode, judgeSource, sourceName, verdictJson, verdictLine } from './verdict.ts';

/**
 * `bg-record session`: prints the verdict on each record as `verify` does, and then one line on the session. It judges the session only if
 * every record is valid.
 */
export async function sessionCommand({ sources, json, serverKey }: Given): Promise<number> {
  const records: MatchRecord[] = [];
  const codes: number[] = [];
  for (const source of sources) {
    const verdict = await judgeSource(source, { serverKey });
    codes.push(exitCode(verdict));
    process.stdout.write(json ? verdictJson(verdict) : verdictLine(verdict, process.stdout));
    if (verdict.kind === 'valid') records.push(verdict.result.record);
  }
  if (records.length < sources.length) return worst(codes);
  const judged = verifySession(records);
  const { colour, text } = judged.ok
    ? { colour: 'green' as const, text: sessionSentence(judged.session) }
    : { colour: 'red' as const, text: notASession(judged, sources) };
  const line = json
    ? JSON.stringify(
        judged.ok ? { ok: true, session: forMachines(judged.session) } : { ...judged, file: sources[judged.record] },
      )
    : coloured(printable(text), colour, process.stdout);
  process.stdout.write(`${line}\n`);
  return judged.ok ? EXIT.valid : EXIT.notValid;
}

function forMachines({ players, ...session }: MoneySession) {
  return { players: players.map(({ pub, name }) => ({ pub, name })), ...session };
}

function notASession({ code, message, record }: NotASession, sources: readonly string[]): string {
  return `session: ${sourceName(sources[record] ?? '')}: ${faultSentence({ event: null, code, message })}`;
}

function sessionSentence({ players, games, score }: MoneySession): string {
  const names = callNames(players);
  const [one, other] = ([0, 1] as const).map((seat) => `${names[seat]} (key ${keyStart(players[seat].pub)})`);
  const each = games.map(({ points }) => points.join('–')).join(', ');
  return `session of ${count(games.length, 'money game')}: ${one} ${score[0]}–${score[1]} ${other}; by game ${each}.`;
}
