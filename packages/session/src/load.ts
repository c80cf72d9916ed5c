// The larger parts, which a page loads when it needs them.

/** The code that creates and proves keys. A visitor without a key does not need it. */
export const loadSigning = () => import('./connection/signing.ts');

/** The code that judges and signs a match: the larger half. A page without a match does not need it. */
export const loadMatchCode = () => import('./session/create-session.ts');

/** The code that follows the public log. */
export const loadPublicLog = () => import('./log/public-log.ts');
