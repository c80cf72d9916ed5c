// Starts a thread from TypeScript sources, which Node.js cannot load in threads by itself. The first argument names the script.
import { register } from 'tsx/esm/api';

register();
await import(process.argv[2]);
