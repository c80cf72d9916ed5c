import type { Middleware } from 'koa';

/** Returns the content security policy. `scripts` are the sources of scripts. */
const policyOf = (scripts: string) =>
  [
    "default-src 'self'",
    `script-src ${scripts}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self' ws: wss:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');

/**
 * The policy of the file of the engine's worker alone, instead of the usual one: a worker has the policy of its own response, and
 * the engine's runs WebAssembly. `'wasm-unsafe-eval'` admits no script of another origin and no `eval`.
 */
export const ENGINE_POLICY = policyOf("'self' 'wasm-unsafe-eval'");

/** Sent with every response, with the engine's policy in place of the usual one for one file. No Strict-Transport-Security: TLS is handled by the reverse proxy. */
export const securityHeaders = {
  'content-security-policy': policyOf("'self'"),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
};

const fields = Object.entries(securityHeaders);

export const setSecurityHeaders: Middleware = (ctx, next) => {
  // Set one by one, because `ctx.set` copies the object for every request.
  for (const [name, value] of fields) ctx.res.setHeader(name, value);
  return next();
};
