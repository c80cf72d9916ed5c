import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { cosigner, formatVkey, type PolicyParty, parsePolicy, Witness } from 'tlog-kit';
import { utf8 } from '../canonical.ts';
import { sha256 } from '../crypto/hash.ts';
import { quoted } from '../visible.ts';
import type { Given } from './arguments.ts';
import { EXIT } from './exit-codes.ts';
import { readBytes, reasonOf } from './read.ts';
import { complain, print } from './terminal.ts';
import { witnessServer } from './witness/server.ts';
import { openWitnessFile } from './witness/state-file.ts';

const DEFAULT_PORT = 8090;

/** `bg-record witness`: cosigns the checkpoints of logs until it is stopped. */
export async function witnessCommand({ policy = '', state = '', name, port, host }: Given): Promise<number> {
  const read = await readBytes(policy);
  const parsed = read.ok ? parsePolicy(read.value) : read;
  if (!parsed.ok) return refuse(`${policy}: ${parsed.message}`);
  const { logs } = parsed.value;
  if (logs.length === 0) return refuse(`${policy} names no log.`);
  const opened = await openWitnessFile(state, name);
  if (!opened.ok) return refuse(`${opened.message}.`);
  const { file } = opened;
  try {
    const signer = cosigner(file.name, file.seed, () => Math.floor(Date.now() / 1000));
    const vkey = formatVkey(signer.key);
    const server = witnessServer({
      witness: new Witness({ signers: [signer], logKeys: (origin) => keysOf(logs, origin), store: file }),
      vkey,
      onContradiction: (evidence) => keepEvidence(state, evidence),
      onError: (error) => complain(`could not answer a request: ${reasonOf(error)}`),
    });
    server.listen(port ?? DEFAULT_PORT, host ?? '127.0.0.1');
    await once(server, 'listening');
    const { address, port: own } = server.address() as AddressInfo;
    print(vkey);
    const kind = opened.isNew ? 'New witness' : 'Witness';
    complain(`${kind} ${file.name} of ${logs.length} logs listens at http://${address}:${own}`);
    await Promise.race(['SIGTERM', 'SIGINT'].map((signal) => once(process, signal)));
    server.close();
    server.closeIdleConnections();
    await once(server, 'close');
    return EXIT.valid;
  } catch (error) {
    return refuse(`${reasonOf(error)}.`);
  } finally {
    await file.close();
  }
}

function keysOf(logs: readonly PolicyParty[], origin: string) {
  return logs.flatMap(({ key }) => (key.name === origin ? [key] : []));
}

/** The first evidence about a log goes into a file beside the state. */
function keepEvidence(state: string, evidence: string): void {
  const origin = JSON.parse(evidence).older.split('\n', 1)[0];
  const path = `${state}.${Buffer.from(sha256(utf8(origin)))
    .toString('hex')
    .slice(0, 16)}.contradiction.json`;
  complain(`the log ${quoted(origin)} signed two trees of one size; the evidence is in ${path}`);
  try {
    // One contradiction proves it. Further ones would only fill the disk.
    writeFileSync(path, evidence, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST'))
      complain(`could not write ${path}: ${reasonOf(error)}`);
  }
}

function refuse(message: string): number {
  complain(`bg-record: ${message}`);
  return EXIT.unreadable;
}
