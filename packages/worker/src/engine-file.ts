import { fileURLToPath } from 'node:url';

/** The part that runs inside GNU Backgammon; the same distance away from src/ and from dist/. */
export const ENGINE_FILE = fileURLToPath(new URL('../gnubg/gnubg_engine.py', import.meta.url));

/** How Node is to be started for our own engine's program: built, or from the sources with what reads them. */
export const ANCHOR_NET_ARGS: readonly string[] = import.meta.url.endsWith('.ts')
  ? ['--import', 'tsx', '--conditions=@anchor/source', pathOf('./engine/anchor-net-program.ts')]
  : [pathOf('./anchor-net.js')];

function pathOf(place: string): string {
  return fileURLToPath(new URL(place, import.meta.url));
}
