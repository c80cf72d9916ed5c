/** An entry of a shared map as stored in Redis: four lines. */
export interface Row {
  /** Number of the change that wrote it. */
  readonly version: number;
  /** The write: process id and write number, as `process:number`. */
  readonly token: string;
  /** Time of the write, milliseconds since the epoch by the writer's clock. */
  readonly at: number;
  /** The value as JSON. */
  readonly text: string;
}

/** A published change. An empty text means that the entry was removed. */
export interface Change extends Row {
  readonly key: string;
  /** True if it was removed because its process died. */
  readonly isLost: boolean;
}

const rowForm = /^(\d{1,15})\n([\w:-]{1,100})\n(\d{1,15})\n([^\n]+)$/;
const changeForm = /^(\d{1,15})\n([\w:-]{1,100})\n(lost|)\n([^\n]{1,200})\n(\d{1,15})\n([^\n]*)$/;

/** Returns null when the text is not a valid row. */
export function readRow(stored: string): Row | null {
  const [, version, token = '', at, text = ''] = rowForm.exec(stored) ?? [];
  return version === undefined ? null : { version: Number(version), token, at: Number(at), text };
}

/** Returns null when the text is not a valid change. */
export function readChange(said: string): Change | null {
  const [, version, token = '', mark, key = '', at, text = ''] = changeForm.exec(said) ?? [];
  if (version === undefined) return null;
  return { version: Number(version), token, isLost: mark === 'lost', key, at: Number(at), text };
}

export function writerOf({ token }: Pick<Row, 'token'>): string {
  return token.slice(0, token.lastIndexOf(':'));
}

/** Number of the write among those of its process. */
export function numberOf({ token }: Pick<Row, 'token'>): number {
  return Number(token.slice(token.lastIndexOf(':') + 1));
}
