import { ANCHOR_NET_ARGS } from '../engine-file.ts';
import { CommandEngine } from './command.ts';
import type { EngineResult } from './types.ts';

/** The id of its results. It is a literal because importing bg-engine for it would bundle the weights a second time. */
export const ANCHOR_NET_ID = 'anchor-net-3';

/**
 * Opens our own engine, which is part of this package, in a separate process. An evaluation that exceeds
 * `timeoutMs` ends it.
 */
export function openAnchorNet(timeoutMs: number): Promise<EngineResult<CommandEngine>> {
  return CommandEngine.open({ program: process.execPath, args: ANCHOR_NET_ARGS, id: ANCHOR_NET_ID, timeoutMs });
}
