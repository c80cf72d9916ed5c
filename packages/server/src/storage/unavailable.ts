import type { SqlDriverAdapter, SqlDriverAdapterFactory, Transaction } from '@prisma/driver-adapter-utils';
import * as z from 'zod/mini';
import { StoreUnavailable } from '../domain/ports/unavailable.ts';

/** Kinds of errors of Prisma's adapters. `SocketTimeout` is also SQLite's SQLITE_BUSY, after the busy timeout. */
const KINDS: readonly string[] = [
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
  'TlsConnectionError',
  'AuthenticationFailed',
  'DatabaseDoesNotExist',
  'DatabaseAccessDenied',
];
/**
 * States of PostgreSQL: connection exceptions, insufficient resources such as a full disk, shutdown and start, errors of its system, and a
 * server that only reads.
 */
const POSTGRES = /^(?:08...|53...|57P0.|58...|25006)$/;
/** Primary codes of SQLite: SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN. */
const SQLITE: readonly number[] = [8, 10, 13, 14];
const PRIMARY_CODE = 0xff;
/** Errors of pg without a code. */
const CONNECTION =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/;

const driverError = z.object({
  cause: z.object({
    kind: z.string(),
    code: z.optional(z.string()),
    extendedCode: z.optional(z.number()),
    originalMessage: z.optional(z.string()),
  }),
});

/** The reason, if this error of a database driver says that the database is unavailable. Null for any other error. */
export function reasonOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const read = z.safeParse(driverError, error);
  if (!read.success) return CONNECTION.test(error.message) ? error.message : null;
  const { kind, code, extendedCode, originalMessage } = read.data.cause;
  const isUnavailable =
    KINDS.includes(kind) ||
    (kind === 'postgres' && POSTGRES.test(code ?? '')) ||
    (kind === 'sqlite' && SQLITE.includes((extendedCode ?? 0) & PRIMARY_CODE));
  return isUnavailable ? (originalMessage ?? kind) : null;
}

/** An adapter that throws StoreUnavailable while the database is unavailable. Prisma hands errors of no driver on as they are. */
export function reporting(
  factory: SqlDriverAdapterFactory,
  unavailable: (error: StoreUnavailable) => void,
): SqlDriverAdapterFactory {
  const guard = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === null) throw error;
      const known = new StoreUnavailable(reason, { cause: error });
      unavailable(known);
      throw known;
    }
  };
  const { provider, adapterName } = factory;
  return {
    provider,
    adapterName,
    connect: async () => guardAdapter(await guard(factory.connect()), guard),
  };
}

type Guard = <T>(work: Promise<T>) => Promise<T>;

function guardAdapter(inner: SqlDriverAdapter, guard: Guard): SqlDriverAdapter {
  const { provider, adapterName } = inner;
  return {
    provider,
    adapterName,
    queryRaw: (query) => guard(inner.queryRaw(query)),
    executeRaw: (query) => guard(inner.executeRaw(query)),
    executeScript: (script) => guard(inner.executeScript(script)),
    startTransaction: async (level) => guardTransaction(await guard(inner.startTransaction(level)), guard),
    getConnectionInfo: () => inner.getConnectionInfo?.() ?? { supportsRelationJoins: false },
    dispose: () => inner.dispose(),
  };
}

function guardTransaction(inner: Transaction, guard: Guard): Transaction {
  const { provider, adapterName, options } = inner;
  return {
    provider,
    adapterName,
    options,
    queryRaw: (query) => guard(inner.queryRaw(query)),
    executeRaw: (query) => guard(inner.executeRaw(query)),
    commit: () => guard(inner.commit()),
    rollback: () => guard(inner.rollback()),
  };
}
