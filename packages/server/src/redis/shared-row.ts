/** An entry of a shared map as Redis keeps it: four lines. */
export interface Row {
  /** Number of the change by which it came. */
  readonly version: number;
  /** Who wrote it: the process and the number of its write, as `process:number`. */
  readonly token: string;
  /** When, in milliseconds since the epoch by the writer's clock. */
  readonly at: number;
  /** The value as JSON. */
  readonly text: string;
}

/** A change as it is published; an empty text says that the entry is gone. */
export interface Change extends Row {
  readonly key: string;
  /** The process that had put it ended without a word. */
  readonly isLost: boolean;
}

const rowForm = /^(\d{1,15})\n([\w:-]{1,100})\n(\d{1,15})\n([^\n]+)$/;
const changeForm = /^(\d{1,15})\n([\w:-]{1,100})\n(lost|)\n([^\n]{1,200})\n(\d{1,15})\n([^\n]*)$/;

/** Null when it is no row. */
export function readRow(stored: string): Row | null {
  const [, version, token = '', at, text = ''] = rowForm.exec(stored) ?? [];
  return version === undefined ? null : { version: Number(version), token, at: Number(at), text };
}

/** Null when it is no change. */
export function readChange(said: string): Change | null {
  const [, version, token = '', mark, key = '', at, text = ''] = changeForm.exec(said) ?? [];
  if (version === undefined) return null;
  return { version: Number(version), token, isLost: mark === 'lost', key, at: Number(at), text };
}

export function writerOf({ token }: Pick<Row, 'token'>): string {
  return token.slice(0, token.lastIndexOf(':'));
}
