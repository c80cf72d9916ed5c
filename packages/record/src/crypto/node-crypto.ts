import type * as Crypto from 'node:crypto';

export type NodeCrypto = typeof Crypto;

/**
 * Node's crypto module, or undefined elsewhere. It is looked up at run time instead of imported, so that the
 * same module loads in a browser without bundler conditions.
 */
export const nodeCrypto: NodeCrypto | undefined = globalThis.process?.getBuiltinModule?.('node:crypto');
