import type { MatchRecord } from 'bg-record';
import { askWitness, cosigner, type Fetch, fetchSource, openCheckpoint, TileTree, type WitnessState } from 'tlog-kit';
import type { Witness } from '../../packages/log/src/witness.ts';
import type { audit } from '../../packages/record/src/cli/audit/audit.ts';
import type { AuditState } from '../../packages/record/src/cli/audit/state-file.ts';
import type { PublicLog } from '../../packages/session/src/log/public-log.ts';
import { OtherState, runOtherAuditor, serving } from '../other-auditor/program.ts';
import { logSigner, ORIGIN, type Shown } from './face.ts';

/** The programs that read the log: those of the checkout, or a copy with a defect. */
export interface Programs {
  readonly PublicLog: typeof PublicLog;
  readonly Witness: typeof Witness;
  readonly audit: typeof audit;
}

/** A service as one reader sees it. */
export interface Site {
  readonly log: Shown;
  readonly answers: ReadonlyMap<string, Uint8Array>;
  /** Changes an answer on its way. */
  readonly change?: (path: string, body: Uint8Array) => Uint8Array;
}

/** The names of faults and differences that a reader finds in a site. Empty if it is satisfied. */
export type Said = readonly string[];

/** A reader that remembers what it saw before. */
export interface Reader {
  look(site: Site): Promise<Said>;
}

const SITE = 'http://lying.example';
const WITNESS_URL = 'https://witness.example';
const HOURS_25 = 25 * 3_600_000;

function fetchOf({ log, answers, change = (_path, body) => body }: Site): Fetch {
  const bytesOf = (text: string | null) => (text === null ? null : new TextEncoder().encode(text));
  const honest = async (path: string): Promise<Uint8Array | null> => {
    const recorded = answers.get(path);
    if (recorded) return recorded;
    if (path === '/log/checkpoint') return bytesOf(log.note);
    const [, match] = /^\/records\/(.+)\.tlog-proof$/.exec(path) ?? [];
    if (match) return bytesOf(await log.proof(match));
    return path.startsWith('/log/') ? log.file(path.slice('/log/'.length)) : null;
  };
  return async (url) => {
    const path = url.slice(SITE.length);
    const bytes = await honest(path);
    return bytes ? new Response(Uint8Array.from(change(path, bytes))) : new Response('not found', { status: 404 });
  };
}

interface ReaderParts {
  readonly programs: Programs;
  readonly server: string;
  readonly now: number;
  /** The records of the matches that the page's user has. */
  readonly records: readonly MatchRecord[];
}

/** The public log of the page, in a browser that looks at each of these matches. It looks a day after they ended. */
export function pageReader({ programs, server, now, records }: ReaderParts): Reader {
  const stored = new Map<string, string>();
  const storage = {
    read: (name: string) => stored.get(name) ?? null,
    write: (name: string, text: string | null) => {
      if (text === null) stored.delete(name);
      else stored.set(name, text);
      return true;
    },
  };
  return {
    async look(site) {
      // Each look is a page of its own in the same browser.
      const page = new programs.PublicLog({
        fetch: fetchOf(site),
        storage,
        site: SITE,
        isServers: async (pub) => pub === server,
        now: () => now + HOURS_25,
      });
      const said = new Set<string>();
      for (const record of records) {
        const place = await page.place(record);
        if (place.kind === 'fault' || place.kind === 'unproven') said.add(place.code);
        else if (place.kind === 'pending') said.add(place.isLate ? 'late' : 'pending');
        else if (place.kind !== 'entry') said.add(place.kind);
      }
      return [...said];
    },
  };
}

/** A witness that the service asks, as `bg-record witness` answers. */
export function witnessReader({ programs, now }: ReaderParts): Reader {
  let state: WitnessState | null = null;
  const signer = cosigner('witness.example', new Uint8Array(32).fill(3), () => Math.floor(now / 1000));
  const witness = new programs.Witness({
    signers: [signer],
    logKeys: (name) => (name === ORIGIN ? [logSigner.key] : null),
    store: {
      read: async () => state,
      advance: async (_origin, _previous, next) => {
        state = next;
        return true;
      },
    },
  });
  return {
    async look(site) {
      const note = new TextDecoder().decode(await (await fetchOf(site)(`${SITE}/log/checkpoint`, {})).bytes());
      const opened = openCheckpoint(site.log.note, ORIGIN, [logSigner.key]);
      if (!opened.ok) throw new Error(opened.message);
      const { size, root } = opened.value;
      const unchanged = fetchOf({ log: site.log, answers: site.answers });
      const tree = new TileTree(size, root, fetchSource(`${SITE}/log`, { fetch: unchanged }));
      let status = 0;
      const asked = await askWitness({
        url: WITNESS_URL,
        keys: [signer.key],
        checkpoint: note,
        oldSize: Math.min(state?.size ?? 0, size),
        prove: (from) => tree.consistencyProof(from),
        fetch: async (_url, { body = '' }) => {
          const answer = await witness.addCheckpoint(body);
          status = answer.status;
          return new Response(answer.body, { status, headers: { 'content-type': answer.contentType } });
        },
      });
      if (asked.ok) return [];
      const isCodeEnough = status === 0 || status === 200 || status === 409;
      return [isCodeEnough ? asked.code : `${asked.code} ${status}`];
    },
  };
}

/** `bg-record audit` with its state between the runs. */
export function auditReader({ programs, server, now }: ReaderParts): Reader {
  let state: AuditState | null = null;
  return {
    async look(site) {
      try {
        const report = await programs.audit({
          url: SITE,
          fetch: fetchOf(site),
          state,
          keep: async (next) => {
            state = next;
          },
          policy: null,
          serverKey: server,
          sample: null,
          progress: () => undefined,
          now: () => now,
          settleMs: 0,
        });
        return [...new Set(report.findings.map(({ name }) => name))];
      } catch (error) {
        // The class of the error belongs to a copy of the program, so only its form is known here.
        if (error instanceof Error && 'code' in error && typeof error.code === 'string') return [error.code];
        throw error;
      }
    },
  };
}

/** The auditor in Go with its state file between the runs. It reads the site from a port, and by the clock of this machine. */
export function otherAuditReader({ server }: ReaderParts): Reader {
  const state = new OtherState();
  return {
    look(site) {
      const fetch = fetchOf(site);
      const answer = async (path: string) => {
        const response = await fetch(`${SITE}${path}`, {});
        return { status: response.status, body: new Uint8Array(await response.arrayBuffer()) };
      };
      return serving(answer, (url) =>
        state.use(async (file) => {
          const said = await runOtherAuditor('-settle', '0s', '-state', file, '-server-key', server, url);
          return said.names;
        }),
      );
    },
  };
}
