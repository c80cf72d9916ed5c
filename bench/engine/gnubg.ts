import { GnubgEngine } from '../../packages/worker/src/engine/gnubg.ts';

/** A single game for points, with a centred cube. */
export const MONEY_GAME = {
  cube: { value: 1, owner: null },
  score: [0, 0],
  length: 0,
  crawford: false,
  jacoby: false,
  beavers: false,
} as const;

/** Opens GNU Backgammon, which must be installed. */
export async function openGnubg(): Promise<GnubgEngine> {
  const opened = await GnubgEngine.open();
  if (!opened.ok) throw new Error(opened.message);
  return opened.value;
}
