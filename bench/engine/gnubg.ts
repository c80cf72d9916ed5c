import { GnubgEngine } from '../../packages/worker/src/engine/gnubg.ts';

/** A single game for points, the cube in the middle. */
export const MONEY_GAME = {
  cube: { value: 1, owner: null },
  score: [0, 0],
  length: 0,
  crawford: false,
  jacoby: false,
  beavers: false,
} as const;

/** GNU Backgammon, which must be installed. */
export async function openGnubg(): Promise<GnubgEngine> {
  const opened = await GnubgEngine.open();
  if (!opened.ok) throw new Error(opened.message);
  return opened.value;
}
