import type { Middleware } from 'koa';

const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self' ws: wss:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
];

/** Sent with every response. No Strict-Transport-Security: TLS is handled by the reverse proxy. */
export const securityHeaders = {
  'content-security-policy': policy.join('; '),
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
