import { fileURLToPath } from 'node:url';

/** The part that runs inside GNU Backgammon; the same distance away from src/ and from dist/. */
export const ENGINE_FILE = fileURLToPath(new URL('../gnubg/gnubg_engine.py', import.meta.url));
