/**
 * An argument that no correct program passes, such as a die of 7. Text and positions from outside are refused by values
 * instead: see `Result`. `code` is stable.
 */
export class ArgumentError extends RangeError {
  /** The stable code of the reason. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'ArgumentError';
    this.code = code;
  }
}

/** Throws an `ArgumentError`. */
export function refuseArgument(code: string, message: string): never {
  throw new ArgumentError(code, message);
}
