import * as z from 'zod/mini';

// The content security policy forbids creating code from text. Without this setting the decoders would try it, and the
// browser would report it.
z.config({ jitless: true });
