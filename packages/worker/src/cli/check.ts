import { hasFingerprint } from '../engine/fingerprint.ts';
import { openEngine, openingThreeOne } from '../engine/open-engine.ts';
import type { EngineResult } from '../engine/types.ts';
import type { Settings } from './settings.ts';
import { EXIT } from './usage.ts';

type Chosen = Pick<Settings, 'engine' | 'enginePath' | 'engineId' | 'ply'>;

/** Opens the engine like a worker and reports if it can be used. Returns the exit code. */
export async function checkEngine(chosen: Chosen, say: (text: string) => void): Promise<number> {
  const judged = await tryEngine(chosen);
  say(judged.ok ? judged.value : `This engine cannot be used: ${judged.message}`);
  return judged.ok ? EXIT.finished : EXIT.engineUnfit;
}

async function tryEngine({ engine: kind, enginePath: path, engineId: id, ply }: Chosen): Promise<EngineResult<string>> {
  const opened = await openEngine({ kind, path, id });
  if (!opened.ok) return opened;
  const plays = await opened.value.moves({ ...openingThreeOne(), plies: ply });
  await opened.value.close();
  if (!plays.ok) return plays;
  const known = hasFingerprint(id)
    ? 'it gave the expected equities for the reference positions'
    : 'it evaluated every legal play';
  return { ok: true, value: `This engine can be used as ${id}: ${known}.` };
}
