import { acquired, engineId, submitted } from '@anchor/wire';
import { type Key, quoted, signJudgement, signLease } from 'bg-record';
import * as z from 'zod/mini';
import type { Finished, Lease, Receipt, Reply, Server, Wants } from './types.ts';

interface HttpServerOptions {
  /** URL of the server, such as `https://anchor.example`. */
  readonly url: string;
  readonly key: string;
  readonly workerId: string;
  /** The worker's own key, whose public half is then its id. Null for a worker without one. */
  readonly own: Key | null;
  readonly engineId: string;
  /** Aborts pending requests. */
  readonly signal: AbortSignal;
  /** Timeout of a request. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;
/** Pause after a 429 without a valid Retry-After. */
const DEFAULT_RETRY_MS = 10_000;
const MAX_RETRY_MS = 15 * 60_000;

// Decode only the members that the worker uses; others may be added.
const status = z.object({
  engineId,
  depth: z.int().check(z.nonnegative()),
  serverKey: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  leastBgWorker: z.optional(z.string()),
});
const complaint = z.object({ error: z.string() });

/** The server over HTTP. Decodes every answer and classifies failures by what the worker must do. */
export class HttpServer implements Server {
  readonly #parts: HttpServerOptions;
  /** Without a slash at the end. */
  readonly #url: string;
  readonly #workerId: string;
  /** The server's key by its status. Null before the first time, and with a server that knows no signed requests. */
  #serverKey: string | null = null;
  /** By how much the server's clock is ahead of this machine's. */
  #aheadMs = 0;
  readonly #timeoutMs: number;

  constructor(options: HttpServerOptions) {
    this.#parts = options;
    this.#url = options.url.replace(/\/+$/, '');
    this.#workerId = options.own?.pub ?? options.workerId;
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  }

  async wants(): Promise<Reply<Wants>> {
    const reply = await this.#ask('/worker/status', status);
    if (!reply.ok) return reply;
    const { engineId: wanted, depth, serverKey = null, leastBgWorker: leastVersion = null } = reply.value;
    this.#serverKey = serverKey;
    return { ok: true, value: { engineId: wanted, depth, leastVersion } };
  }

  async acquire(count: number): Promise<Reply<Lease | null>> {
    const signed = await this.#sign(count);
    const body = { engineId: this.#parts.engineId, workerId: this.#workerId, count, ...(signed && { signed }) };
    const reply = await this.#ask('/worker/acquire', acquired, body);
    if (!reply.ok) return reply;
    const lease = 'token' in reply.value && reply.value.jobs.length > 0 ? reply.value : null;
    return { ok: true, value: lease };
  }

  async submit(token: string, finished: readonly Finished[]): Promise<Reply<Receipt>> {
    const results = await Promise.all(finished.map((one) => this.#signed(one)));
    const reply = await this.#ask('/worker/submit', submitted, { token, workerId: this.#workerId, results });
    if (!reply.ok) return reply;
    if (!reply.value.ok) return { ok: true, value: { accepted: 0, ignored: 0, error: reply.value.error } };
    return { ok: true, value: { accepted: reply.value.accepted, ignored: reply.value.ignored ?? 0, error: null } };
  }

  async #sign(count: number) {
    if (this.#parts.own === null || this.#serverKey === null) return null;
    const at = Date.now() + this.#aheadMs;
    const lease = { at, count, engine: this.#parts.engineId, server: this.#serverKey };
    return { at, sig: await signLease(this.#parts.own, lease) };
  }

  async #signed({ key, result, job }: Finished) {
    if (this.#parts.own === null || this.#serverKey === null) return { key, result };
    const { plays, cube } = result;
    const said = cube ? { plays, cube } : { plays };
    const statement = { engine: job.engineId, ply: job.ply, question: job.req, result: said };
    return { key, result, sig: await signJudgement(this.#parts.own, statement) };
  }

  async #ask<T>(path: string, schema: z.core.$ZodType<T>, body?: object): Promise<Reply<T>> {
    try {
      const response = await fetch(this.#url + path, this.#request(body));
      const text = await response.text();
      const date = Date.parse(response.headers.get('date') ?? '');
      if (Number.isFinite(date)) this.#aheadMs = date - Date.now();
      return response.ok ? decode(schema, text) : refusal(response, text);
    } catch (error) {
      return { ok: false, code: 'unreachable', message: `The server does not answer (${reasonOf(error)}).` };
    }
  }

  #request(body: object | undefined): RequestInit {
    const signal = AbortSignal.any([this.#parts.signal, AbortSignal.timeout(this.#timeoutMs)]);
    // Do not follow redirects: they would send the key to another host.
    if (body === undefined) return { signal, redirect: 'manual' };
    const headers = { 'content-type': 'application/json', 'x-worker-key': this.#parts.key };
    return { method: 'POST', headers, body: JSON.stringify(body), signal, redirect: 'manual' };
  }
}

function decode<T>(schema: z.core.$ZodType<T>, text: string): Reply<T> {
  const parsed = z.safeParse(schema, parseJson(text));
  if (parsed.success) return { ok: true, value: parsed.data };
  const message = `The server's answer is invalid: ${quoted(text)}`;
  return { ok: false, code: 'unreachable', message };
}

function refusal(response: Response, text: string): Reply<never> {
  const { status: code } = response;
  const said = z.safeParse(complaint, parseJson(text));
  if (code === 401)
    return refused(
      `The server refuses this worker (401): ${said.success ? quoted(said.data.error) : 'the worker key is wrong'}`,
    );
  // A proxy also sends 503 when its server is down, but without the server's JSON.
  if (code === 503 && said.success)
    return refused(`The server accepts no volunteer workers (503): ${quoted(said.data.error)}`);
  if (code === 404) return refused('There is no Anchor server at this address (404).');
  if (code >= 300 && code < 400)
    return refused(`The server has moved to ${quoted(response.headers.get('location') ?? '')}.`);
  if (code === 400) return refused(`The server refused a request of this worker (400): ${quoted(text)}`);
  if (code === 429)
    return { ok: false, code: 'limited', afterMs: retryAfterMs(response), message: 'Too many requests.' };
  return { ok: false, code: 'unreachable', message: `The server reported an error (${code}).` };
}

const refused = (message: string) => ({ ok: false, code: 'refused', message }) as const;

/** Retry-After contains seconds or a date. */
function retryAfterMs({ headers }: Response): number {
  const header = headers.get('retry-after') ?? '';
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.min(MAX_RETRY_MS, Math.max(1000, ms)) : DEFAULT_RETRY_MS;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The reason for each code of a failed connection, for the person who runs the worker. */
const REASONS: readonly (readonly [code: RegExp, reason: string])[] = [
  [/^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/, 'it closed the connection'],
  [/^ECONNREFUSED$/, 'no program listens at this address and port'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'its name cannot be found'],
  [/^(ETIMEDOUT|UND_ERR_\w+_TIMEOUT)$/, 'no answer in time'],
  [/^(EHOSTUNREACH|ENETUNREACH)$/, 'there is no way to its network'],
  [/^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG))$/, 'this port does not speak https, perhaps http'],
  [/CERT|^ERR_TLS_|SELF_SIGNED|UNABLE_TO_/, 'its certificate cannot be verified'],
];

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no answer in time';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : null;
  if (code === null) return error.message;
  const [, reason] = REASONS.find(([known]) => known.test(code)) ?? [];
  return reason === undefined ? code : `${reason}, ${code}`;
}
