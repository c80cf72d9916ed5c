import { fileURLToPath } from 'node:url';

/** The script that runs inside GNU Backgammon. The relative path is the same from src/ and from dist/. */
export const ENGINE_FILE = fileURLToPath(new URL('../gnubg/gnubg_engine.py', import.meta.url));

/** Node's arguments to run our own engine: the built program, or the source with tsx. */
export const ANCHOR_NET_ARGS: readonly string[] = import.meta.url.endsWith('.ts')
  ? ['--import', 'tsx', '--conditions=@anchor/source', pathOf('./engine/anchor-net-program.ts')]
  : [pathOf('./anchor-net.js')];

function pathOf(place: string): string {
  return fileURLToPath(new URL(place, import.meta.url));
}
