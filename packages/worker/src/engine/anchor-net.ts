import { ANCHOR_NET_ARGS } from '../engine-file.ts';
import { CommandEngine } from './command.ts';
import type { EngineResult } from './types.ts';

/** What its results are called; written out, as whoever imports the engine for its name has the weights in his bundle once more. */
export const ANCHOR_NET_ID = 'anchor-net-1';

/** Our own engine, which is part of this package, in a process of its own. An evaluation that takes longer ends it. */
export function openAnchorNet(timeoutMs: number): Promise<EngineResult<CommandEngine>> {
  return CommandEngine.open({ program: process.execPath, args: ANCHOR_NET_ARGS, id: ANCHOR_NET_ID, timeoutMs });
}
