/**
 * The database cannot be reached, or does not accept writes: its server is away, or its disk is full or read-only. Only the operator can end
 * this, so it is no fault of the program, and every request may be repeated. The storage throws no other error for it.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}
