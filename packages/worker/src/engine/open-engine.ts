import { parseXgid } from 'bg-rules';
import { openAnchorNet } from './anchor-net.ts';
import { CommandEngine } from './command.ts';
import { GnubgEngine } from './gnubg.ts';
import type { Engine, EngineResult, MovesRequest } from './types.ts';
import { WildbgEngine } from './wildbg.ts';

export const engineKinds = ['gnubg', 'anchor-net', 'wildbg-http', 'command'] as const;

export type EngineKind = (typeof engineKinds)[number];

/** The engine of a worker and its location. */
interface EngineChoice {
  readonly kind: EngineKind;
  /** A program, or the URL of wildbg's web server. Null searches for gnubg. */
  readonly path: string | null;
  /** The id of its results. */
  readonly id: string;
}

/** Limit of an evaluation. Leases last sixty seconds, and some time must remain to submit the result. */
const TIMEOUT_MS = 40_000;

/** Starts an engine and checks its identity. To add a kind, add its name above and a line here. */
export function openEngine({ kind, path, id }: EngineChoice): Promise<EngineResult<Engine>> {
  if (kind === 'gnubg') return GnubgEngine.open({ ...(path === null ? {} : { program: path }), timeoutMs: TIMEOUT_MS });
  if (kind === 'anchor-net') return openAnchorNet(TIMEOUT_MS);
  if (kind === 'command') return CommandEngine.open({ program: path ?? '', id, timeoutMs: TIMEOUT_MS });
  return WildbgEngine.open({ url: path ?? 'http://localhost:8080', id, timeoutMs: TIMEOUT_MS }, openingThreeOne());
}

/** A well-known decision: 3-1 at the start of a money game. */
export function openingThreeOne(): MovesRequest {
  const situation = parseXgid('XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10');
  if (!situation.ok || !situation.value.dice) throw new Error('the opening cannot be read');
  const { rules, dice, ...moment } = situation.value;
  return { ...moment, jacoby: rules.jacoby, beavers: rules.beavers, dice, plies: 0 };
}
