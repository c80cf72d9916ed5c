// What a thread begins with while the service runs from its sources: Node.js does not read TypeScript in threads by itself.
import { register } from 'tsx/esm/api';

register();
await import('./analyst-thread.ts');
