import { type MoneySession, type NotASession, verifySession } from '../session.ts';
import type { MatchRecord } from '../types.ts';
import { quoted } from '../visible.ts';
import type { Given } from './arguments.ts';
import { EXIT, worst } from './exit-codes.ts';
import { count, faultSentence, keyStart } from './sentence.ts';
import { print } from './terminal.ts';
import { exitCode, judgeSource, printVerdict, sourceName } from './verdict.ts';

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
    printVerdict(verdict, json);
    if (verdict.kind === 'valid') records.push(verdict.result.record);
  }
  if (records.length < sources.length) return worst(codes);
  const judged = verifySession(records);
  if (json)
    print(
      JSON.stringify(
        judged.ok ? { ok: true, session: forMachines(judged.session) } : { ...judged, file: sources[judged.record] },
      ),
    );
  else if (judged.ok) print(sessionSentence(judged.session), 'green');
  else print(notASession(judged, sources), 'red');
  return judged.ok ? EXIT.valid : EXIT.notValid;
}

function forMachines({ players, ...session }: MoneySession) {
  return { players: players.map(({ pub, name }) => ({ pub, name })), ...session };
}

function notASession({ code, message, record }: NotASession, sources: readonly string[]): string {
  return `session: ${sourceName(sources[record] ?? '')}: ${faultSentence({ event: null, code, message })}`;
}

function sessionSentence({ players, games, score }: MoneySession): string {
  const [one, other] = players.map(({ name, pub }) => `${quoted(name)} (key ${keyStart(pub)})`);
  const each = games.map(({ points }) => points.join('–')).join(', ');
  return `session of ${count(games.length, 'money game')}: ${one} ${score[0]}–${score[1]} ${other}; by game ${each}.`;
}
