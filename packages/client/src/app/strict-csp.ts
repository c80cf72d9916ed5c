import * as z from 'zod/mini';

// The content security policy forbids making code from text; without this the decoders would try, and be reported.
z.config({ jitless: true });
