// What a thread begins with while the service runs from its sources: Node.js does not read TypeScript in threads by itself. Its
// first argument names the script.
import { register } from 'tsx/esm/api';

register();
await import(process.argv[2]);
