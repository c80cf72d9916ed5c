import type * as Crypto from 'node:crypto';

export type NodeCrypto = typeof Crypto;

/**
 * Node's own crypto where there is one. Asked for at run time instead of imported, so that the same module loads in a
 * browser without a bundler's conditions.
 */
export const nodeCrypto: NodeCrypto | undefined = globalThis.process?.getBuiltinModule?.('node:crypto');
