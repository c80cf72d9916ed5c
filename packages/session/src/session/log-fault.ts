import type { Transcript } from 'bg-record';
import type { Connection } from '../connection/connection.ts';
import type { FormerLog } from '../log/former-logs.ts';
import type { LogPlace } from '../log/public-log.ts';
import type { CodedFailure } from '../platform/failure.ts';
import { bareFile, type EvidenceFile, type EvidenceStore } from '../stores/evidence.ts';

interface LogFaultPorts {
  readonly evidence: Pick<EvidenceStore, 'add'>;
  readonly connection: Pick<Connection, 'logHalt' | 'me' | 'request'>;
  /** Returns the English sentence that an evidence file carries for a failure. */
  readonly explain: (failure: CodedFailure) => string;
}

/** Stores the evidence of a fault of the public log, and begins no match until the user decides otherwise. */
export async function keepLogFault(
  { code, evidence: publicLog }: Extract<LogPlace, { readonly kind: 'fault' }>,
  match: Transcript | null,
  { evidence, connection, explain }: LogFaultPorts,
): Promise<EvidenceFile> {
  const message = explain({ ok: false, code });
  const transcripts = match ? [match] : [];
  const file = { ...bareFile(match?.header.id ?? '', { code, message }, transcripts), publicLog };
  await evidence.add(file).catch(() => undefined);
  connection.logHalt.halt(code);
  // A listed seek could otherwise begin a match that this page then refuses.
  if (connection.me.peek()) void connection.request({ type: 'unseek' });
  return file;
}

/** The evidence about a former log that the service has ended with less than its key had signed. It is stored with the log. */
export function cutLogFile({ statement, note, end }: FormerLog, message: string): EvidenceFile {
  const publicLog = { statement, contradiction: null, proof: null, ended: { note, end } };
  return { ...bareFile('', { code: 'log-cut', message }, []), publicLog };
}
