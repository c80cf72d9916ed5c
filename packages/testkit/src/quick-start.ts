/**
 * Options of Node for a program of the server that a test starts: V8 does not optimise WebAssembly, the database client's compiler of queries. It is a
 * third of what a start costs, and a test ends before it pays.
 */
export const QUICK_START: readonly string[] = ['--liftoff-only'];
